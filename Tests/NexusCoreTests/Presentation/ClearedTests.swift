import Testing

@testable import NexusCore

@Suite("A conversation cleared for oneself, on the screen")
struct ClearedTests {
    private static let clear = Operation.Kind.updateSettings(
        team, SettingsChange(clearedThrough: SettingsChange.asItStands))

    @Test("is in no list until a new message, and then shows nothing older")
    func list() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        var chat = OpenedChat(device, held: [.at(2)])
        #expect(chat.messages.count == 1)
        try chat.device.perform(Self.clear)
        chat.look()
        #expect(chat.messages.isEmpty)
        #expect(!chat.hasOlder)
        #expect(chat.device.engine.conversationRows().isEmpty)
        #expect(chat.device.engine.unreadTotal == 0)
        chat.hear(.change(.post(3)))
        #expect(chat.messages.map(\.seq) == [3])
        #expect(chat.device.engine.conversationRows().map(\.id) == [team])
    }

    @Test("a chat opened later shows only newer messages, and requests nothing older")
    func opened() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        try device.perform(Self.clear)
        device.hear(.change(.post(3)))
        var chat = OpenedChat(device, page: HeldPage([.at(2), .at(3)], isOldest: false, isNewest: true))
        #expect(chat.messages.map(\.seq) == [3])
        #expect(!chat.hasOlder)
        #expect(chat.older(HeldPage([.at(2)], isOldest: true, isNewest: false)) == nil)
        #expect(chat.messages.map(\.seq) == [3])
    }
}
