import NexusCore
import Testing

@testable import NexusServer

@Suite("Reactions")
struct ReactionTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let group: ConversationID
    let message: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        group = try server.group(of: ann, with: [bob])
        message = try server.post("Lunch?", in: group, by: ann)
    }

    @discardableResult
    private func react(_ emoji: String = "👍", on: Bool = true, by user: UserID) throws -> Applied {
        try server.apply(.react(group, message: message.id, emoji: emoji, on: on), by: user)
    }

    private var held: Message? { get throws { try server.page(of: group, for: ann).messages.first } }

    @Test("take the next seq and send everyone the present message")
    func published() throws {
        let applied = try react(by: bob)
        #expect(applied.acknowledgement.seq == message.seq + 1)
        var expected = message
        expected.changed = message.seq + 1
        expected.reactions = [Reaction(emoji: "👍", users: [bob])]
        #expect(applied.change == Change(conversation: group, seq: message.seq + 1, messages: [expected]))
        #expect(applied.publications.first?.recipients == [ann, bob].sorted())
        #expect(try server.changes(of: group, after: message.seq, for: ann).messages == [expected])
        #expect(try held == expected)
    }

    @Test("a no-op succeeds without a seq")
    func idle() throws {
        try react(by: bob)
        #expect(try react(by: bob).acknowledgement.seq == 0)
        #expect(try react("🎉", on: false, by: bob).acknowledgement.seq == 0)
        #expect(try server.post("Next", in: group, by: ann).seq == message.seq + 2)
    }

    @Test("are removed by their user, and leave others'")
    func takenBack() throws {
        try react(by: ann)
        try react(by: bob)
        try react(on: false, by: ann)
        #expect(try held?.reactions == [Reaction(emoji: "👍", users: [bob])])
        try react(on: false, by: bob)
        #expect(try held?.reactions == [])
    }

    @Test("repeated after a removal on another device are a no-op")
    func repeated() throws {
        let operation = server.operation(.react(group, message: message.id, emoji: "👍", on: true))
        let first = try server.apply(operation, by: bob)
        try react(on: false, by: bob)
        for restarts in [false, true] {
            if restarts { server.restart() }
            let again = try server.apply(operation, by: bob)
            #expect(again.acknowledgement == first.acknowledgement)
            #expect(again.publications.isEmpty)
        }
        #expect(try held?.reactions == [])
    }

    @Test("concurrent ones in one commit are all kept")
    func together() throws {
        let others = try (0..<20).map { try server.person("Person \($0)") }
        try server.apply(.addMembers(group, users: others), by: ann)
        let operations = others.map { _ in
            server.operation(.react(group, message: message.id, emoji: "👍", on: true))
        }
        let results = server.together(
            zip(operations, others).map { operation, user in
                { [service = server.operations, now = server.now] transaction in
                    try service.apply(operation, by: user, in: transaction, now: now).acknowledgement.seq
                }
            })
        let seqs = try results.map { try $0.get() }
        #expect(Set(seqs).count == others.count)
        #expect(try held?.reactions == [Reaction(emoji: "👍", users: others)])
    }

    @Test("with a text, or to a missing or deleted message, are refused")
    func refused() throws {
        #expect(try refusal { try react("nice", by: bob) } == .emojiInvalid)
        let other = try server.group(of: ann, with: [bob])
        let elsewhere = try server.post("Elsewhere", in: other, by: ann)
        for id in [elsewhere.id, server.identifier()] {
            #expect(throws: Refusal.messageGone) {
                try server.apply(.react(group, message: id, emoji: "👍", on: true), by: bob)
            }
        }
        try server.apply(.delete(group, messages: [message.id]), by: ann)
        #expect(throws: Refusal.messageGone) { try react(by: bob) }
        let stranger = try server.person("Sam")
        #expect(throws: Refusal.conversationGone) { try react(by: stranger) }
    }

    @Test("are deleted with the message")
    func deleted() throws {
        try react(by: bob)
        try server.apply(.delete(group, messages: [message.id]), by: ann)
        #expect(try held?.reactions == [])
    }

    @Test("survive an edit")
    func edited() throws {
        try react(by: bob)
        try server.apply(.edit(group, message: message.id, text: "Dinner?"), by: ann)
        #expect(try held?.reactions == [Reaction(emoji: "👍", users: [bob])])
    }

    @Test("are limited in different emoji; an existing one still takes more")
    func limit() throws {
        let scalars = (0..<UInt32(Limits.reactionEmoji)).compactMap { Unicode.Scalar(0x1F400 + $0) }
        for scalar in scalars { try react(String(Character(scalar)), by: ann) }
        #expect(try held?.reactions.count == Limits.reactionEmoji)
        #expect(try refusal { try react("👍", by: bob) } == .tooManyReactions)
        try react(String(Character(scalars[0])), by: bob)
        #expect(try react("👍", on: false, by: bob).acknowledgement.seq == 0)
        try react(String(Character(scalars[1])), on: false, by: ann)
        try react("👍", by: bob)
        #expect(try held?.reactions.last?.emoji == "👍")
    }

    @Test("leave unread counts and the time of the last message unchanged")
    func unread() throws {
        try react(by: ann)
        #expect(try server.changes(of: group, after: message.seq, for: bob).unread == 1)
        try server.apply(.receipt(group, read: message.seq, delivered: message.seq), by: bob)
        try react("🎉", by: ann)
        #expect(try server.changes(of: group, after: message.seq, for: bob).unread == 0)
    }
}
