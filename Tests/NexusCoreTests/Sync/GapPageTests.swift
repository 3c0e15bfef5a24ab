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

    private static let wanted = ClientFrame.page(PageRequest(conversation: team, anchor: .before(7)))

    /// Ada's device at 20, which has asked for a page and was given one of a server at 15.
    private static func misled() -> ScriptedDevice {
        var device = ScriptedDevice.inTeam(cursor: 20, gaps: Gaps([3...6]))
        #expect(device.handle(.loadOlder(team, before: 7)).frames == [wanted])
        let stale = Page(conversation: team, from: 3, through: 6, head: 15, messages: [])
        #expect(device.hear(.page(stale)).frames == [.changes(team, after: 20)])
        #expect(device.hear(.page(stale)).frames.isEmpty)
        return device
    }

    @Test("is asked for again after the changes, if it was older than the device's, and not before")
    func older() {
        var device = GapPageTests.misled()
        #expect(
            device.handle(.timer(.requests), after: CatchUp.answerTimeout).frames == [.changes(team, after: 20)])
        let changes = Changes(
            conversation: team, after: 20, cursor: 20, head: 20, isReset: false, oldest: 0, unread: 0, info: nil,
            members: [], messages: [])
        #expect(device.hear(.changes(changes)).frames == [GapPageTests.wanted])
        device.hear(.page(page(3...6)))
        #expect(device.state()?.record.gaps.isEmpty == true)
    }

    @Test("that is older since the server has lost changes makes the device start over")
    func lost() {
        var device = GapPageTests.misled()
        let changes = Changes(
            conversation: team, after: 20, cursor: 15, head: 15, isReset: true, oldest: 0, unread: 0,
            info: .group(), members: [.of(ada, role: .owner)], messages: [])
        #expect(device.hear(.changes(changes)).contains { if case .collect = $0 { true } else { false } })
    }

    @Test("is asked for at once on another connection")
    func reconnected() {
        var device = GapPageTests.misled()
        device.handle(.socketClosed(.lost))
        device.handle(.timer(.reconnect), after: 60_000)
        device.connect()
        #expect(device.effects.frames.contains(GapPageTests.wanted))
    }
}
