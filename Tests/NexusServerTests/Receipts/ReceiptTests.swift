import NexusCore
import Testing

@testable import NexusServer

@Suite("Receipts")
struct ReceiptTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID

    /// A direct conversation with messages at 2, 3 and 4.
    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
        for number in 1...3 { try server.post("\(number)", in: talk, by: ann) }
    }

    @Test("a receipt moves a member's positions, takes a seq and reaches everyone")
    func moves() throws {
        let applied = try server.apply(.receipt(talk, read: 2, delivered: 4), by: bob)
        let row = Member(user: bob, name: "Bob", role: .member, joined: 1, read: 2, delivered: 4, changed: 5)
        #expect(applied.acknowledgement.seq == 5)
        #expect(applied.change == Change(conversation: talk, seq: 5, members: [row]))
        #expect(applied.publications.first?.recipients == [ann, bob].sorted())
        #expect(try server.member(bob, of: talk) == row)
    }

    @Test("a position that does not advance is a no-op without a seq")
    func backwards() throws {
        try server.apply(.receipt(talk, read: 3, delivered: 4), by: bob)
        let before = try server.member(bob, of: talk)
        for (read, delivered) in [(3, 4), (2, 4), (0, 0), (3, 3)] as [(Seq, Seq)] {
            let applied = try server.apply(.receipt(talk, read: read, delivered: delivered), by: bob)
            #expect(applied.acknowledgement.seq == 0)
            #expect(applied.publications.isEmpty)
        }
        #expect(try server.member(bob, of: talk) == before)
        #expect(try server.changes(of: talk, after: 5, for: ann).head == 5)
    }

    @Test("a read message counts as delivered")
    func readIsDelivered() throws {
        let member = try server.apply(.receipt(talk, read: 3, delivered: 0), by: bob).change?.members.first
        #expect(member?.read == 3)
        #expect(member?.delivered == 3)
    }

    @Test("no position passes the last change, now or later")
    func past() throws {
        let member = try server.apply(.receipt(talk, read: .max, delivered: .max), by: bob).change?.members.first
        #expect(member?.read == 4)
        #expect(member?.delivered == 4)
        try server.post("New", in: talk, by: ann)
        #expect(try server.changes(of: talk, after: 5, for: bob).unread == 1)
    }

    @Test("one position forward and the other back moves only the first")
    func mixed() throws {
        try server.apply(.receipt(talk, read: 2, delivered: 4), by: bob)
        let member = try server.apply(.receipt(talk, read: 4, delivered: 1), by: bob).change?.members.first
        #expect(member?.read == 4)
        #expect(member?.delivered == 4)
    }

    @Test("positions survive a restart")
    func restart() throws {
        try server.apply(.receipt(talk, read: 3, delivered: 3), by: bob)
        server.restart()
        #expect(try server.apply(.receipt(talk, read: 3, delivered: 3), by: bob).acknowledgement.seq == 0)
        #expect(try server.apply(.receipt(talk, read: 4, delivered: 4), by: bob).acknowledgement.seq == 6)
    }

    @Test("a non-member has no positions")
    func stranger() throws {
        let stranger = try server.person("Sam")
        #expect(throws: Refusal.conversationGone) {
            try server.apply(.receipt(talk, read: 1, delivered: 1), by: stranger)
        }
    }
}
