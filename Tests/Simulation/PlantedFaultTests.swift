import Testing

@Suite("Planted faults")
struct PlantedFaultTests {
    /// Seeds tried before a fault counts as unnoticed; docs/simulation.md names the first that notices each.
    private static let seeds: ClosedRange<UInt64> = 1...150

    @Test("each is detected by a rule of the simulation", arguments: PlantedFault.allCases)
    func noticed(fault: PlantedFault) async throws {
        let noticed = await onThread { PlantedFaultTests.first(fault) }
        let (seed, failure) = try #require(noticed, "\(fault.rawValue) was not noticed")
        EventLog.tell("\(fault.rawValue) was noticed by seed \(seed): \(failure)")
        #expect(failure is SimulationFailure, "noticed by a rule, not by an accident: \(failure)")
        // The same run passes without the fault: the rule detected the fault.
        try await onThread { Result { try Simulation(seed: seed).run() } }.get()
    }

    /// The first seed that detects a fault, and its message.
    private static func first(_ fault: PlantedFault) -> (seed: UInt64, failure: any Error)? {
        for seed in seeds {
            do {
                try Simulation(seed: seed, plant: fault).run()
            } catch {
                return (seed, error)
            }
        }
        return nil
    }
}
