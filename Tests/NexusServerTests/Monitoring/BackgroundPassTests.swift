import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("Work in small steps")
struct BackgroundPassTests {
    private struct Broken: Error {}

    /// Its pauses end at once, or only with it.
    private func pass(pausing: Bool, _ log: LogLines = LogLines()) throws -> BackgroundPass {
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        return BackgroundPass(
            "work", database: try TestAccounts().database,
            sleep: { milliseconds in
                await Task.yield()
                guard pausing, milliseconds >= BackgroundPass.Pace().pause else { return }
                for await _ in never {}
                withExtendedLifetime(continuation) {}
            }, logger: log.logger)
    }

    @Test("a step that fails is repeated, and shows in the health until one succeeds")
    func failing() async throws {
        let log = LogLines()
        let pass = try pass(pausing: false, log)
        #expect(pass.health == HealthPart("work", .ok))
        let isMended = Mutex(false)
        let steps = Mutex(0)
        let working = Task {
            await pass.run {
                steps.withLock { $0 += 1 }
                guard isMended.withLock({ $0 }) else { throw Broken() }
                return false
            }
        }
        try await eventually("it is repeated") { steps.withLock { $0 } > 2 }
        #expect(pass.health.state == .degraded)
        #expect(pass.health.reason?.contains("log") == true)
        #expect(log.all.contains { $0.contains("Broken") })
        isMended.withLock { $0 = true }
        try await eventually("it works again") { pass.health.state == .ok }
        working.cancel()
        pass.wake()
        await working.value
    }

    @Test("it goes on while there is more, and begins at once when it is woken")
    func woken() async throws {
        let pass = try pass(pausing: true)
        let left = Mutex(3)
        let working = Task {
            await pass.run {
                left.withLock { left in
                    left = max(0, left - 1)
                    return left > 0
                }
            }
        }
        try await eventually("all is done") { left.withLock { $0 } == 0 }
        left.withLock { $0 = 2 }
        pass.wake()
        try await eventually("what came is done") { left.withLock { $0 } == 0 }
        working.cancel()
        pass.wake()
        await working.value
    }
}
