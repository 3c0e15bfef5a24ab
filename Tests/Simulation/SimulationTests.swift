import Testing

@Suite("The simulation")
struct SimulationRuns {
    @Test(
        "after any trouble every device equals the server, and nothing is lost or doubled", arguments: Wish.seeds)
    func runs(seeds: ClosedRange<UInt64>) async {
        for failure in await onThread({ seeds.compactMap(SimulationRuns.failure) }) { Issue.record("\(failure)") }
    }

    /// The result of a seed's run: nothing, or the failure and how to replay it.
    private static func failure(_ seed: UInt64) -> String? {
        do {
            try Simulation(seed: seed, plant: Wish.fault, log: EventLog.teller).run()
            return nil
        } catch {
            return """
                seed \(seed): \(error)
                replay: NEXUS_SIMULATION_SEED=\(seed) NEXUS_SIMULATION_LOG=1 swift test --filter SimulationRuns
                """
        }
    }

    @Test("a seed determines a run", arguments: [3, 5, 7, 21, 38, 62] as [UInt64])
    func deterministic(seed: UInt64) async throws {
        let logs = try await onThread { Result { try [SimulationRuns.log(of: seed), SimulationRuns.log(of: seed)] } }
            .get()
        #expect(logs[0].count > 100)
        #expect(logs[0] == logs[1])
    }

    private static func log(of seed: UInt64) throws -> [String] {
        var lines: [String] = []
        try Simulation(seed: seed) { lines.append($0) }.run()
        return lines
    }
}
