import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Blocking")
struct BlockTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
    }

    @discardableResult
    private func block(_ other: UserID, by user: UserID, _ isBlocked: Bool = true) throws -> Applied {
        try server.apply(.updateRelation(other, RelationChange(isBlocked: isBlocked)), by: user)
    }

    private func seen(_ user: UserID, of id: ConversationID, by viewer: UserID) throws -> Member? {
        try server.changes(of: id, after: 0, for: viewer).members.first { $0.user == user }
    }

    @Test("messages of either side in the direct conversation are refused, until the block ends")
    func refused() throws {
        let direct = try server.direct(ann, bob)
        try server.post("before", in: direct, by: bob)
        try block(bob, by: ann)
        #expect(try refusal { try server.post("why?", in: direct, by: bob) } == .blocked)
        #expect(try refusal { try server.post("you know", in: direct, by: ann) } == .blocked)
        server.restart()
        #expect(try refusal { try server.post("why?", in: direct, by: bob) } == .blocked)
        try block(bob, by: ann, false)
        try server.post("hello again", in: direct, by: bob)
    }

    @Test("a post accepted before returns its success when it is repeated")
    func repeated() throws {
        let direct = try server.direct(ann, bob)
        let post = server.operation(.post(direct, text: "hi", writtenAt: server.now))
        let first = try server.apply(post, by: bob)
        try block(bob, by: ann)
        #expect(try server.apply(post, by: bob).acknowledgement == first.acknowledgement)
    }

    @Test("edits are refused too, while deletions are allowed")
    func changes() throws {
        let direct = try server.direct(ann, bob)
        let message = try server.post("hi", in: direct, by: bob)
        try block(bob, by: ann)
        #expect(try refusal { try server.apply(.edit(direct, message: message.id, text: "ho"), by: bob) } == .blocked)
        try server.apply(.delete(direct, messages: [message.id]), by: bob)
    }

    @Test("a blocked user opens no conversation with the user who blocked them, and cannot add them to a group")
    func openings() throws {
        try block(bob, by: ann)
        #expect(try refusal { _ = try server.direct(bob, ann) } == .blocked)
        #expect(try refusal { _ = try server.group(of: bob, with: [ann]) } == .blocked)
        let group = try server.group(of: bob, with: [cem])
        #expect(try refusal { try server.apply(.addMembers(group, users: [ann]), by: bob) } == .blocked)
        try server.apply(.addMembers(group, users: [ann]), by: cem)
    }

    @Test("shared groups continue, but the blocked user gets no receipts of the other")
    func receipts() throws {
        let group = try server.group(of: cem, with: [ann, bob])
        try server.post("one", in: group, by: bob)
        try server.apply(.receipt(group, read: 2, delivered: 2), by: ann)
        #expect(try seen(ann, of: group, by: bob)?.read == 2)
        let blocked = try block(bob, by: ann)
        #expect(blocked.publications.count == 1)
        #expect(blocked.publications[0].change(hidingFrom: bob)?.members.first?.read == 1)
        #expect(blocked.publications[0].change(hidingFrom: cem) == nil)
        #expect(try seen(ann, of: group, by: bob)?.read == 1)
        #expect(try seen(ann, of: group, by: cem)?.read == 2)
        try server.post("two", in: group, by: bob)
        let receipt = try server.apply(.receipt(group, read: 4, delivered: 4), by: ann)
        #expect(receipt.publications[0].change(hidingFrom: bob)?.members.first?.delivered == 1)
        let unblocked = try block(bob, by: ann, false)
        #expect(unblocked.publications.count == 1)
        #expect(try seen(ann, of: group, by: bob)?.read == 4)
    }

    @Test("the blocked user is not found by the other, but finds them")
    func search() throws {
        try block(bob, by: ann)
        let (byAnn, byBob) = try server.read { [ann, bob] reader in
            (
                try AccountRepository.people(PeopleQuery(limit: 9), for: ann, in: reader).map(\.user.id),
                try AccountRepository.people(PeopleQuery(limit: 9), for: bob, in: reader).map(\.user.id)
            )
        }
        #expect(byAnn == [cem])
        #expect(byBob.contains(ann))
    }

    @Test("neither sees the other's presence and typing")
    func presence() throws {
        let group = try server.group(of: cem, with: [ann, bob])
        _ = try server.direct(ann, bob)
        try block(bob, by: ann)
        let (ofAnn, ofBob, pairs) = try server.read { [ann, bob] reader in
            (
                try PresenceRepository.acquaintances(of: ann, in: reader).map(\.user),
                try PresenceRepository.acquaintances(of: bob, in: reader).map(\.user),
                try BlockRepository.pairs(in: group, reader)
            )
        }
        #expect(ofAnn == [cem])
        #expect(ofBob == [cem])
        #expect(pairs.contains(ann, bob) && pairs.contains(bob, ann))
        #expect(!pairs.contains(ann, cem))
    }

    @Test("a rolled-back block has no effect")
    func rolledBack() throws {
        let direct = try server.direct(ann, bob)
        try server.post("before", in: direct, by: bob)
        server.failCommits(with: DatabaseError(.full))
        #expect(throws: (any Error).self) { try block(bob, by: ann) }
        server.failCommits(with: nil)
        try server.post("after", in: direct, by: bob)
    }
}
