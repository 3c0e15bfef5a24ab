import Foundation
import Testing

@Suite("The simulation")
struct SimulationRuns {
    @Test(
        "after any trouble every device equals the server, and nothing is lost or doubled",
        arguments: [0, 1] as [UInt64])
    func runs(half: UInt64) async {
        await onThread {
            if let seed = Wish.seed {
                if half == 0 { SimulationRuns.run(seed) }
                return
            }
            for seed in stride(from: 1 + half, through: Wish.runs, by: 2) { SimulationRuns.run(seed) }
        }
    }

    private static func run(_ seed: UInt64) {
        do {
            try Simulation(seed: seed, plant: Wish.fault, log: EventLog.teller).run()
        } catch {
            Issue.record(
                """
                seed \(seed): \(error)
                replay: NEXUS_SIMULATION_SEED=\(seed) NEXUS_SIMULATION_LOG=1 swift test --filter SimulationRuns
                """)
        }
    }
}

/// Does long work on a thread of its own: the tests beside it share the threads of tasks, of which there are as many as cores.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

/// What the environment asks for.
enum Wish {
    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["NEXUS_SIMULATION_" + name]
    }

    /// How many runs are made.
    static let runs = value("RUNS").flatMap(UInt64.init) ?? 1_000
    /// The one run that is made.
    static let seed = value("SEED").flatMap(UInt64.init)
    static let fault = value("FAULT").flatMap(PlantedFault.init)
    static let log = value("LOG") != nil
}

/// Prints what happens, line by line, if that is asked for.
enum EventLog {
    static var teller: ((String) -> Void)? {
        Wish.log ? { FileHandle.standardError.write(Data(($0 + "\n").utf8)) } : nil
    }
}
