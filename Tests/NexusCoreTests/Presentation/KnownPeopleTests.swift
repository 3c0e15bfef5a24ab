import Testing

@testable import NexusCore

@Suite("The people that a device knows offline")
struct KnownPeopleTests {
    @Test("are those who share a conversation with the user, each once, by name")
    func people() {
        let items = [team, other].map { id in
            SyncSnapshot.Item(
                record: ConversationRecord(info: .group(id), cursor: 1, head: 1),
                members: [.of(dan, left: true), .of(ada), .of(cyd), .of(ben)], newest: nil, unread: [])
        }
        let device = ScriptedDevice(conversations: items)
        #expect(device.engine.knownPeople.map(\.name) == ["Ben", "Cyd", "Dan"])
    }

    @Test("and the time since it was in sync, also after a restart")
    func offlineSince() {
        var device = ScriptedDevice(since: noon.advanced(by: -60_000))
        device.handle(.start)
        #expect(device.engine.connectionSummary.offlineSince == noon.advanced(by: -60_000))
        var fresh = ScriptedDevice(since: nil)
        fresh.handle(.start)
        #expect(fresh.engine.connectionSummary.offlineSince == noon)
    }
}
