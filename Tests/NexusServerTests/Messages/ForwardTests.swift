import NexusCore
import Testing

@testable import NexusServer

@Suite("Forwarding")
struct ForwardTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let talk: ConversationID
    let elsewhere: ConversationID
    let message: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        talk = try server.direct(ann, bob)
        elsewhere = try server.direct(bob, cem)
        message = try server.post("The address is 5 Elm Road", in: talk, by: ann)
    }

    private func forwarding(_ message: Message, claiming text: String? = nil) -> Post {
        var post = message.forwarded(at: server.now) { _ in "Somebody" }
        post.text = text ?? post.text
        return post
    }

    private func forward(
        _ message: Message, claiming text: String? = nil, to id: ConversationID? = nil, by user: UserID
    ) throws -> Message {
        let applied = try server.apply(.post(id ?? elsewhere, forwarding(message, claiming: text)), by: user)
        return try #require(applied.change?.messages.first)
    }

    @Test("copies text and author, in the change, in catch-up and in history")
    func told() throws {
        let forwarded = try forward(message, by: bob)
        #expect(forwarded.text == message.text)
        #expect(forwarded.sender == bob)
        #expect(forwarded.forward == Forward(user: ann, name: "Ann"), "where it stands is not told")
        #expect(try server.changes(of: elsewhere, after: forwarded.seq - 1, for: cem).messages == [forwarded])
        #expect(try server.page(of: elsewhere, for: cem).messages == [forwarded])
    }

    @Test("takes the text from the current message itself: no words can be attributed falsely")
    func honest() throws {
        try server.apply(.edit(talk, message: message.id, text: "The address is 6 Elm Road"), by: ann)
        let forwarded = try forward(message, claiming: "I resign", by: bob)
        #expect(forwarded.text == "The address is 6 Elm Road")
        #expect(
            try refusal {
                try server.apply(.edit(elsewhere, message: forwarded.id, text: "I resign"), by: bob)
            } == .forbidden)
        var nameless = forwarding(message)
        nameless.forward?.message = nil
        #expect(try refusal { try server.apply(.post(elsewhere, nameless), by: bob) } == .invalidRequest)
    }

    @Test("a forward of a forward still names the first author")
    func again() throws {
        let forwarded = try forward(message, by: bob)
        let back = try forward(forwarded, to: try server.direct(cem, ann), by: cem)
        #expect(back.forward == Forward(user: ann, name: "Ann"))
    }

    @Test("mentions no one, with the names of that moment in the text")
    func mentions() throws {
        let post = Post(
            text: "Ask @Bobby", mentions: [Mention(user: bob, start: 4, length: 6)], writtenAt: server.now)
        let asking = try #require(try server.apply(.post(talk, post), by: ann).change?.messages.first)
        let forwarded = try forward(asking, by: bob)
        #expect(forwarded.text == "Ask @Bob")
        #expect(forwarded.mentions.isEmpty)
        #expect(try server.changes(of: elsewhere, after: 0, for: bob).mentions == 0)
    }

    @Test("takes a message that its sender can see")
    func strangers() throws {
        #expect(try refusal { _ = try forward(message, by: cem) } == .messageGone)
        let group = try server.group(of: ann, with: [bob])
        let secret = try server.post("secret", in: group, by: ann)
        try server.apply(.removeMember(group, user: bob), by: ann)
        #expect(try refusal { _ = try forward(secret, by: bob) } == .messageGone)
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        #expect(try refusal { _ = try forward(message, by: bob) } == .messageGone)
        #expect(try refusal { _ = try forward(secret, to: talk, by: cem) } == .conversationGone)
    }

    @Test("is idempotent: repeated after the original was deleted it is the same success")
    func repeated() throws {
        let operation = server.operation(.post(elsewhere, forwarding(message)))
        let first = try server.apply(operation, by: bob)
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        let again = try server.apply(operation, by: bob)
        #expect(again.acknowledgement == first.acknowledgement && again.publications.isEmpty)
        #expect(try server.page(of: elsewhere, for: cem).messages.map(\.text) == [message.text])
    }

    @Test("shares attachments without an upload, as long as the message is there")
    func media() async throws {
        try await TestMedia.with { media in
            let (ann, bob) = (try await media.person("Ann"), try await media.person("Bob"))
            let cem = try await media.person("Cem")
            let (talk, elsewhere) = (try await media.direct(ann, bob), try await media.direct(bob, cem))
            let sent = try await media.upload([1, 2, 3], by: ann)
            let message = try await media.post([sent], in: talk, by: ann)
            #expect(try await refusal { _ = try await media.bytes(sent.id, by: cem) } == .mediaGone)
            let post = message.forwarded(at: media.clock.now) { _ in "Ann" }
            let applied = try await media.apply(.post(elsewhere, post), by: bob)
            let forwarded = try #require(applied.change?.messages.first)
            #expect(forwarded.attachments == message.attachments)
            #expect(try await media.bytes(sent.id, by: cem) == [1, 2, 3])
            try await media.apply(.delete(talk, messages: [message.id]), by: ann)
            #expect(try await media.bytes(sent.id, by: cem) == [1, 2, 3])
            try await media.apply(.delete(elsewhere, messages: [forwarded.id]), by: bob)
            #expect(try await refusal { _ = try await media.bytes(sent.id, by: cem) } == .mediaGone)
        }
    }
}
