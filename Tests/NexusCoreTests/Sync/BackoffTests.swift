import NexusCore
import Testing

@Suite("Backoff")
struct BackoffTests {
    @Test("doubles up to its limit, and waits between half and all of it")
    func doubling() {
        let backoff = Backoff(first: 500, limit: 30_000)
        var random = DeviceRandom(seed: 1)
        for (failures, whole): (Int, Int64) in [(1, 500), (2, 1_000), (3, 2_000), (7, 30_000), (20, 30_000)] {
            let delays = (0..<500).map { _ in backoff.delay(after: failures, using: &random) }
            #expect(delays.allSatisfy { (whole / 2...whole).contains($0) })
            #expect(Set(delays).count > 50, "clients must not come back in step")
        }
    }

    @Test(
        "neither traps nor exceeds its limit, after any number of failures",
        arguments: [Int.min, -1, 0, 64, 10_000, .max])
    func extremes(failures: Int) {
        var random = DeviceRandom(seed: 1)
        let delay = Backoff(first: 1_000, limit: 60_000).delay(after: failures, using: &random)
        #expect((500...60_000).contains(delay))
    }
}
