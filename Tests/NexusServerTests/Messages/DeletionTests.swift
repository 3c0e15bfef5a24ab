import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Deleting")
struct DeletionTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID
    let messages: [Message]

    init() throws {
        server = try InlineServer()
        let (ann, bob) = (try server.person("Ann"), try server.person("Bob"))
        let talk = try server.direct(ann, bob)
        (self.ann, self.bob, self.talk) = (ann, bob, talk)
        messages = try [("One", ann), ("Two", ann), ("His", bob)].map { [server] text, user in
            try server.post(text, in: talk, by: user)
        }
        server.now = server.now.advanced(by: 1_000)
    }

    private func texts() throws -> [String] { try server.page(of: talk, for: bob).messages.map(\.text) }

    @Test("several own messages are deleted in one change, and only tombstones stay")
    func deleted() throws {
        let applied = try server.apply(.delete(talk, messages: [messages[1].id, messages[0].id]), by: ann)
        #expect(applied.acknowledgement.seq == 5)
        #expect(applied.change?.messages.map(\.seq) == [2, 3])
        for message in applied.change?.messages ?? [] {
            #expect(message.text.isEmpty)
            #expect(message.deletedAt == server.now)
            #expect(message.changed == 5)
        }
        #expect(try texts() == ["", "", "His"])
        let stored = try server.read {
            try $0.all("SELECT text FROM messages ORDER BY seq") { try $0.next(String.self) }
        }
        #expect(stored == ["", "", "His"])
    }

    @Test("one foreign or missing message refuses them all")
    func allOrNone() throws {
        #expect(throws: Refusal.notAllowed) {
            try server.apply(.delete(talk, messages: [messages[0].id, messages[2].id]), by: ann)
        }
        #expect(throws: Refusal.messageGone) {
            try server.apply(.delete(talk, messages: [messages[0].id, server.identifier()]), by: ann)
        }
        #expect(try texts() == ["One", "Two", "His"])
        #expect(try server.post("Next", in: talk, by: ann).seq == 5)
    }

    @Test("a message of another conversation does not exist here")
    func elsewhere() throws {
        let group = try server.group(of: ann, with: [bob])
        #expect(throws: Refusal.messageGone) {
            try server.apply(.delete(group, messages: [messages[0].id]), by: ann)
        }
    }

    @Test("deleting again is a no-op")
    func again() throws {
        try server.apply(.delete(talk, messages: [messages[0].id]), by: ann)
        let before = try server.page(of: talk, for: ann).messages.first
        server.now = server.now.advanced(by: 1_000)
        let nothing = try server.apply(.delete(talk, messages: [messages[0].id]), by: ann)
        #expect(nothing.acknowledgement.seq == 0)
        #expect(nothing.publications.isEmpty)
        let both = try server.apply(.delete(talk, messages: messages[0...1].map(\.id)), by: ann)
        #expect(both.change?.messages.map(\.seq) == [3])
        #expect(try server.page(of: talk, for: ann).messages.first == before)
    }

    @Test("as many as the limit are deleted at once, and no more")
    func limit() throws {
        let many = try (0..<Limits.messagesPerDelete).map { try server.post("\($0)", in: talk, by: ann).id }
        let tooMany = Operation.Kind.delete(talk, messages: many + [messages[0].id])
        #expect(try refusal { try server.apply(tooMany, by: ann) } == .invalidRequest)
        #expect(try server.apply(.delete(talk, messages: many), by: ann).change?.messages.count == many.count)
    }
}
