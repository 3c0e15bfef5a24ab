import Testing

@testable import NexusCore

@Suite("A group that is created again after a restore")
struct RecreatedGroupTests {
    /// Ada's device after the server has lost her group; it has asked to create it again with Ben and Cyd.
    private func device() -> ScriptedDevice {
        let record = ConversationRecord(info: .group(), cursor: 9, head: 9, read: 9)
        var device = ScriptedDevice()
        device.engine = SyncEngine(
            restoring: SyncSnapshot(
                profile: .of(ada), since: noon,
                conversations: [
                    SyncSnapshot.Item(
                        record: record, members: [.of(ada, role: .owner), .of(ben), .of(cyd)], newest: .at(9),
                        unread: [])
                ], own: UserSettingsState(), outbox: [], epoch: EpochID(high: 0xE, low: 1)), seed: DeviceRandom(seed: 1)
        )
        device.handle(.start)
        device.handle(.socketOpened)
        device.hear(
            .welcome(
                Welcome(
                    session: SessionID(high: 1, low: 1), profile: .of(ada), time: noon,
                    epoch: EpochID(high: 0xE, low: 2))))
        device.handle(.collected([.at(4, by: ada)]))
        device.hear(.refusal(.conversation(team), Refusal(.conversationGone, "gone")))
        return device
    }

    @Test("loses its other members on the device and in the store when one of them has no account any more")
    func without() throws {
        var device = device()
        let creation = try #require(device.engine.outbox.entries.first)
        #expect(creation.operation.kind == .createGroup(team, title: "Team", members: [ben, cyd]))
        #expect(device.state()?.members.map(\.user) == [ada, ben, cyd])
        let effects = device.hear(.refusal(.operation(creation.operation.id), Refusal(.unknownPerson, "gone")))
        let state = try #require(device.state())
        #expect(state.members.map(\.user) == [ada])
        #expect(state.isLocalOnly)
        #expect(effects.operations.map(\.kind) == [.createGroup(team, title: "Team", members: [])])
        let stored = effects.stored
        let removal = try #require(stored.firstIndex(of: .removeConversation(team)))
        // Rows of members are only ever added: without the removal before, the store would keep the others.
        #expect(
            stored[removal...].starts(with: [
                .removeConversation(team), .putConversation(state.record), .upsertMembers(team, state.members),
            ]))
    }

    @Test("keeps the members that the server tells of when it exists there already")
    func known() throws {
        var device = device()
        let creation = try #require(device.engine.outbox.entries.first)
        device.hear(
            .change(
                Change(
                    conversation: team, seq: 1, info: .group(),
                    members: [.of(ada, role: .owner), .of(ben), .of(cyd)], messages: [])))
        device.hear(.refusal(.operation(creation.operation.id), Refusal(.unknownPerson, "gone")))
        #expect(device.state()?.members.map(\.user) == [ada, ben, cyd])
    }
}
