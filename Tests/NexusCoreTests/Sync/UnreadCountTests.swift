import Testing

@testable import NexusCore

@Suite("Unread messages")
struct UnreadCountTests {
    /// A conversation on a server: every message in its present state, every change by its position.
    private struct Model {
        var messages: [Seq: Message] = [:]
        var changes: [Change] = []
        var read: Seq = 0
        var head: Seq { Seq(changes.count) }

        var unread: Int { messages.values.count { $0.sender != ada && !$0.isDeleted && $0.seq > read } }
        var mentions: Int { messages.values.count { $0.sender != ada && $0.mentions.names(ada) && $0.seq > read } }

        mutating func happen(_ random: inout DeviceRandom) {
            let seq = head + 1
            var change = Change(conversation: team, seq: seq)
            let live = messages.values.filter { !$0.isDeleted }.sorted { $0.seq < $1.seq }
            switch random.next() % 10 {
            case 0 where !live.isEmpty, 1 where !live.isEmpty:
                var message = live[Int(random.next() % UInt64(live.count))]
                message = .at(message.seq, by: message.sender, changed: seq, deleted: true)
                change.messages = [message]
            case 2 where !live.isEmpty:
                let message = live[Int(random.next() % UInt64(live.count))]
                change.messages = [
                    .at(
                        message.seq, by: message.sender, text: "edited", changed: seq,
                        mentioning: random.next() % 2 == 0 ? [ada] : [])
                ]
            case 3:
                read = max(read, Seq(random.next() % UInt64(seq)))
                change.members = [.of(ada, joined: 0, read: read, changed: seq)]
            default:
                let isMention = random.next() % 3 == 0
                change.messages = [
                    .at(seq, by: random.next() % 3 == 0 ? ada : ben, mentioning: isMention ? [ben, ada] : [])
                ]
            }
            for message in change.messages { messages[message.seq] = message }
            changes.append(change)
        }

        func answer(after: Seq, limit: Seq) -> Changes {
            if head - after > limit {
                let page = messages.values.sorted { $0.seq < $1.seq }.suffix(5)
                return Changes(
                    conversation: team, after: after, cursor: head, head: head, isReset: true,
                    oldest: page.first?.seq ?? 0, unread: unread, mentions: mentions, info: .group(), members: me,
                    messages: Array(page))
            }
            let rows = messages.values.filter { $0.changed > after }.sorted { $0.seq < $1.seq }
            return Changes(
                conversation: team, after: after, cursor: head, head: head, isReset: false, oldest: 0, unread: unread,
                mentions: mentions, info: nil, members: me, messages: rows)
        }

        func page(before seq: Seq) -> Page {
            let rows = messages.values.filter { $0.seq < seq }.sorted { $0.seq < $1.seq }.suffix(4)
            return Page(
                conversation: team, from: rows.count < 4 ? 1 : rows.first?.seq ?? 1, through: seq - 1, head: head,
                messages: Array(rows))
        }

        private var me: [Member] { [.of(ada, joined: 0, read: read, changed: head)] }
    }

    @Test("are counted correctly through live changes, skips, fresh pages and older pages", arguments: 0..<150)
    func againstByHand(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var model = Model()
        var state = ConversationState(record: ConversationRecord(info: .group()), members: [], me: ada)
        for _ in 0..<40 {
            switch random.next() % 8 {
            case 0...4:
                model.happen(&random)
                if random.next() % 5 > 0, let last = model.changes.last { hear(last, &state, model) }
            case 5:
                for _ in 0..<(random.next() % 30) { model.happen(&random) }
            case 6:
                _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
            default:
                if let gap = state.record.gaps.gap(before: .max) {
                    look(at: model.page(before: gap.upperBound + 1), &state, model)
                }
            }
            if state.record.cursor == model.head {
                #expect(state.unread == model.unread)
                #expect(state.mentions == model.mentions)
                #expect(state.newest == model.messages.values.max { $0.seq < $1.seq })
            }
        }
        _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
        while let gap = state.record.gaps.gap(before: .max) {
            guard look(at: model.page(before: gap.upperBound + 1), &state, model) else { break }
            #expect(state.unread == model.unread)
            #expect(state.mentions == model.mentions)
        }
        #expect(state.record.gaps.isEmpty)
        #expect(state.unread == model.unread && state.record.unreadInGaps == 0)
        #expect(state.mentions == model.mentions && state.record.mentionsInGaps == 0)
    }

    @Test("are right after a page that is newer than pending changes", arguments: 0..<150)
    func pageAhead(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var model = Model()
        for _ in 0..<40 { model.happen(&random) }
        var state = ConversationState(record: ConversationRecord(info: .group()), members: [], me: ada)
        _ = state.apply(model.answer(after: 0, limit: 15))
        while let gap = state.record.gaps.gap(before: .max) {
            let known = model.changes.count
            for _ in 0...(random.next() % 3) { model.happen(&random) }
            let page = model.page(before: gap.upperBound + 1)
            #expect(state.apply(page) != nil)
            let mustAsk = state.needsRecount(after: page)
            for change in model.changes[known...] { hear(change, &state, model) }
            // The answer to the page's question comes after changes in flight.
            if mustAsk { _ = state.apply(model.answer(after: state.record.cursor, limit: 15)) }
            #expect(state.unread == model.unread)
            #expect(state.mentions == model.mentions)
        }
    }

    @Test("are counted again when a deletion takes them below the server's limit")
    func limit() {
        let limit = Changes.unreadLimit
        let seq = Seq(limit * 2)
        var state = ConversationState(
            record: ConversationRecord(
                info: .group(), cursor: seq, head: seq, gaps: Gaps([1...(seq - 1)]), unreadInGaps: limit - 1),
            members: [.of(ada, read: 0)], newest: .at(seq), unread: [seq], me: ada)
        let inGap = Change(conversation: team, seq: seq + 1, messages: [.at(5, changed: seq + 1, deleted: true)])
        let before = state.unread
        _ = state.apply(inGap)
        #expect(state.unread == limit - 1)
        #expect(state.needsRecount(after: inGap, unreadBefore: before))
        let again = Change(conversation: team, seq: seq + 2, messages: [.at(6, changed: seq + 2, deleted: true)])
        _ = state.apply(again)
        #expect(!state.needsRecount(after: again, unreadBefore: limit - 1), "counts below the limit are exact")
    }

    @Test("in gaps are requested on every connection: an answer may have been lost with the last one")
    func askedAgain() {
        let counted = ScriptedDevice.inTeam(cursor: 10, gaps: Gaps([1...5]), unreadInGaps: 3)
        #expect(counted.effects.frames.contains(.changes(team, after: 10)))
        let read = ScriptedDevice.inTeam(cursor: 10, gaps: Gaps([1...5]))
        #expect(!read.effects.frames.contains(.changes(team, after: 10)))
    }

    /// A page of history, with its follow-up question; returns whether it was accepted.
    @discardableResult
    private func look(at page: Page, _ state: inout ConversationState, _ model: Model) -> Bool {
        guard state.apply(page) != nil else { return false }
        if state.needsRecount(after: page) { _ = state.apply(model.answer(after: state.record.cursor, limit: 15)) }
        return true
    }

    /// A live change, with its follow-up question.
    private func hear(_ change: Change, _ state: inout ConversationState, _ model: Model) {
        let (cursor, unread) = (state.record.cursor, state.unread)
        _ = state.apply(change)
        guard state.record.cursor > cursor, state.needsRecount(after: change, unreadBefore: unread) else { return }
        _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
    }
}
