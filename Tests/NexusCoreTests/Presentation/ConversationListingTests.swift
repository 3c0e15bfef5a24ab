import Testing

@testable import NexusCore

@Suite("The list of conversations")
struct ConversationListingTests {
    @Test("sends all rows at first, then only changed ones")
    func changes() {
        var device = ScriptedDevice.inTeam()
        var list = ConversationListing()
        #expect(list.changes(in: device.engine).order == [team])
        #expect(list.changes(in: device.engine).isEmpty)
        list.note(device.hear(.change(.post(2))))
        let told = list.changes(in: device.engine)
        #expect(told.rows.map(\.unread) == [1])
        #expect(told.order == nil)
    }

    @Test("sends a new order when a conversation moves up, with only the changed rows")
    func order() {
        let items = [team, other].map { id in
            SyncSnapshot.Item(
                record: ConversationRecord(info: .group(id), cursor: 1, head: 1), members: [.of(ada), .of(ben)],
                newest: nil,
                unread: [])
        }
        var device = ScriptedDevice(conversations: items)
        device.connect()
        var list = ConversationListing()
        #expect(list.changes(in: device.engine).order == [team, other])
        let message = Message.at(2, in: other, writtenAt: noon.advanced(by: 1))
        list.note(device.hear(.change(Change(conversation: other, seq: 2, messages: [message]))))
        let told = list.changes(in: device.engine)
        #expect(told.order == [other, team])
        #expect(told.rows.map(\.id) == [other])
        let removed = Change(conversation: other, seq: 3, members: [.of(ada, changed: 3, left: true)])
        list.note(device.hear(.change(removed)))
        #expect(list.changes(in: device.engine) == .init(rows: [], order: [team]))
    }

    @Test("forgets a refused operation once it is discarded")
    func discarded() throws {
        var device = ScriptedDevice.inTeam()
        var list = ConversationListing()
        let id = try device.post("hello")
        list.note(device.effects)
        #expect(list.changes(in: device.engine).rows.map(\.lastText) == ["hello"])
        list.note(device.hear(.refusal(.operation(id), Refusal(.textTooLong, "Too long."))))
        #expect(list.changes(in: device.engine).rows.map(\.failed) == [1])
        list.note(device.handle(.discard(id)))
        #expect(list.changes(in: device.engine).rows.map(\.failed) == [0])
    }

    @Test("counts the user's waiting operations, except receipts")
    func waiting() throws {
        var device = ScriptedDevice.inTeam()
        #expect(
            device.engine.connectionSummary == .init(isOnline: true, offlineSince: nil, waiting: 0, isCaughtUp: true))
        device.hear(.change(.post(2)))
        device.handle(.read(team, through: 2))
        #expect(device.engine.connectionSummary.waiting == 0)
        device.handle(.networkLost)
        try device.post("one")
        try device.post("two")
        #expect(
            device.engine.connectionSummary == .init(isOnline: false, offlineSince: noon, waiting: 2, isCaughtUp: false)
        )
    }

    @Test("is filtered by every word, in any text")
    func filter() {
        let filter = ConversationFilter("ada  team ")
        #expect(filter.matches(["the team", "hello", "ada", "ben"]))
        #expect(!filter.matches(["the team", "hello", "ben"]))
        #expect(ConversationFilter(" ").matches([]))
        #expect(ConversationFilter("é").matches(["café"]))
        #expect(!ConversationFilter("longer than it").matches(["long"]))
    }
}

extension ConversationListing {
    mutating func note(_ effects: [SyncEffect]) {
        for effect in effects { note(effect) }
    }
}
