import Testing

@testable import NexusCore

@Suite("A conversation's state")
struct ConversationStateTests {
    private func state(cursor: Seq = 10, gaps: Gaps = Gaps(), read: Seq = 10, unreadInGaps: Int = 0)
        -> ConversationState
    {
        ConversationState(
            record: ConversationRecord(
                info: .group(), cursor: cursor, head: cursor, gaps: gaps, read: read, unreadInGaps: unreadInGaps),
            members: [.of(ada), .of(ben)], me: ada)
    }

    private func changes(
        after: Seq, cursor: Seq, head: Seq? = nil, reset oldest: Seq? = nil, unread: Int = 0, messages: [Message] = []
    ) -> Changes {
        Changes(
            conversation: team, after: after, cursor: cursor, head: head ?? cursor, isReset: oldest != nil,
            oldest: oldest ?? 0, unread: unread, info: .group(), members: [.of(ada), .of(ben)], messages: messages)
    }

    @Test("the next live change is applied: rows and cursor together")
    func next() {
        var state = state()
        #expect(state.apply(.post(11)) == [.upsertMessages([.at(11)]), .putConversation(state.record)])
        #expect(state.record.cursor == 11 && state.record.head == 11)
        #expect(state.newest == .at(11) && state.unread == 1)
    }

    @Test("an applied change is a no-op")
    func doubled() {
        var state = state()
        _ = state.apply(.post(11))
        let before = state
        #expect(state.apply(.post(11)).isEmpty)
        #expect(state.apply(.post(4)).isEmpty)
        #expect(state == before)
    }

    @Test("a change that skips is not applied, but recorded")
    func skipped() {
        var state = state()
        #expect(state.apply(.post(12)).isEmpty)
        #expect(state.record.cursor == 10 && state.isBehind && state.unread == 0)
    }

    @Test("changes after an earlier cursor advance it; those that skip, or are older, do not")
    func catchUp() {
        var state = state()
        #expect(state.apply(changes(after: 12, cursor: 14, messages: [.at(14)])).isEmpty)
        #expect(state.record.cursor == 10)
        #expect(state.apply(changes(after: 2, cursor: 8, messages: [.at(8)])).isEmpty)
        #expect(state.record.cursor == 10)
        #expect(!state.apply(changes(after: 8, cursor: 15, head: 20, messages: [.at(9), .at(15)])).isEmpty)
        #expect(state.record.cursor == 15 && state.isBehind)
    }

    @Test("a fresh page turns everything older into a gap")
    func reset() {
        var state = state()
        _ = state.apply(.post(11))
        _ = state.apply(
            changes(after: 11, cursor: 2_000, reset: 1_990, unread: 900, messages: [.at(1_990), .at(2_000)]))
        #expect(state.record.gaps.ranges == [1...1_989])
        #expect(state.unread == 900 && state.record.unreadInGaps == 898)
        #expect(state.newest == .at(2_000))
    }

    @Test("a fresh page of a conversation without messages leaves no gap")
    func emptyReset() {
        var state = state()
        _ = state.apply(changes(after: 10, cursor: 1_500, reset: 0))
        #expect(state.record.gaps.isEmpty && state.record.cursor == 1_500 && state.newest == nil)
    }

    @Test("a page fills its range of a gap, up to the cursor")
    func page() {
        var state = state(cursor: 100, gaps: Gaps([1...80]), unreadInGaps: 5)
        let page = Page(
            conversation: team, from: 51, through: 80, head: 100,
            messages: [.at(60), .at(70, by: ada), .at(80, deleted: true)])
        let mutations = state.apply(page)
        #expect(mutations?.first == .upsertMessages(page.messages))
        #expect(state.record.gaps.ranges == [1...50])
        #expect(state.unread == 5 && state.record.unreadInGaps == 4)
    }

    @Test("the page that fills the last gap ends the count of messages in gaps")
    func lastPage() {
        var state = state(cursor: 100, gaps: Gaps([1...50]), unreadInGaps: 7)
        _ = state.apply(Page(conversation: team, from: 1, through: 50, head: 100, messages: [.at(20)]))
        #expect(state.record.gaps.isEmpty && state.unread == 1)
    }

    @Test("a page older than the applied changes is refused, and requested again")
    func stalePage() {
        var state = state(cursor: 100, gaps: Gaps([1...80]))
        #expect(state.apply(Page(conversation: team, from: 51, through: 80, head: 99, messages: [.at(60)])) == nil)
        #expect(state.record.gaps.ranges == [1...80])
    }

    @Test("the user's own acknowledged message advances the cursor if it is next; further ahead it only shows")
    func posted() {
        var state = state()
        _ = state.insertPosted(.at(11, by: ada))
        #expect(state.record.cursor == 11)
        let mutations = state.insertPosted(.at(14, by: ada))
        #expect(mutations.first == .upsertMessages([.at(14, by: ada)]))
        #expect(state.record.cursor == 11 && state.isBehind && state.newest?.seq == 14 && state.unread == 0)
    }

    @Test("a member's later row wins over one that arrives late")
    func members() {
        var state = state()
        _ = state.apply(Change(conversation: team, seq: 11, members: [.of(ben, read: 9, changed: 11)]))
        _ = state.apply(
            Change(conversation: team, seq: 12, members: [.of(ben, read: 3, changed: 5), .of(cyd, changed: 12)]))
        #expect(state.member(ben)?.read == 9)
        #expect(state.member(cyd) != nil)
    }

    @Test("reading moves forward only, and the server's position counts too")
    func reading() {
        var state = state(read: 1)
        for seq in Seq(11)...15 { _ = state.apply(.post(seq)) }
        let moved = [12, 11, 12].map { state.markRead(through: $0) }
        #expect(moved == [true, false, false])
        #expect(state.unread == 3)
        _ = state.apply(Change(conversation: team, seq: 16, members: [.of(ada, read: 14, changed: 16)]))
        #expect(state.unread == 1 && state.record.read == 14)
    }

    @Test("after a restore it counts a message inside a gap once")
    func restored() {
        let record = ConversationRecord(
            info: .group(), cursor: 100, head: 100, gaps: Gaps([1...50]), read: 1, unreadInGaps: 10)
        let state = ConversationState(
            record: record, members: [.of(ada)], newest: .at(99), unread: [20, 30, 60, 99], me: ada)
        #expect(state.unread == 12)
    }

    @Test("deleting an unread message reduces the count once, stored or in a gap")
    func deletion() {
        var state = state(cursor: 100, gaps: Gaps([1...50]), unreadInGaps: 3)
        _ = state.apply(.post(101))
        #expect(state.unread == 4)
        _ = state.apply(
            Change(
                conversation: team, seq: 102,
                messages: [.at(101, changed: 102, deleted: true), .at(20, changed: 102, deleted: true)]))
        #expect(state.unread == 2)
        _ = state.apply(Change(conversation: team, seq: 103, messages: [.at(5, changed: 103, deleted: true)]))
        #expect(state.unread == 2, "it had been read")
    }
}
