import Testing

@testable import NexusCore

@Suite("Unread messages")
struct UnreadCountTests {
    /// A conversation as a server holds it: every message in its present state, every change by its place.
    private struct Model {
        var messages: [Seq: Message] = [:]
        var changes: [Change] = []
        var read: Seq = 0
        var head: Seq { Seq(changes.count) }

        var unread: Int { messages.values.count { $0.sender != ada && !$0.isDeleted && $0.seq > read } }

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
                change.messages = [.at(message.seq, by: message.sender, text: "edited", changed: seq)]
            case 3:
                read = max(read, Seq(random.next() % UInt64(seq)))
                change.members = [.of(ada, joined: 0, read: read, changed: seq)]
            default:
                change.messages = [.at(seq, by: random.next() % 3 == 0 ? ada : ben)]
            }
            for message in change.messages { messages[message.seq] = message }
            changes.append(change)
        }

        func answer(after: Seq, limit: Seq) -> Changes {
            if head - after > limit {
                let page = messages.values.sorted { $0.seq < $1.seq }.suffix(5)
                return Changes(
                    conversation: team, after: after, cursor: head, head: head, isReset: true,
                    oldest: page.first?.seq ?? 0, unread: unread, info: .group(), members: me, messages: Array(page))
            }
            let rows = messages.values.filter { $0.changed > after }.sorted { $0.seq < $1.seq }
            return Changes(
                conversation: team, after: after, cursor: head, head: head, isReset: false, oldest: 0, unread: unread,
                info: nil, members: me, messages: rows)
        }

        func page(before seq: Seq) -> Page {
            let rows = messages.values.filter { $0.seq < seq }.sorted { $0.seq < $1.seq }.suffix(4)
            return Page(
                conversation: team, from: rows.count < 4 ? 1 : rows.first?.seq ?? 1, through: seq - 1, head: head,
                messages: Array(rows))
        }

        private var me: [Member] { [.of(ada, joined: 0, read: read, changed: head)] }
    }

    @Test("are counted as by hand, through live changes, skips, fresh pages and older pages", arguments: 0..<150)
    func againstByHand(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var model = Model()
        var state = ConversationState(record: ConversationRecord(info: .group()), members: [], me: ada)
        for _ in 0..<40 {
            switch random.next() % 8 {
            case 0...4:
                model.happen(&random)
                if random.next() % 5 > 0, let last = model.changes.last {
                    let before = state.record
                    _ = state.apply(last)
                    if state.record.cursor > before.cursor, state.needsRecount(after: last) {
                        _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
                    }
                }
            case 5:
                for _ in 0..<(random.next() % 30) { model.happen(&random) }
            case 6:
                _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
            default:
                if let gap = state.record.gaps.gap(before: .max) {
                    _ = state.apply(model.page(before: gap.upperBound + 1))
                }
            }
            if state.record.cursor == model.head {
                #expect(state.unread == model.unread)
                #expect(state.newest == model.messages.values.max { $0.seq < $1.seq })
            }
        }
        _ = state.apply(model.answer(after: state.record.cursor, limit: 15))
        while let gap = state.record.gaps.gap(before: .max) {
            guard state.apply(model.page(before: gap.upperBound + 1)) != nil else { break }
            #expect(state.unread == model.unread)
        }
        #expect(state.record.gaps.isEmpty)
        #expect(state.unread == model.unread && state.record.unreadInGaps == 0)
    }
}
