import NexusCore
import Testing

@testable import NexusServer

@Suite("Replies")
struct ReplyTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID
    let question: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
        question = try server.post("Lunch?", in: talk, by: ann)
    }

    private func reply(to original: MessageID?, in id: ConversationID? = nil, by user: UserID) throws -> Message {
        let operation = server.operation(.post(id ?? talk, text: "Yes", writtenAt: server.now, replyTo: original))
        return try #require(try server.apply(operation, by: user).change?.messages.first)
    }

    @Test("name their original, in the change, in catch-up and in history")
    func told() throws {
        let answer = try reply(to: question.id, by: bob)
        #expect(answer.replyTo == question.id)
        #expect(try server.changes(of: talk, after: question.seq, for: ann).messages == [answer])
        #expect(try server.page(of: talk, for: ann).messages == [question, answer])
    }

    @Test("can answer a deleted message, and one's own")
    func deleted() throws {
        try server.apply(.delete(talk, messages: [question.id]), by: ann)
        #expect(try reply(to: question.id, by: bob).replyTo == question.id)
        #expect(try reply(to: question.id, by: ann).replyTo == question.id)
    }

    @Test("lose the reference when they are deleted, and keep it when they are edited")
    func changed() throws {
        let answer = try reply(to: question.id, by: bob)
        try server.apply(.edit(talk, message: answer.id, text: "No"), by: bob)
        #expect(try server.page(of: talk, for: ann).messages.last?.replyTo == question.id)
        let applied = try server.apply(.delete(talk, messages: [answer.id]), by: bob)
        #expect(applied.change?.messages.map(\.replyTo) == [nil])
        #expect(try server.page(of: talk, for: ann).messages.last?.replyTo == nil)
    }

    @Test("to a missing message, or one of another conversation, are refused, and take no seq")
    func elsewhere() throws {
        let group = try server.group(of: ann, with: [bob])
        let other = try server.post("Elsewhere", in: group, by: ann)
        for original in [other.id, server.identifier()] {
            #expect(throws: Refusal.messageGone) { try reply(to: original, by: bob) }
        }
        #expect(try reply(to: nil, by: bob).seq == question.seq + 1)
    }

    @Test("that are repeated return the original success, also after the original is gone")
    func repeated() throws {
        let operation = server.operation(.post(talk, text: "Yes", writtenAt: server.now, replyTo: question.id))
        let first = try server.apply(operation, by: bob)
        try server.apply(.delete(talk, messages: [question.id]), by: ann)
        let again = try server.apply(operation, by: bob)
        #expect(again.acknowledgement == first.acknowledgement)
        #expect(again.publications.isEmpty)
    }
}
