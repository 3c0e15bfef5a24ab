import Testing

@testable import NexusCore

@Suite("A message deleted for oneself, on the screen")
struct HiddenTests {
    private static func hide(_ seqs: Seq...) -> Operation.Kind {
        .updateSettings(team, SettingsChange(hidden: seqs))
    }

    @Test("disappears at once, also from a chat opened later, and stays away when it changes")
    func gone() throws {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...4 { device.hear(.change(.post(seq))) }
        var chat = OpenedChat(device, held: [.at(2), .at(3), .at(4)])
        try chat.device.perform(Self.hide(3))
        chat.look()
        #expect(chat.messages.map(\.seq) == [2, 4])
        chat.hear(.change(Change(conversation: team, seq: 5, messages: [.at(3, changed: 5)])))
        #expect(chat.messages.map(\.seq) == [2, 4])
        let later = OpenedChat(chat.device, held: [.at(2), .at(3, changed: 5), .at(4)])
        #expect(later.messages.map(\.seq) == [2, 4])
    }

    @Test("older pages are shown without it, even if they have nothing else")
    func older() throws {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...5 { device.hear(.change(.post(seq))) }
        try device.perform(Self.hide(3, 4))
        var chat = OpenedChat(device, page: HeldPage([.at(5)], isOldest: false, isNewest: true))
        #expect(chat.older(HeldPage([.at(3), .at(4)], isOldest: false, isNewest: false)) == nil)
        #expect(chat.messages.map(\.seq) == [5])
        #expect(chat.chat.start == 3)
        #expect(chat.older(HeldPage([.at(2)], isOldest: true, isNewest: false)) == nil)
        #expect(chat.messages.map(\.seq) == [2, 5])
    }

    @Test("returns at once in its present state when the server refuses, and so do its quotes")
    func refused() throws {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...3 { device.hear(.change(.post(seq))) }
        let answer = Message.at(4, replyTo: Message.at(3).id)
        device.hear(.change(Change(conversation: team, seq: 4, messages: [answer])))
        var chat = OpenedChat(device, held: [.at(2), .at(3), answer])
        let operation = try chat.device.perform(Self.hide(3))
        chat.look()
        chat.hear(.change(Change(conversation: team, seq: 5, messages: [.at(3, text: "changed", changed: 5)])))
        #expect(chat.messages.map(\.seq) == [2, 4])
        chat.hear(.refusal(.operation(operation), Refusal(.tooManyHidden, "No.")))
        #expect(chat.messages.map(\.seq) == [2, 3, 4])
        #expect(chat.messages[1].text == "changed")
        #expect(chat.messages[2].quote?.text == "changed")
        #expect(chat.rows == chat.chat.rows)
    }

    @Test("a whole conversation returns when that is refused")
    func refusedAll() throws {
        var device = ScriptedDevice.inTeam()
        for seq in Seq(2)...3 { device.hear(.change(.post(seq))) }
        var chat = OpenedChat(device, held: [.at(2), .at(3)])
        let operation = try chat.device.perform(
            .updateSettings(team, SettingsChange(clearedThrough: SettingsChange.asItStands)))
        chat.look()
        #expect(chat.messages.isEmpty)
        chat.hear(.refusal(.operation(operation), Refusal(.forbidden, "No.")))
        #expect(chat.messages.map(\.seq) == [2, 3])
    }

    @Test("is not unread, mentions no one, is not previewed, and is not found")
    func elsewhere() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        device.hear(.change(Change(conversation: team, seq: 3, messages: [.at(3, mentioning: [ada])])))
        try device.perform(Self.hide(3))
        let row = try #require(device.engine.conversationRow(team))
        #expect(row.unread == 1)
        #expect(row.mentions == 0)
        #expect(row.lastIsDeleted)
        let names = SearchNames(device.engine)
        var found = SearchCollector(
            try SearchGrammar(now: .zero).query("message"), by: ada, order: .newest, limit: 10, senders: nil,
            conversations: nil, deleted: names.deleted)
        for seq in Seq(2)...3 { found.offer(.at(seq, text: "a message")) }
        #expect(found.results().map(\.message.seq) == [2])
        #expect(device.engine.rows(of: [.at(2), .at(3)], in: team).map(\.seq) == [2])
    }
}
