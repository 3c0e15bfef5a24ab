import Testing

@testable import NexusCore

@Suite("Reactions in the outbox")
struct ReactionOperationTests {
    private let message = Message.at(1)

    private func wish(_ on: Bool, _ emoji: String = "👍") -> Operation.Kind {
        .react(team, message: message.id, emoji: emoji, on: on)
    }

    private func offline() -> ScriptedDevice {
        var device = ScriptedDevice.inTeam()
        device.handle(.networkLost)
        return device
    }

    @Test("opposite ones that wait offline become one operation with the last state")
    func coalesced() throws {
        var device = offline()
        let first = try device.perform(wish(true))
        let second = try device.perform(wish(false))
        #expect(device.effects.stored.contains(.removeOperation(first)))
        #expect(device.engine.outbox.entries.map(\.operation) == [Operation(id: second, kind: wish(false))])
        for turn in 0..<9 { try device.perform(wish(turn % 2 == 0)) }
        #expect(device.engine.outbox.entries.map(\.operation.kind) == [wish(true)])
    }

    @Test("with another emoji or to another message are separate")
    func apart() throws {
        var device = offline()
        try device.perform(wish(true))
        try device.perform(wish(true, "🎉"))
        try device.perform(.react(team, message: Message.at(2).id, emoji: "👍", on: true))
        #expect(device.engine.outbox.entries.count == 3)
    }

    @Test("that may have been sent are not replaced, but followed")
    func followed() throws {
        var device = ScriptedDevice.inTeam()
        let sent = try device.perform(wish(true))
        #expect(device.effects.operations.map(\.id) == [sent])
        let second = try device.perform(wish(false))
        #expect(device.engine.outbox.entries.map(\.operation.id) == [sent, second])
        device.handle(.networkLost)
        try device.perform(wish(false))
        #expect(device.engine.outbox.entries.map(\.operation.kind) == [wish(true), wish(false)])
        #expect(try device.perform(wish(true)) == sent, "the queued operation says that already")
        #expect(device.engine.outbox.entries.map(\.operation.id) == [sent])
    }

    @Test("queued before a restart are followed too, since they may have been sent")
    func restarted() throws {
        var device = offline()
        try device.perform(wish(true))
        let snapshot = device.engine.outbox.entries
        var again = ScriptedDevice(
            conversations: [
                SyncSnapshot.Item(
                    record: ConversationRecord(info: .group(), cursor: 1, head: 1), members: [.of(ada)], newest: nil,
                    unread: [])
            ], outbox: snapshot)
        try again.perform(wish(false))
        #expect(again.engine.outbox.entries.map(\.operation.kind) == [wish(true), wish(false)])
    }

    @Test("that are no emoji are refused at once, and one emoji has one spelling")
    func validated() throws {
        var device = offline()
        let error = #expect(throws: Refusal.self) { try device.perform(wish(true, "ok")) }
        #expect(error?.code == .emojiInvalid)
        try device.perform(wish(true, "\u{2764}"))
        #expect(device.engine.outbox.entries.map(\.operation.kind) == [wish(true, "\u{2764}\u{FE0F}")])
    }

    @Test("that the server refuses are reported and removed, and show nothing")
    func refused() throws {
        var chat = OpenedChat(.inTeam(), held: [message])
        let id = try chat.device.perform(wish(true))
        chat.look()
        #expect(chat.messages.last?.reactions.map(\.emoji) == ["👍"])
        chat.hear(.refusal(.operation(id), Refusal(.tooManyReactions, "Too many.")))
        #expect(chat.messages.last?.reactions.isEmpty == true)
        #expect(chat.device.engine.outbox.entry(id)?.operation.kind.staysWhenRefused == false)
    }

    @Test("show at once, with counts and names, beside others' reactions, and stay when the change arrives")
    func shown() throws {
        var held = message
        held.reactions = [Reaction(emoji: "👍", users: [ben, cyd]), Reaction(emoji: "🎉", users: [ada])]
        var chat = OpenedChat(.inTeam(), held: [held])
        #expect(chat.reactions == ["👍 2 Ben Cyd", "🎉 1 me"])
        let id = try chat.device.perform(wish(true))
        chat.look()
        #expect(chat.reactions == ["👍 3 me Ben Cyd", "🎉 1 me"])
        try chat.device.perform(wish(false, "🎉"))
        try chat.device.perform(wish(true, "👀"))
        chat.look()
        #expect(chat.reactions == ["👍 3 me Ben Cyd", "👀 1 me"])
        chat.hear(.ack(Acknowledgement(operation: id, seq: 2, at: noon)))
        #expect(chat.reactions == ["👍 3 me Ben Cyd", "👀 1 me"])
        held.changed = 2
        held.reactions[0].users.append(ada)
        chat.hear(.change(Change(conversation: team, seq: 2, messages: [held])))
        #expect(chat.reactions == ["👍 3 me Ben Cyd", "👀 1 me"])
        #expect(chat.device.engine.outbox.entry(id) == nil)
    }

    @Test("by others are not announced and leave the unread count unchanged")
    func quiet() {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        #expect(device.state()?.unread == 1)
        var row = Message.at(2, changed: 3)
        row.reactions = [Reaction(emoji: "👍", users: [cyd])]
        device.hear(.change(Change(conversation: team, seq: 3, messages: [row])))
        #expect(device.effects.arrived.isEmpty)
        #expect(device.state()?.unread == 1)
        device.handle(.read(team, through: 3))
        row.changed = 4
        device.hear(.change(Change(conversation: team, seq: 4, messages: [row])))
        #expect(device.effects.arrived.isEmpty)
        #expect(device.state()?.unread == 0)
        #expect(device.state()?.newest?.reactions == row.reactions)
    }
}

extension OpenedChat {
    /// The reactions to the last message in words.
    fileprivate var reactions: [String] {
        (messages.last?.reactions ?? []).map { row in
            (["\(row.emoji) \(row.count)"] + (row.isMine ? ["me"] : []) + row.names).joined(separator: " ")
        }
    }
}
