import NexusCore
import Testing

@testable import NexusServer

@Suite("Hidden receipts")
struct HiddenReceiptTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        group = try server.group(of: ann, with: [bob, cem])
        try server.post("one", in: group, by: ann)
        for user in [bob, cem] { try server.apply(.receipt(group, read: 2, delivered: 2), by: user) }
    }

    @discardableResult
    private func show(_ shows: Bool, by user: UserID) throws -> Applied {
        try server.apply(.updateProfile(ProfileChange(showsReceipts: shows)), by: user)
    }

    private func read(_ user: UserID, seenBy viewer: UserID) throws -> Seq? {
        try server.changes(of: group, after: 0, for: viewer).members.first { $0.user == user }?.read
    }

    @Test("a user who hides theirs neither shows nor sees receipts, except their own; others see each other's")
    func hidden() throws {
        let applied = try show(false, by: bob)
        #expect(applied.own?.profile?.showsReceipts == false)
        #expect(try read(bob, seenBy: ann) == 1)
        #expect(try read(cem, seenBy: bob) == 1)
        #expect(try read(bob, seenBy: bob) == 2)
        #expect(try read(cem, seenBy: ann) == 2)
        let publication = try #require(applied.publications.first)
        #expect(publication.change(hidingFrom: ann)?.members.first?.read == 1)
        #expect(publication.catchingUp == bob)
        server.restart()
        try server.post("two", in: group, by: ann)
        let receipt = try server.apply(.receipt(group, read: 8, delivered: 8), by: cem)
        #expect(receipt.publications.first?.change(hidingFrom: bob)?.members.first?.read == 1)
        #expect(receipt.publications.first?.change(hidingFrom: ann) == nil)
    }

    @Test("shown again, all are visible, by changes that a cursor catches up")
    func shownAgain() throws {
        try show(false, by: bob)
        let cursor = try server.changes(of: group, after: 0, for: bob).cursor
        let applied = try show(true, by: bob)
        let changes = try server.changes(of: group, after: cursor, for: bob)
        #expect(changes.members.first { $0.user == cem }?.read == 2)
        #expect(try read(bob, seenBy: ann) == 2)
        #expect(applied.publications.allSatisfy { $0.hidden.isEmpty })
        #expect(try show(true, by: bob).publications.isEmpty, "what is so already changes nothing")
    }

    @Test("changes one row of a conversation, which is all that others get; the user catches up with all rows, once")
    func oneRow() throws {
        for shows in [false, true] {
            let before = try server.member(cem, of: group).changed
            let cursor = try server.changes(of: group, after: 0, for: ann).cursor
            let applied = try show(shows, by: bob)
            #expect(applied.change?.members.map(\.user) == [bob])
            #expect(try server.member(cem, of: group).changed == before)
            #expect(try server.changes(of: group, after: cursor, for: ann).members.map(\.user) == [bob])
            let own = try server.changes(of: group, after: cursor, for: bob)
            #expect(Set(own.members.map(\.user)) == [ann, bob, cem])
            try server.post("next", in: group, by: ann)
            #expect(try server.changes(of: group, after: own.cursor, for: bob).members.isEmpty)
        }
    }

    @Test("a conversation that the user has left is not changed")
    func left() throws {
        try server.apply(.leave(group), by: bob)
        let head = try server.changes(of: group, after: 0, for: ann).head
        #expect(try show(false, by: bob).publications.isEmpty)
        #expect(try server.changes(of: group, after: 0, for: ann).head == head)
    }

    @Test("unread counts do not depend on hidden receipts")
    func unread() throws {
        try show(false, by: bob)
        #expect(try server.changes(of: group, after: 0, for: bob).unread == 0)
        #expect(try server.member(bob, of: group).read == 2)
    }
}
