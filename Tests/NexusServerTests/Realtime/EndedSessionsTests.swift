import NexusCore
import Testing

@testable import NexusServer

@Suite("Recently ended sessions")
struct EndedSessionsTests {
    private func session(_ number: UInt64) -> SessionID { SessionID(high: 0, low: number) }

    @Test("the newest are kept, as many as the limit, each once")
    func bounded() {
        var ended = EndedSessions(limit: 3)
        for number in [1, 2, 2, 2, 3] as [UInt64] { ended.insert(session(number)) }
        #expect((1...3).allSatisfy { ended.contains(session($0)) })
        ended.insert(session(4))
        #expect(!ended.contains(session(1)))
        #expect((2...4).allSatisfy { ended.contains(session($0)) })
        for number in 5...9 as ClosedRange<UInt64> { ended.insert(session(number)) }
        #expect((1...9).filter { ended.contains(session($0)) } == [7, 8, 9])
    }
}
