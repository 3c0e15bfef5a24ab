import Foundation
import Testing

@Suite("The simulation")
struct SimulationRuns {
    /// How many runs are made, and with which seed they begin.
    private static let runs = ProcessInfo.processInfo.environment["NEXUS_SIMULATION_RUNS"].flatMap(UInt64.init) ?? 1_000
    private static let only = ProcessInfo.processInfo.environment["NEXUS_SIMULATION_SEED"].flatMap(UInt64.init)

    @Test(
        "after any trouble every device equals the server, and nothing is lost or doubled",
        arguments: [0, 1] as [UInt64])
    func runs(half: UInt64) {
        if let seed = SimulationRuns.only {
            if half == 0 { run(seed) }
            return
        }
        for seed in stride(from: 1 + half, through: SimulationRuns.runs, by: 2) { run(seed) }
    }

    private func run(_ seed: UInt64) {
        let log = EventLog()
        do {
            try Simulation(seed: seed, log: log.teller).run()
        } catch {
            Issue.record(
                """
                seed \(seed): \(error)
                replay: NEXUS_SIMULATION_SEED=\(seed) NEXUS_SIMULATION_LOG=1 swift test --filter SimulationTests.SimulationRuns
                """)
        }
    }
}

/// Prints what happens, line by line, when `NEXUS_SIMULATION_LOG` is set.
struct EventLog {
    let teller: ((String) -> Void)?

    init() {
        let isWanted = ProcessInfo.processInfo.environment["NEXUS_SIMULATION_LOG"] != nil
        teller = isWanted ? { FileHandle.standardError.write(Data(($0 + "\n").utf8)) } : nil
    }
}
