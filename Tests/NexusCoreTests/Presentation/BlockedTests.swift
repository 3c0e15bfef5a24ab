import Testing

@testable import NexusCore

@Suite("A blocked person on the screen")
struct BlockedTests {
    private func blocked(_ user: UserID) -> ServerFrame {
        .own(
            UserSettingsChanges(
                after: 0, cursor: 1, head: 1,
                relations: [Relation(user: user, name: "Ben", isBlocked: true, changed: 1)]))
    }

    @Test("their direct conversation is in no list and on no badge, and returns when they are unblocked")
    func direct() throws {
        let id = ConversationID.direct(between: ada, and: ben)
        let info = Conversation(id: id, kind: .direct, title: nil, creator: ben, createdAt: noon, changed: 1)
        var device = ScriptedDevice(conversations: [
            SyncSnapshot.Item(
                record: ConversationRecord(info: info, cursor: 2, head: 2, read: 1), members: [.of(ada), .of(ben)],
                newest: .at(2, in: id), unread: [2])
        ])
        device.connect()
        #expect(device.engine.unreadTotal == 1)
        var listing = ConversationListing()
        _ = listing.changes(in: device.engine)
        for effect in device.hear(blocked(ben)) { listing.note(effect) }
        #expect(listing.changes(in: device.engine).order == [])
        #expect(device.engine.conversationRows().isEmpty)
        #expect(device.engine.unreadTotal == 0)
        #expect(device.engine.chatHeader(id)?.isBlocked == true)
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: false)))
        for effect in device.effects { listing.note(effect) }
        #expect(listing.changes(in: device.engine).order == [id])
    }

    @Test("in a group their messages are folded at once, not announced, and unfolded again")
    func group() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        var window = ChatWindow(
            team, showing: HeldPage([.at(2)], isOldest: true, isNewest: true), minutesFromUTC: 0, in: device.engine)
        _ = window.changes(in: device.engine)
        #expect(window.message(at: 2)?.isFolded == false)
        for effect in device.hear(blocked(ben)) { window.note(effect) }
        _ = window.changes(in: device.engine)
        #expect(window.message(at: 2)?.isFolded == true)
        #expect(device.engine.conversationRow(team)?.lastIsFolded == true)
        #expect(device.engine.conversationRow(team)?.lastText == nil)
        #expect(device.engine.banner(for: .at(2)) == nil)
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: false)))
        for effect in device.effects { window.note(effect) }
        _ = window.changes(in: device.engine)
        #expect(window.message(at: 2)?.isFolded == false)
    }
}
