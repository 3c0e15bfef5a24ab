import Foundation
import GRDB
import NexusCore
import Testing

@testable import NexusClient

@Suite("The local store")
struct LocalStoreTests {
    @Test("a row is replaced only by one that is not older")
    func upsert() throws {
        let store = try Samples.store(messages: 0)
        try store.apply([.upsertMessages([Samples.message(2, text: "first", changed: 5)])])
        try store.apply([.upsertMessages([Samples.message(2, text: "older", changed: 4)])])
        #expect(try store.messages(in: Samples.talk).map(\.text) == ["first"])
        try store.apply([.upsertMessages([Samples.message(2, text: "same age", changed: 5)])])
        #expect(try store.messages(in: Samples.talk).map(\.text) == ["same age"])

        try store.apply([.upsertMembers(Samples.talk, [Samples.member(Samples.bob, read: 7, changed: 7)])])
        try store.apply([.upsertMembers(Samples.talk, [Samples.member(Samples.bob, read: 3, changed: 3)])])
        #expect(try store.snapshot()?.conversations[0].members.first { $0.user == Samples.bob.id }?.read == 7)
    }

    @Test("the epoch is stored, and rows of another one are replaced as a whole")
    func epoch() throws {
        let store = try Samples.store(messages: 3)
        let epoch = EpochID(high: 0xE, low: 1)
        #expect(try store.snapshot()?.epoch == nil)
        let row = ConversationSettings(conversation: Samples.talk, isPinned: true, changed: 4)
        let relation = Relation(user: Samples.bob.id, name: "Bob", isFavourite: true, changed: 5)
        try store.apply([.putEpoch(epoch), .putOwn(cursor: 5, settings: [row], relations: [relation])])
        #expect(try store.snapshot()?.epoch == epoch)
        var record = Samples.record(cursor: ConversationRecord.outdated)
        record.head = 0
        try store.apply([.putConversation(record)])
        #expect(try store.snapshot()?.conversations.first?.record.cursor == ConversationRecord.outdated)
        #expect(try store.messages(in: Samples.talk).count == 3)
        try store.apply([
            .removeConversation(Samples.talk), .putConversation(Samples.record(cursor: 2)),
            .upsertMessages([Samples.message(2, text: "new")]), .removeOwn,
            .putOwn(cursor: 1, settings: [], relations: []),
        ])
        #expect(try store.messages(in: Samples.talk).map(\.text) == ["new"])
        #expect(try store.snapshot()?.own == UserSettingsState(cursor: 1))
    }

    @Test("own messages are found by time of writing or deletion, the newest if there are many")
    func ownMessages() throws {
        let store = try Samples.store(messages: 0)
        var event = Samples.message(9, from: Samples.ada, text: "")
        event.event = GroupEvent(.title, text: "T")
        var deleted = Samples.message(2, from: Samples.ada, deleted: true)
        deleted.deletedAt = Samples.time(8_000)
        let own = [3, 5, 6].map { Samples.message($0, from: Samples.ada) }
        try store.apply([.upsertMessages(own + [deleted, event, Samples.message(7)])])
        let found = { (since: Int64, limit: Int) in
            try store.ownMessages(since: Samples.time(since), limit: limit).map(\.seq)
        }
        #expect(try found(0, 10) == [2, 3, 5, 6])
        #expect(try found(5_000, 10) == [2, 5, 6])
        #expect(try found(5_001, 10) == [2, 6])
        #expect(try found(0, 2) == [5, 6])
    }

    @Test("reactions are stored, and removed with the last user")
    func reactions() throws {
        let store = try Samples.store(messages: 3)
        var row = Samples.message(2, changed: 9)
        row.reactions = [Reaction(emoji: "👩‍🚀", users: [Samples.ada.id, Samples.bob.id])]
        try store.apply([.upsertMessages([row])])
        #expect(try store.message(row.id) == row)
        row.reactions = []
        row.changed = 10
        try store.apply([.upsertMessages([row])])
        #expect(try store.message(row.id) == row)
    }

    @Test("a group event keeps its place, and is neither unread nor the last message")
    func events() throws {
        let store = try Samples.store(messages: 1)
        var event = Samples.message(3, text: "")
        event.event = GroupEvent(.removed, users: [Samples.bob.id])
        try store.apply([.upsertMessages([event])])
        #expect(try store.message(event.id) == event)
        #expect(try store.messages(in: Samples.talk).map(\.seq) == [2, 3])
        let item = try #require(try store.snapshot()?.conversations.first)
        #expect(item.newest?.seq == 2)
        #expect(item.unread == [2])
    }

    @Test("the original of a reply is stored, and found on this device")
    func replies() throws {
        let store = try Samples.store(messages: 3)
        var answer = Samples.message(9)
        answer.replyTo = Samples.message(2).id
        var stranger = Samples.message(10)
        stranger.replyTo = MessageID(high: 9, low: 9)
        try store.apply([.upsertMessages([answer, stranger])])
        #expect(try store.message(answer.id) == answer)
        #expect(try store.originals(of: [answer, stranger], []).map(\.id) == [Samples.message(2).id])
        #expect(try store.originals(of: [Samples.message(2), answer], []).isEmpty, "it is there already")
        answer.changed = 11
        answer.replyTo = nil
        try store.apply([.upsertMessages([answer])])
        #expect(try store.message(answer.id)?.replyTo == nil)
    }

    @Test("the mutations of one call take effect together or not at all")
    func atomic() throws {
        let store = try Samples.store(messages: 1)
        var stranger = Samples.message(2, text: "another at the same place")
        stranger.id = MessageID(high: 9, low: 9)
        #expect(throws: ClientError.self) {
            try store.apply([.putConversation(Samples.record(cursor: 9)), .upsertMessages([stranger])])
        }
        #expect(try store.snapshot()?.conversations[0].record.cursor == 2)
        #expect(try store.messages(in: Samples.talk).map(\.text) == ["message 2"])
    }

    @Test("a restart continues from the stored state")
    func snapshot() throws {
        let store = try Samples.store(messages: 5)
        var record = Samples.record(cursor: 6, gaps: Gaps([3...3]), read: 2)
        record.unreadInGaps = 1
        let failed = OutboxEntry(
            operation: Samples.operation(2, "no"), order: 2, state: .failed(Refusal(.forbidden, "Not yours.")),
            createdAt: Samples.time(2))
        let waiting = OutboxEntry(operation: Samples.operation(1, "yes"), order: 1, createdAt: Samples.time(1))
        let done = OutboxEntry(
            operation: Samples.operation(3, "done"), order: 3, state: .acknowledged(9), createdAt: Samples.time(3))
        let settings = ConversationSettings(
            conversation: Samples.talk, mutedUntil: Samples.time(9), archivedThrough: 4, isPinned: true,
            isMarkedUnread: true, draft: "half", level: .mentions, playsSound: true, changed: 2)
        var profile = Samples.profile
        profile.notifications.keywords = ["boiler"]
        let relation = Relation(user: Samples.bob.id, name: "Bob", isFavourite: true, isBlocked: true, changed: 3)
        try store.apply([
            .putConversation(record), .putOperation(failed), .putOperation(waiting), .putOperation(done),
            .upsertMessages([
                Samples.message(4, changed: 7, deleted: true), Samples.message(5, from: Samples.ada, changed: 8),
            ]),
            .putClock(since: Samples.time(77), offset: -5),
            .putOwn(cursor: 3, settings: [settings], relations: [relation]), .putProfile(profile),
        ])
        let snapshot = try #require(try store.snapshot())
        #expect(snapshot.own == UserSettingsState(cursor: 3, settings: [settings], relations: [relation]))
        #expect(snapshot.profile == profile)
        #expect(snapshot.since == Samples.time(77))
        #expect(snapshot.clockOffset == -5)
        #expect(snapshot.outbox == [waiting, failed, done])
        let item = try #require(snapshot.conversations.first)
        #expect(item.record == record)
        #expect(item.members.map(\.name).sorted() == ["Ada", "Bob"])
        #expect(item.newest?.seq == 6)
        #expect(item.unread == [6], "not read, not one's own, not deleted, not in a gap")
    }

    @Test("an operation that cannot be read is left out and counted, and the profile opens with the others")
    func unreadable() throws {
        let store = try Samples.store()
        let hidden = SettingsChange(hidden: (0...Limits.hiddenMessages).map { Seq($0 + 2) })
        let tooMany = Operation(
            id: OperationID(high: 0x7000, low: 1), kind: .updateSettings(Samples.talk, hidden))
        let waiting = OutboxEntry(operation: Samples.operation(2, "yes"), order: 2, createdAt: Samples.time(2))
        try store.apply([
            .putOperation(OutboxEntry(operation: tooMany, order: 1, createdAt: Samples.time(1))),
            .putOperation(waiting),
        ])
        #expect(try store.snapshot()?.outbox == [waiting])
        #expect(try store.outbox() == [waiting])
        #expect(try store.unreadableOperations() == 1)
        try store.apply([.removeOperation(tooMany.id)])
        #expect(try store.unreadableOperations() == 0)
    }

    @Test("removing a conversation removes its rows; its operations are listed separately")
    func removal() throws {
        let store = try Samples.store(messages: 2)
        let entry = OutboxEntry(operation: Samples.operation(1, "mine"), order: 1, createdAt: Samples.time(1))
        try store.apply([.putOperation(entry)])
        try store.apply([.removeConversation(Samples.talk)])
        #expect(try store.messages(in: Samples.talk).isEmpty)
        #expect(try store.snapshot()?.conversations.isEmpty == true)
        #expect(try store.outbox() == [entry])
        try store.apply([.removeOperation(entry.operation.id)])
        #expect(try store.outbox().isEmpty)
    }

    @Test("pages are the newest, those before a position, and those around one")
    func pages() throws {
        let store = try Samples.store(messages: 20)
        #expect(try store.messages(in: Samples.talk, limit: 3).map(\.seq) == [19, 20, 21])
        #expect(try store.messages(in: Samples.talk, before: 4, limit: 3).map(\.seq) == [2, 3])
        #expect(try store.messages(in: Samples.talk, around: 10, limit: 4).map(\.seq) == [8, 9, 10, 11])
        #expect(try store.messages(in: Samples.talk, around: 2, limit: 4).map(\.seq) == [2, 3, 4, 5])
        #expect(try store.messages(in: Samples.talk, from: 20).map(\.seq) == [20, 21])
        #expect(try store.message(Samples.message(7).id)?.seq == 7)
        #expect(try store.message(MessageID(high: 1, low: 1)) == nil)
    }

    @Test("opening and the first page use indexes, regardless of the history's length")
    func plans() throws {
        let store = try Samples.store(messages: 50)
        let plans = try store.reading { db in
            try [
                "SELECT \(Message.columns) FROM message WHERE conversation = x'00' ORDER BY seq DESC LIMIT 1",
                "SELECT seq FROM message WHERE conversation = x'00' AND seq > 5 AND sender <> x'00' ORDER BY seq",
                "SELECT \(Message.columns) FROM message WHERE conversation = x'00' AND seq < 9 ORDER BY seq DESC",
                "SELECT \(Message.columns) FROM message WHERE id = x'00'",
            ].flatMap { sql in try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String } }
        }
        #expect(plans.count == 4)
        for plan in plans {
            #expect(plan.hasPrefix("SEARCH message USING"))
            #expect(!plan.contains("TEMP B-TREE"))
        }
    }

    @Test("the state is found again in its file")
    func file() throws {
        let folder = try TemporaryFolder()
        _ = try Samples.store(messages: 4, in: LocalStore(at: folder.file("store.sqlite")))
        let again = try LocalStore(at: folder.file("store.sqlite"))
        #expect(try again.messages(in: Samples.talk).count == 4)
    }

    @Test("a damaged file is set aside with a clear error, and the next opening creates a new one")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        try Data(repeating: 0x5A, count: 8_192).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: ClientError.self) { try LocalStore(at: path) }
        guard case .storeDamaged(let aside) = error else {
            Issue.record("it was \(String(describing: error))")
            return
        }
        #expect(FileManager.default.contents(atPath: aside)?.count == 8_192)
        #expect(try LocalStore(at: path).profile() == nil)
    }

    @Test("a store of a later version is left alone")
    func later() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let store = try LocalStore(at: path)
        try store.writing { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        #expect(throws: ClientError.storeTooNew) { try LocalStore(at: path) }
    }

    @Test("a read-only folder is reported")
    func unwritable() throws {
        let error = #expect(throws: ClientError.self) { try LocalStore(at: "/nowhere/at/all/store.sqlite") }
        #expect(error?.code == "store_unavailable")
    }

    @Test("people are found by name or address")
    func people() throws {
        let store = try Samples.store()
        #expect(try store.knownPeople(matching: "bo") == [User(id: Samples.bob.id, name: "Bob", email: "")])
        try store.remember([Samples.bob])
        #expect(try store.knownPeople(matching: "BOB@example") == [Samples.bob])
        #expect(try store.knownPeople(matching: "").map(\.name) == ["Ada", "Bob"])
        #expect(try store.knownPeople(matching: "zoe").isEmpty)
    }

    @Test("requests of other processes are answered in order, and an answer is taken once")
    func mailbox() throws {
        let folder = try TemporaryFolder()
        let holder = try LocalStore(at: folder.file("store.sqlite"))
        let other = try LocalStore(at: folder.file("store.sqlite"))
        let before = try holder.foreignVersion()
        let first = try other.post(.perform(Samples.operation(1, "hi"), people: [Samples.bob]))
        let second = try other.post(.discard(OperationID(high: 1, low: 2)))
        #expect(try holder.foreignVersion() != before)
        #expect(
            try holder.requests().map(\.command) == [
                .perform(Samples.operation(1, "hi"), people: [Samples.bob]), .discard(OperationID(high: 1, low: 2)),
            ])
        #expect(try other.takeAnswer(first) == nil)
        try holder.answer(first, with: .done(.online))
        try holder.answer(second, with: .refused(Refusal(.forbidden, "No.")))
        #expect(try other.takeAnswer(first) == .done(.online))
        #expect(try other.takeAnswer(first) == nil)
        #expect(try other.takeAnswer(second) == .refused(Refusal(.forbidden, "No.")))
        #expect(try holder.requests().isEmpty)
    }

    @Test("a request is withdrawn unless a holder has claimed it, and a claimed one waits for the next holder")
    func withdrawal() throws {
        let folder = try TemporaryFolder()
        let holder = try LocalStore(at: folder.file("store.sqlite"))
        let other = try LocalStore(at: folder.file("store.sqlite"))
        let operation = Samples.operation(1, "hi")
        let first = try other.post(.look)
        let second = try other.post(.perform(operation, people: []))
        #expect(try other.withdraw(first))
        #expect(try !holder.claim(first))
        #expect(try holder.claim(second))
        #expect(try !other.withdraw(second))
        #expect(try other.takeAnswer(second) == nil)
        #expect(try other.mayHold(operation.id))
        #expect(try holder.requests().map(\.position) == [second])
        #expect(try holder.claim(second), "the one before may have died")
        try holder.unclaim(second)
        #expect(try other.withdraw(second))
        #expect(try holder.requests().isEmpty)
        #expect(try !other.mayHold(operation.id))
    }
}
