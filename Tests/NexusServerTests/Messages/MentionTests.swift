import NexusCore
import Testing

@testable import NexusServer

@Suite("Mentioning")
struct MentionTests {
    let server: TestServer
    let ann: UserID
    let bob: UserID
    let group: ConversationID

    init() throws {
        server = try TestServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        group = try server.group(of: ann, with: [bob])
    }

    private func post(_ mentions: [Mention], by user: UserID) throws -> Message {
        let applied = try server.apply(
            .post(group, Post(text: "@Bob lunch?", mentions: mentions, writtenAt: server.now)), by: user)
        return try #require(applied.change?.messages.first)
    }

    private var ofBob: [Mention] { [Mention(user: bob, start: 0, length: 4)] }

    private func mentions(of user: UserID) throws -> Int { try server.changes(of: group, after: 0, for: user).mentions }

    @Test("is told to everybody with its place, and kept")
    func told() throws {
        let message = try post(ofBob, by: ann)
        #expect(message.mentions == ofBob)
        #expect(try server.page(of: group, for: bob).messages.last == message)
    }

    @Test("counts for whoever is mentioned until they read it, and never for oneself")
    func counted() throws {
        let message = try post(ofBob, by: ann)
        _ = try post(ofBob, by: bob)
        #expect(try mentions(of: bob) == 1)
        #expect(try mentions(of: ann) == 0)
        try server.apply(.receipt(group, read: message.seq, delivered: message.seq), by: bob)
        #expect(try mentions(of: bob) == 0)
    }

    @Test("follows an edit, and is gone with the message")
    func edited() throws {
        let message = try post([], by: ann)
        #expect(try mentions(of: bob) == 0)
        let edited = try server.apply(
            .edit(
                group, message: message.id, text: " @Bob dinner?", mentions: [Mention(user: bob, start: 1, length: 4)]),
            by: ann)
        #expect(edited.change?.messages.first?.mentions == ofBob)
        #expect(try mentions(of: bob) == 1)
        let again = try server.apply(
            .edit(group, message: message.id, text: "@Bob dinner?", mentions: ofBob), by: ann)
        #expect(again.acknowledgement.seq == 0, "it says the same")
        try server.apply(.edit(group, message: message.id, text: "@Bob dinner?"), by: ann)
        #expect(try mentions(of: bob) == 0)
        try server.apply(.edit(group, message: message.id, text: "@Bob?", mentions: ofBob), by: ann)
        try server.apply(.delete(group, messages: [message.id]), by: ann)
        #expect(try mentions(of: bob) == 0)
        #expect(try server.page(of: group, for: bob).messages.last?.mentions == [])
    }

    @Test("outside the text is refused, in a post and in an edit")
    func refused() throws {
        let outside = [Mention(user: bob, start: 11, length: 1)]
        #expect(try refusal { _ = try post(outside, by: ann) } == .invalidRequest)
        let message = try post([], by: ann)
        #expect(
            try refusal {
                try server.apply(.edit(group, message: message.id, text: "@Bob", mentions: outside), by: ann)
            } == .invalidRequest)
    }
}
