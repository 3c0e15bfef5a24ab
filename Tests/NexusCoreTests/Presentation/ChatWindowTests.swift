import Testing

@testable import NexusCore

@Suite("An open chat")
struct ChatWindowTests {
    @Test("follows the engine's stores: sent, acknowledged, read")
    func followsTheEngine() throws {
        var chat = OpenedChat(.inTeam())
        let id = try chat.device.post("hello")
        chat.look()
        #expect(chat.messages.map(\.status) == [.sending])
        chat.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(chat.messages.map(\.seq) == [2])
        #expect(chat.messages.map(\.status) == [.sent])
        let members: [Member] = [.of(ben, read: 2, changed: 3), .of(cyd, read: 1, delivered: 2, changed: 3)]
        chat.hear(.change(Change(conversation: team, seq: 3, members: members)))
        #expect(chat.messages.map(\.receipts?.text) == ["read by 1 of 2"])
        #expect(chat.messages.map(\.id) == [id.retyped()])
    }

    @Test(
        "draws the line of new messages if something was unread when it was opened, and not for later messages"
    )
    func line() {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        var unread = OpenedChat(device, held: [.at(2)])
        #expect(unread.rows.first == .newMessages)
        unread.hear(.change(.post(3)))
        #expect(unread.rows.count { $0 == .newMessages } == 1)

        device.handle(.read(team, through: 2))
        var read = OpenedChat(device, held: [.at(2)])
        read.hear(.change(.post(3)))
        #expect(!read.rows.contains(.newMessages))
        read.chat.look(in: read.device.engine)
        read.look()
        #expect(read.rows.firstIndex(of: .newMessages) == 2)
    }

    @Test("shows older messages from the store page by page, to the oldest stored one")
    func older() {
        let held = (Seq(1)...10).map { Message.at($0) }
        var chat = OpenedChat(.inTeam(cursor: 10), page: HeldPage(Array(held[7...]), isOldest: false, isNewest: true))
        #expect(chat.hasOlder)
        #expect(chat.older(HeldPage(Array(held[4...6]), isOldest: false, isNewest: false)) == nil)
        #expect(chat.messages.map(\.seq) == [5, 6, 7, 8, 9, 10])
        #expect(chat.hasOlder)
        #expect(chat.older(HeldPage(Array(held[...3]), isOldest: true, isNewest: false)) == nil)
        #expect(chat.messages.count == 10)
        #expect(!chat.hasOlder)
    }

    @Test(
        "fills a gap before it shows older messages, and shows the gap when offline"
    )
    func gap() {
        let device = ScriptedDevice.inTeam(cursor: 100, gaps: Gaps([21...95]))
        let newest = HeldPage((Seq(96)...100).map { .at($0) }, isOldest: false, isNewest: true)
        let beyond = HeldPage((Seq(11)...20).map { .at($0) }, isOldest: true, isNewest: false)
        var chat = OpenedChat(device, page: newest)
        #expect(chat.older(beyond) == 96)
        #expect(chat.messages.count == 5)
        #expect(chat.older(beyond, settles: true) == nil)
        #expect(chat.rows.contains(.gap(21...95)))
        #expect(chat.messages.count == 15)
    }

    @Test("accepts a page that fills its gap, even one it did not request")
    func filled() {
        let device = ScriptedDevice.inTeam(cursor: 100, gaps: Gaps([3...98]))
        var chat = OpenedChat(device, held: [.at(1), .at(2), .at(99), .at(100)])
        #expect(chat.rows.contains(.gap(3...98)))
        chat.device.handle(.loadOlder(team, before: 99))
        chat.look()
        let page = Page(conversation: team, from: 3, through: 98, head: 100, messages: [.at(50)])
        chat.hear(.page(page))
        #expect(chat.messages.map(\.seq) == [1, 2, 50, 99, 100])
        #expect(!chat.rows.contains { if case .gap = $0 { true } else { false } })
    }

    @Test("shows another part of the history alone, and returns to the newest")
    func jump() throws {
        var chat = OpenedChat(.inTeam(cursor: 100), held: [.at(99), .at(100)])
        let far = HeldPage((Seq(40)...42).map { .at($0) }, isOldest: false, isNewest: false)
        chat.chat.show(far, in: chat.device.engine)
        chat.look()
        #expect(chat.messages.map(\.seq) == [40, 41, 42])
        #expect(chat.hasNewer && chat.hasOlder)
        try chat.device.post("unsent")
        chat.look()
        chat.hear(.change(.post(101)))
        #expect(chat.messages.map(\.seq) == [40, 41, 42], "newer messages are not shown yet")
        let rest = HeldPage((Seq(43)...101).map { .at($0) }, isOldest: false, isNewest: true)
        #expect(chat.chat.showNewer(rest, settles: false, in: chat.device.engine) == nil)
        chat.look()
        #expect(!chat.hasNewer)
        #expect(chat.messages.suffix(2).map(\.seq) == [101, nil])
    }

    @Test("shows of a page the part around the requested message, up to its gaps")
    func jumpBetweenGaps() {
        let device = ScriptedDevice.inTeam(cursor: 100, gaps: Gaps([11...19, 31...89]))
        var chat = OpenedChat(device, held: [.at(99), .at(100)])
        let held = (Array(1...10) + Array(20...30) + Array(90...100)).map { Message.at($0) }
        chat.chat.show(HeldPage(held, isOldest: true, isNewest: true), around: 25, in: device.engine)
        chat.look()
        #expect(chat.messages.map(\.seq) == Array(20...30))
        #expect(chat.hasOlder && chat.hasNewer)
        #expect(!chat.rows.contains { if case .gap = $0 { true } else { false } })
    }

    @Test("fills the gap after it before it shows newer messages")
    func gapAfter() {
        let device = ScriptedDevice.inTeam(cursor: 100, gaps: Gaps([20...90]))
        var chat = OpenedChat(device, held: [.at(99), .at(100)])
        let far = HeldPage((Seq(10)...19).map { .at($0) }, isOldest: true, isNewest: false)
        chat.chat.show(far, in: chat.device.engine)
        let beyond = HeldPage((Seq(91)...100).map { .at($0) }, isOldest: false, isNewest: true)
        #expect(chat.chat.showNewer(beyond, settles: false, in: chat.device.engine) == 20)
    }

    @Test("sends its header only when that changed")
    func header() {
        var chat = OpenedChat(.inTeam())
        #expect(chat.header?.title == "Team")
        #expect(chat.header?.members.map(\.name) == ["Ada", "Ben", "Cyd"])
        #expect(chat.look().header == nil)
        chat.hear(.presence([Presence(user: ben, isOnline: true)]))
        #expect(chat.header?.members.map(\.isOnline) == [false, true, false])
        chat.hear(.typing(team, user: cyd, active: true))
        #expect(chat.header?.typing == ["Cyd"])
        chat.hear(.change(.post(2)))
        #expect(chat.last.header == nil)
    }

    @Test(
        "offers what the table of permissions allows: the owner removes, members add, and a direct one cannot be left"
    )
    func abilities() throws {
        let owner = try #require(OpenedChat(.inTeam()).header?.may)
        #expect(
            owner
                == .init(
                    rename: true, describe: true, addMembers: true, deleteOthers: true, leave: true, dissolve: true,
                    pin: true, setAI: true))
        let record = ConversationRecord(info: .group(), cursor: 1, head: 1)
        let item = SyncSnapshot.Item(
            record: record, members: [.of(ada), .of(ben, role: .owner)], newest: nil, unread: [])
        let member = try #require(OpenedChat(ScriptedDevice(conversations: [item])).header)
        #expect(member.may == .init(rename: true, describe: true, addMembers: true, leave: true))
        #expect(member.members.map(\.name) == ["Ben", "Ada"], "owners come first")
    }

    @Test("shows nothing more once the user is no longer a member")
    func removed() {
        var chat = OpenedChat(.inTeam(), held: [.at(1)])
        chat.hear(.change(Change(conversation: team, seq: 2, members: [.of(ada, changed: 2, left: true)])))
        #expect(chat.rows.isEmpty)
        #expect(chat.header?.isGone == true)
        #expect(chat.header?.members.isEmpty == true)
        #expect(chat.look() == ChatChanges(splices: [], header: nil, hasOlder: false, hasNewer: false))
    }
}
