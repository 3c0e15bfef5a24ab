import Testing

@testable import NexusCore

@Suite("Presence and typing on a device")
struct PresenceTests {
    private func told(_ user: UserID, _ isOnline: Bool) -> ServerFrame {
        .presence([Presence(user: user, isOnline: isOnline)])
    }

    /// The change that takes Ada out of `team`.
    private func removal(of user: UserID, at seq: Seq) -> ServerFrame {
        .change(Change(conversation: team, seq: seq, members: [.of(user, changed: seq, left: true)]))
    }

    @Test("a presence counts until the next one")
    func told() {
        var device = ScriptedDevice.inTeam()
        #expect(device.hear(told(ben, true)).contains(.redraw(.presence([ben]))))
        #expect(device.engine.presence[ben]?.isOnline == true)
        device.hear(told(ben, false))
        #expect(device.engine.presence[ben]?.isOnline == false)
    }

    @Test("without a connection all presence is unknown")
    func disconnected() {
        var device = ScriptedDevice.inTeam()
        device.hear(told(ben, true))
        let effects = device.handle(.socketClosed(.lost))
        #expect(effects.contains(.redraw(.presence([ben]))))
        #expect(device.engine.presence.isEmpty)
    }

    @Test("a removed user forgets those they share no other conversation with")
    func departed() {
        var device = ScriptedDevice.inTeam()
        device.hear(told(ben, true))
        let effects = device.hear(removal(of: ada, at: 2))
        #expect(effects.contains(.redraw(.presence([ben]))))
        #expect(device.engine.presence.isEmpty)
    }

    @Test("those of another shared conversation stay known")
    func shared() {
        let items = [team, other].map { id in
            SyncSnapshot.Item(
                record: ConversationRecord(
                    info: .group(id), cursor: 1, head: 1, gaps: Gaps(), read: 1, unreadInGaps: 0),
                members: id == team ? [.of(ada), .of(ben), .of(cyd)] : [.of(ada), .of(ben)], newest: nil, unread: [])
        }
        var device = ScriptedDevice(conversations: items)
        device.connect()
        device.hear(told(ben, true))
        device.hear(told(cyd, true))
        device.hear(removal(of: ada, at: 2))
        #expect(device.engine.presence.keys.sorted() == [ben])
    }

    @Test("typing ends by itself if its end was lost, and with the message")
    func typing() {
        var device = ScriptedDevice.inTeam()
        #expect(device.hear(.typing(team, user: ben, active: true)).contains(.redraw(.typing(team))))
        #expect(device.engine.typing.users(in: team) == [ben])
        let effects = device.handle(.timer(.typing), after: 4_000)
        #expect(effects.contains(.redraw(.typing(team))))
        #expect(device.engine.typing.users(in: team).isEmpty)
        device.hear(.typing(team, user: ben, active: true))
        device.hear(.change(.post(2)))
        #expect(device.engine.typing.users(in: team).isEmpty)
    }

    @Test("the user's own typing on another device is not shown")
    func own() {
        var device = ScriptedDevice.inTeam()
        device.hear(.typing(team, user: ada, active: true))
        #expect(device.engine.typing.users(in: team).isEmpty)
    }

    @Test("typing is repeated every two seconds, and its end sent once")
    func renewal() {
        var device = ScriptedDevice.inTeam()
        #expect(device.handle(.typing(team, true)).frames == [.typing(team, active: true)])
        #expect(device.handle(.typing(team, true), after: 1_000).frames == [])
        #expect(device.handle(.typing(team, true), after: 1_000).frames == [.typing(team, active: true)])
        #expect(device.handle(.typing(team, false)).frames == [.typing(team, active: false)])
        #expect(device.handle(.typing(team, false)).frames == [])
    }

    @Test("a device going to the background reports it at once, and again when it returns")
    func background() {
        var device = ScriptedDevice.inTeam()
        #expect(device.handle(.activity(false)).frames.contains(.activity(active: false)))
        device.handle(.socketClosed(.lost))
        device.handle(.timer(.reconnect))
        #expect(device.handle(.socketOpened).frames.contains(.activity(active: false)))
    }
}
