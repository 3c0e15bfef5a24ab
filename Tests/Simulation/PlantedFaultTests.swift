import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
    /// Seeds tried before a fault counts as unnoticed. docs/simulation.md names the first that notices each. A stale page does
    /// harm only where a message was deleted on its way: one run in a thousand, so that one is tried first.
    private static let seeds: [UInt64] = Array(1...150)
    private static let rare: [PlantedFault: [UInt64]] = [.takesStalePage: [1_378]]

    @Test("each is noticed", arguments: PlantedFault.allCases)
    func noticed(fault: PlantedFault) async throws {
        let noticed = await onThread { PlantedFaultTests.first(fault) }
        if Wish.log, let noticed { EventLog.teller?("\(fault.rawValue): seed \(noticed.seed): \(noticed.failure)") }
        let failure = try #require(noticed?.failure, "\(fault.rawValue) was not noticed")
        #expect(failure is SimulationFailure, "noticed by a rule, not by an accident: \(failure)")
    }

    /// The first seed that notices a fault, and by which rule.
    private static func first(_ fault: PlantedFault) -> (seed: UInt64, failure: any Error)? {
        for seed in rare[fault] ?? seeds {
            do {
                try Simulation(seed: seed, plant: fault).run()
            } catch {
                return (seed, error)
            }
        }
        return nil
    }

    @Test("a run is decided by its seed alone", arguments: [3, 21, 38] as [UInt64])
    func deterministic(seed: UInt64) throws {
        var logs: [[String]] = [[], []]
        for position in logs.indices {
            try Simulation(seed: seed) { logs[position].append($0) }.run()
        }
        #expect(logs[0].count > 100)
        #expect(logs[0] == logs[1])
    }
}
