import Testing

@testable import NexusCore

@Suite("A page that fills a gap with unread messages")
struct GapPageTests {
    /// Ada has read up to 8; she lacks 3 to 6, which she has read elsewhere, and 12 to 15, which are unread.
    private func state(unreadInGaps: Int, mentionsInGaps: Int = 0) -> ConversationState {
        ConversationState(
            record: ConversationRecord(
                info: .group(), cursor: 20, head: 20, gaps: Gaps([3...6, 12...15]), read: 8, unreadInGaps: unreadInGaps,
                mentionsInGaps: mentionsInGaps),
            members: [.of(ada, read: 8), .of(ben)], me: ada)
    }

    private func page(_ range: ClosedRange<Seq>, mentioning users: [UserID] = []) -> Page {
        Page(
            conversation: team, from: range.lowerBound, through: range.upperBound, head: 20,
            messages: range.map { .at($0, mentioning: users) })
    }

    @Test("counts each message once, as held, when it covers the whole gap")
    func whole() {
        var state = state(unreadInGaps: 4, mentionsInGaps: 4)
        _ = state.apply(page(12...15, mentioning: [ada]))
        #expect(state.record.gaps.ranges == [3...6])
        #expect(state.unreadHeld == [12, 13, 14, 15])
        #expect((state.record.unreadInGaps, state.unread) == (0, 4))
        #expect((state.record.mentionsInGaps, state.mentions) == (0, 4))
    }

    @Test("ends a count that was too high, since the rest of the gaps has been read")
    func tooHigh() {
        var state = state(unreadInGaps: 9, mentionsInGaps: 3)
        _ = state.apply(page(12...15))
        #expect((state.record.unreadInGaps, state.unread) == (0, 4))
        #expect((state.record.mentionsInGaps, state.mentions) == (0, 0))
    }

    @Test("leaves the rest of the count to the gap when it covers a part")
    func part() {
        var state = state(unreadInGaps: 4, mentionsInGaps: 3)
        _ = state.apply(page(14...15, mentioning: [ada]))
        #expect(state.record.gaps.ranges == [3...6, 12...13])
        #expect((state.record.unreadInGaps, state.unread) == (2, 4))
        #expect((state.record.mentionsInGaps, state.mentions) == (1, 3))
    }

    @Test("changes no count when it covers only what has been read")
    func below() {
        var state = state(unreadInGaps: 4, mentionsInGaps: 1)
        _ = state.apply(page(3...6, mentioning: [ada]))
        #expect(state.record.gaps.ranges == [12...15])
        #expect((state.record.unreadInGaps, state.unread) == (4, 4))
        #expect((state.record.mentionsInGaps, state.mentions) == (1, 1))
    }
}
