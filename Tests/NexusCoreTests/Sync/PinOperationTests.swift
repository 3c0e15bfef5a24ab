import Testing

@testable import NexusCore

@Suite("Pinned messages on a device")
struct PinOperationTests {
    private func row(_ device: ScriptedDevice, of message: Message) throws -> MessageRow {
        try #require(device.engine.rows(of: [message], in: team).first)
    }

    @Test("show at once who pinned them, until they are unpinned")
    func shown() throws {
        var device = ScriptedDevice.inTeam()
        #expect(try row(device, of: .at(2)).pinnedBy == nil)
        try device.perform(.pin(team, message: Message.at(2).id, on: true))
        #expect(try row(device, of: .at(2)).pinnedBy == "Ada")
        var pinned = Message.at(2, changed: 3)
        pinned.pin = Pin(user: ben, at: noon)
        #expect(try row(device, of: pinned).pinnedBy == "Ben", "the server knows who was first")
        try device.perform(.pin(team, message: pinned.id, on: false))
        #expect(try row(device, of: pinned).pinnedBy == nil)
    }

    @Test("are restored after a refusal, which is reported and removed")
    func refused() throws {
        var device = ScriptedDevice.inTeam()
        let id = try device.perform(.pin(team, message: Message.at(2).id, on: true))
        device.hear(.refusal(.operation(id), Refusal(.forbidden, "Not yours.")))
        #expect(try row(device, of: .at(2)).pinnedBy == nil)
        #expect(!Operation.Kind.pin(team, message: Message.at(2).id, on: true).staysWhenRefused)
    }

    @Test("are listed newest pin first, without deleted messages")
    func order() {
        var messages = [Message.at(2), .at(3), .at(4), .at(5)]
        messages[0].pin = Pin(user: ada, at: noon)
        messages[1].pin = Pin(user: ada, at: noon.advanced(by: 5))
        messages[3].pin = Pin(user: ada, at: noon)
        #expect(messages.pinned.map(\.seq) == [3, 5, 2])
    }

    @Test("follow the table of permissions")
    func may() throws {
        let device = ScriptedDevice.inTeam()
        #expect(try #require(device.engine.chatHeader(team)).may.pin, "Ada owns the group")
    }
}
