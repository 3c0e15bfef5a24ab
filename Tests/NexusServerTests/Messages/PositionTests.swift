import NexusCore
import Testing

@testable import NexusServer

@Suite("The position of a message")
struct PositionTests {
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
        try server.post("First", in: group, by: ann)
        message = try server.post("Second", in: group, by: ann)
        try server.post("Third", in: group, by: ann)
    }

    @Test("a link to a message leads to its position, also after its deletion")
    func found() throws {
        #expect(try server.position(of: message.id, in: group, for: bob) == message.seq)
        try server.apply(.delete(group, messages: [message.id]), by: ann)
        #expect(try server.position(of: message.id, in: group, for: bob) == message.seq)
    }

    @Test("an unknown message or one of another conversation is gone")
    func gone() throws {
        let talk = try server.direct(ann, bob)
        #expect(throws: Refusal.messageGone) { try server.position(of: message.id, in: talk, for: bob) }
        #expect(throws: Refusal.messageGone) { try server.position(of: server.identifier(), in: group, for: bob) }
    }

    @Test("a non-member learns nothing of it")
    func stranger() throws {
        let cy = try server.person("Cy")
        #expect(throws: Refusal.conversationGone) { try server.position(of: message.id, in: group, for: cy) }
        try server.apply(.removeMember(group, user: bob), by: ann)
        #expect(throws: Refusal.conversationGone) { try server.position(of: message.id, in: group, for: bob) }
    }
}
