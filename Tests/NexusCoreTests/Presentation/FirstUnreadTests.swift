import Testing

@testable import NexusCore

@Suite("The place where a chat opens")
struct FirstUnreadTests {
    @Test("is around its first unread message, and not at its end")
    func opensAtTheFirstUnread() {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...80 { device.hear(.change(.post(seq))) }
        device.handle(.read(team, through: 20))
        #expect(device.engine.firstUnread(in: team) == 21)
        let around = HeldPage((Seq(11)...30).map { .at($0) }, isOldest: false, isNewest: false)
        let chat = OpenedChat(device, page: around, around: 21)
        let line = chat.rows.firstIndex(of: .newMessages)
        let first = chat.rows.firstIndex { if case .message(let row) = $0 { row.seq == 21 } else { false } }
        #expect(line.map { $0 + 1 } == first)
        #expect(chat.hasOlder && chat.hasNewer)
    }

    @Test("is the end if nothing is unread")
    func nothingUnread() {
        var device = ScriptedDevice.inTeam()
        #expect(device.engine.firstUnread(in: team) == nil)
        #expect(device.engine.firstUnread(in: other) == nil)
        device.hear(.change(.post(2, by: ada)))
        #expect(device.engine.firstUnread(in: team) == nil)
        device.hear(.change(.post(3)))
        #expect(device.engine.firstUnread(in: team) == 3)
        device.handle(.read(team, through: 3))
        #expect(device.engine.firstUnread(in: team) == nil)
    }

    @Test("is the beginning of a gap with unread messages, or after its read part")
    func inAGap() {
        let device = ScriptedDevice.inTeam(cursor: 100, gaps: Gaps([21...95]), unreadInGaps: 40)
        #expect(device.engine.firstUnread(in: team) == 21)
        var later = device
        later.handle(.read(team, through: 50))
        #expect(later.engine.firstUnread(in: team) == 51)
        later.handle(.read(team, through: 100))
        #expect(later.engine.firstUnread(in: team) == nil)
    }

    @Test("is not a message that the user has deleted for themself")
    func deleted() throws {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...4 { device.hear(.change(.post(seq))) }
        try device.perform(.updateSettings(team, SettingsChange(hidden: [2])))
        #expect(device.engine.firstUnread(in: team) == 3)
    }

    @Test("offline, the presence of others is unknown until the device is in sync again")
    func presenceIsUnknownOffline() {
        var chat = OpenedChat(.inTeam())
        func known() -> [Bool?] { [chat.header?.members.first { $0.user == ben }?.isPresenceKnown] }
        #expect(known() == [true], "of whom nothing was told, there is nothing to know")
        chat.device.handle(.networkLost)
        chat.look()
        #expect(known() == [false])
        chat.device.handle(.signOfLife)
        chat.device.handle(.socketOpened)
        chat.look()
        #expect(known() == [false])
        chat.hear(.presence([Presence(user: ben, isOnline: true)]))
        #expect(known() == [true])
    }
}
