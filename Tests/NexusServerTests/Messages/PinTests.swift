import NexusCore
import Testing

@testable import NexusServer

@Suite("Pins")
struct PinTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let talk: ConversationID
    let message: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        talk = try server.direct(ann, bob)
        message = try server.post("The address is 5 Elm Road", in: talk, by: ann)
    }

    private func pin(_ message: Message, on: Bool = true, by user: UserID) throws -> Applied {
        try server.apply(.pin(message.conversation, message: message.id, on: on), by: user)
    }

    private func pins(of id: ConversationID, for user: UserID) throws -> [Message] {
        try server.read { [history = server.history] in try history.pins(of: id, for: user, in: $0).messages }
    }

    @Test("take the next seq and send everyone the present message")
    func published() throws {
        let applied = try pin(message, by: bob)
        var expected = message
        expected.changed = message.seq + 1
        expected.pin = Pin(user: bob, at: server.now)
        #expect(applied.change == Change(conversation: talk, seq: message.seq + 1, messages: [expected]))
        #expect(try server.changes(of: talk, after: message.seq, for: ann).messages == [expected])
        #expect(try pins(of: talk, for: ann) == [expected])
    }

    @Test("a no-op succeeds without a seq")
    func idle() throws {
        #expect(try pin(message, on: false, by: ann).acknowledgement.seq == 0)
        _ = try pin(message, by: ann)
        #expect(try pin(message, by: bob).acknowledgement.seq == 0)
        #expect(try pins(of: talk, for: ann).first?.pin?.user == ann, "whoever came first stays named")
        _ = try pin(message, on: false, by: bob)
        #expect(try pins(of: talk, for: ann).isEmpty)
    }

    @Test("are listed newest pin first, and end with the message's deletion, but not with an edit")
    func list() throws {
        let second = try server.post("Wi-Fi: guest", in: talk, by: bob)
        _ = try pin(second, by: bob)
        server.now = server.now.advanced(by: 1_000)
        _ = try pin(message, by: bob)
        #expect(try pins(of: talk, for: bob).map(\.id) == [message.id, second.id])
        try server.apply(.edit(talk, message: message.id, text: "6 Elm Road"), by: ann)
        #expect(try pins(of: talk, for: bob).map(\.text) == ["6 Elm Road", "Wi-Fi: guest"])
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        #expect(try pins(of: talk, for: bob).map(\.id) == [second.id])
        #expect(throws: Refusal.messageGone) { _ = try pin(message, by: ann) }
    }

    @Test("in a group need the owner's or an admin's role")
    func roles() throws {
        let group = try server.group(of: ann, with: [bob])
        let posted = try server.post("Rules", in: group, by: bob)
        #expect(try refusal { _ = try pin(posted, by: bob) } == .forbidden)
        _ = try pin(posted, by: ann)
        #expect(try refusal { _ = try pin(posted, on: false, by: bob) } == .forbidden)
    }

    @Test("are for members only: others learn neither the pins nor the message")
    func strangers() throws {
        _ = try pin(message, by: ann)
        #expect(throws: Refusal.conversationGone) { _ = try pin(message, on: false, by: cem) }
        #expect(throws: Refusal.conversationGone) { _ = try pins(of: talk, for: cem) }
        let elsewhere = try server.direct(ann, cem)
        #expect(throws: Refusal.messageGone) {
            try server.apply(.pin(elsewhere, message: message.id, on: true), by: ann)
        }
    }

    @Test("are limited, until one is removed")
    func limit() throws {
        var messages: [Message] = []
        for number in 0...Limits.pins { messages.append(try server.post("\(number)", in: talk, by: ann)) }
        for message in messages.dropLast() { _ = try pin(message, by: ann) }
        let last = try #require(messages.last)
        #expect(try refusal { _ = try pin(last, by: ann) } == .tooManyPins)
        _ = try pin(messages[0], on: false, by: bob)
        _ = try pin(last, by: ann)
        #expect(try pins(of: talk, for: bob).count == Limits.pins)
    }
}
