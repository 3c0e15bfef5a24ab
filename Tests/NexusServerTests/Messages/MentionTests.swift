import NexusCore
import Testing

@testable import NexusServer

@Suite("Mentions")
struct MentionTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
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

    @Test("reach everyone with their range, and are stored")
    func told() throws {
        let message = try post(ofBob, by: ann)
        #expect(message.mentions == ofBob)
        #expect(try server.page(of: group, for: bob).messages.last == message)
    }

    @Test("count for the mentioned member until they read it, and never for the sender")
    func counted() throws {
        let message = try post(ofBob, by: ann)
        _ = try post(ofBob, by: bob)
        #expect(try mentions(of: bob) == 1)
        #expect(try mentions(of: ann) == 0)
        try server.apply(.receipt(group, read: message.seq, delivered: message.seq), by: bob)
        #expect(try mentions(of: bob) == 0)
    }

    @Test("of blocked senders, and in messages deleted for oneself, do not count")
    func discounted() throws {
        let cem = try server.person("Cem")
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        let first = try post(ofBob, by: ann)
        _ = try post(ofBob, by: ann)
        _ = try post(ofBob, by: cem)
        func unread() throws -> Int { try server.changes(of: group, after: 0, for: bob).unread }
        #expect(try mentions(of: bob) == 3)
        #expect(try unread() == 3)
        try server.apply(.updateRelation(cem, RelationChange(isBlocked: true)), by: bob)
        #expect(try mentions(of: bob) == 2)
        #expect(try unread() == 3, "what they say is folded, and still there to be looked at")
        try server.apply(.updateSettings(group, SettingsChange(hidden: [first.seq])), by: bob)
        #expect(try mentions(of: bob) == 1)
        #expect(try unread() == 2)
        try server.apply(.updateRelation(cem, RelationChange(isBlocked: false)), by: bob)
        #expect(try mentions(of: bob) == 2)
        try server.apply(.delete(group, messages: [first.id]), by: ann)
        #expect(try unread() == 2, "it is not taken off twice")
        try server.apply(
            .updateSettings(group, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: bob)
        #expect(try unread() == 0)
        #expect(try mentions(of: bob) == 0)
        #expect(try server.changes(of: group, after: 0, for: ann).unread == 1, "the others count as before")
    }

    @Test("follow an edit, and are deleted with the message")
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

    @Test("outside the text are refused, in a post and in an edit")
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
