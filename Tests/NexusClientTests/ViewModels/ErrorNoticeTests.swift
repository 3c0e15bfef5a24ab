import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The error of a view model") @MainActor
struct ErrorNoticeTests {
    private let clock = ManualClock()
    private let refused = ClientError.refused(.conversationGone)

    private func wait() async throws {
        try await eventually("it waits") { clock.sleepers(within: ErrorNotice.life) == 1 }
    }

    @Test("goes by itself after five seconds, and a second error has its own five")
    func expires() async throws {
        let notice = ErrorNotice(clock)
        notice.show(refused)
        try await wait()
        clock.advance(by: 4_999)
        #expect(notice.error == refused)
        notice.show(.signedOut)
        try await wait()
        clock.advance(by: 4_999)
        #expect(notice.error == .signedOut)
        clock.advance(by: 1)
        try await eventually("it is gone") { notice.error == nil }
    }

    @Test("an action's success removes it; a load's success removes only that of a load")
    func successes() async throws {
        let notice = ErrorNotice(clock)
        await notice.act { () throws(ClientError) in throw refused }
        await notice.load { () throws(ClientError) in }
        #expect(notice.error == refused)
        await notice.act { () throws(ClientError) in }
        #expect(notice.error == nil)
        await notice.load { () throws(ClientError) in throw .signedOut }
        #expect(notice.error == .signedOut)
        #expect(await notice.load { () throws(ClientError) in 7 } == 7)
        #expect(notice.error == nil)
    }

    @Test("ignores what was replaced, and what failed because its task was cancelled")
    func ignores() async throws {
        let notice = ErrorNotice(clock)
        await notice.act(if: { false }) { () throws(ClientError) in throw refused }
        #expect(notice.error == nil)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await notice.load { () throws(ClientError) in throw .offline("cancelled") }
        }
        task.cancel()
        await task.value
        #expect(notice.error == nil)
    }

    @Test("its timer does not keep it")
    func noLeak() async throws {
        var notice: ErrorNotice? = ErrorNotice(clock)
        weak let gone = notice
        notice?.show(refused)
        try await wait()
        notice = nil
        try await eventually("it is gone") { gone == nil && clock.sleepers(within: ErrorNotice.life) == 0 }
    }
}
