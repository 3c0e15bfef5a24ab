import NexusCore
import Testing

@testable import NexusServer

@Suite("Editing")
struct EditTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID
    let message: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
        message = try server.post("Helo", in: talk, by: ann)
        try server.post("Hi", in: talk, by: bob)
        server.now = server.now.advanced(by: 1_000)
    }

    @Test("an edit replaces the text, takes a seq and keeps the message's place")
    func edited() throws {
        let applied = try server.apply(.edit(talk, message: message.id, text: " Hello "), by: ann)
        var expected = message
        expected.text = "Hello"
        expected.changed = 4
        expected.editedAt = server.now
        #expect(applied.acknowledgement.seq == 4)
        #expect(applied.change == Change(conversation: talk, seq: 4, messages: [expected]))
        #expect(try server.page(of: talk, for: bob).messages.map(\.text) == ["Hello", "Hi"])
        #expect(try server.page(of: talk, for: bob).messages.first == expected)
    }

    @Test("only the sender edits")
    func othersMessage() throws {
        #expect(throws: Refusal.notAllowed) {
            try server.apply(.edit(talk, message: message.id, text: "Mine"), by: bob)
        }
        #expect(try server.page(of: talk, for: bob).messages.first?.text == "Helo")
    }

    @Test("an edit to the same text is a no-op")
    func same() throws {
        let applied = try server.apply(.edit(talk, message: message.id, text: "Helo"), by: ann)
        #expect(applied.acknowledgement.seq == 0)
        #expect(applied.publications.isEmpty)
        #expect(try server.changes(of: talk, after: 3, for: ann).head == 3)
    }

    @Test("a message that is deleted, unknown or of another conversation is gone")
    func gone() throws {
        let group = try server.group(of: ann, with: [bob])
        let elsewhere = try server.post("Elsewhere", in: group, by: ann)
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        for id in [message.id, elsewhere.id, server.identifier()] {
            #expect(throws: Refusal.messageGone) { try server.apply(.edit(talk, message: id, text: "Hello"), by: ann) }
        }
    }

    @Test("the rules for a text apply to an edit too")
    func text() throws {
        let long = String(repeating: "a", count: Limits.messageCharacters + 1)
        #expect(try refusal { try server.apply(.edit(talk, message: message.id, text: " "), by: ann) } == .textEmpty)
        #expect(try refusal { try server.apply(.edit(talk, message: message.id, text: long), by: ann) } == .textTooLong)
    }

    @Test("a former member edits nothing")
    func left() throws {
        let group = try server.group(of: ann, with: [bob])
        let mine = try server.post("Mine", in: group, by: bob)
        try server.apply(.leave(group), by: bob)
        #expect(throws: Refusal.conversationGone) {
            try server.apply(.edit(group, message: mine.id, text: "Yours"), by: bob)
        }
    }
}
