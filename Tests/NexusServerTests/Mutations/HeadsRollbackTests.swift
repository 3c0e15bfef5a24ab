import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

/// The writer's cache is correct after any failure: it equals the state after a restart.
@Suite("Cached heads after a failure")
struct HeadsRollbackTests {
    private struct Failure: Error {}

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
        group = try server.group(of: ann, with: [bob])
    }

    /// Every kind of operation that changes the cache, as requested by Ann.
    private func operations() -> [NexusCore.Operation] {
        [
            .post(group, text: "Hi", writtenAt: server.now), .rename(group, title: "Trips"),
            .addMembers(group, users: [cem]), .removeMember(group, user: bob), .leave(group),
            .receipt(group, read: 1, delivered: 1), .updateProfile(name: "Anna", showsPresence: nil),
            .createDirect(.direct(between: ann, and: cem), with: cem),
            .createGroup(server.identifier(), title: "New", members: [cem]), .dissolve(group),
        ].map { server.operation($0) }
    }

    private func body(
        _ operation: NexusCore.Operation, by user: UserID, fails: Bool = false
    ) -> @Sendable (Transaction) throws -> Applied {
        { [service = server.operations, now = server.now] transaction in
            let applied = try service.apply(operation, by: user, in: transaction, now: now)
            if fails { throw Failure() }
            return applied
        }
    }

    /// The writer's state of a conversation, from its cache or, after a restart, from the table.
    private func known(_ id: ConversationID) throws -> String {
        try server.write { [heads = server.operations.heads] transaction in
            guard let head = try heads.conversation(id, in: transaction) else { return "none" }
            let places = head.places.sorted { $0.key < $1.key }.map { user, place in
                "\(user) \(place.role) \(place.hasLeft) \(place.joined) \(place.read) \(place.delivered) \(place.changed)"
            }
            let names = try places.isEmpty ? [] : head.recipients.map { try heads.name(of: $0, in: transaction) ?? "?" }
            return "\(head.head) \(head.changedAt) \(head.title ?? "") \(head.infoChanged) \(places) \(names)"
        }
    }

    private func expectTruth(_ comment: Comment) throws {
        let direct = ConversationID.direct(between: ann, and: cem)
        let remembered = try [group, direct].map(known)
        server.restart()
        #expect(try [group, direct].map(known) == remembered, comment)
    }

    @Test("a transaction of any kind that fails after a write changes nothing")
    func alone() throws {
        for operation in operations() {
            let before = try known(group)
            let results = server.together([body(operation, by: ann, fails: true)])
            #expect(throws: Failure.self) { try results[0].get() }
            #expect(try known(group) == before, "\(operation.kind.name)")
            try expectTruth("\(operation.kind.name)")
        }
        #expect(try server.post("Next", in: group, by: ann).seq == 2)
    }

    @Test("a failed transaction of a shared commit does not affect the others, and takes no seq")
    func among() throws {
        for operation in operations() {
            let before = try server.changes(of: group, after: 1, for: bob).head
            let posts = (1...3).map { number in
                server.operation(.post(group, text: "\(number)", writtenAt: server.now))
            }
            let results = server.together([
                body(posts[0], by: bob), body(operation, by: ann, fails: true), body(posts[1], by: bob),
                body(operation, by: ann, fails: true), body(posts[2], by: ann),
            ])
            #expect(results.map { (try? $0.get()) == nil } == [false, true, false, true, false])
            #expect(
                results.compactMap { try? $0.get().acknowledgement.seq } == [before + 1, before + 2, before + 3],
                "\(operation.kind.name)")
            let changes = try server.changes(of: group, after: before, for: bob)
            #expect(changes.messages.map(\.text) == ["1", "2", "3"])
            #expect(changes.head == before + 3)
            try expectTruth("\(operation.kind.name)")
        }
    }

    @Test("rows that a failed transaction cached are read again")
    func loadedByFailed() throws {
        server.restart()
        let post = server.operation(.post(group, text: "Hi", writtenAt: server.now))
        let results = server.together([
            body(server.operation(.addMembers(group, users: [cem])), by: ann, fails: true), body(post, by: bob),
        ])
        #expect(try results[1].get().acknowledgement.seq == 2)
        #expect(try results[1].get().publications.first?.recipients == [ann, bob].sorted())
        try expectTruth("loaded")
    }

    @Test("a failed sign-up leaves no name behind")
    func nameOfFailed() throws {
        let eve: UserID = server.identifier()
        let now = server.now
        let add = body(server.operation(.addMembers(group, users: [eve])), by: ann)
        let signUp: @Sendable (Transaction) throws -> Applied = { transaction in
            let user = User(id: eve, name: "Eve", email: "eve@example.org")
            _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
            _ = try add(transaction)
            throw Failure()
        }
        let results = server.together([signUp, add])
        #expect(throws: Refusal.unknownPerson) { try results[1].get() }
        try expectTruth("name")
    }

    @Test("a commit that fails at its end undoes them all, and the next one continues")
    func failedCommit() throws {
        try server.post("First", in: group, by: ann)
        server.failCommits(with: DatabaseError(.full))
        for operation in operations() {
            let results = server.together([
                body(server.operation(.post(group, text: "Lost", writtenAt: server.now)), by: bob),
                body(operation, by: ann),
            ])
            for result in results {
                #expect(throws: DatabaseError(.full)) { try result.get() }
            }
        }
        server.failCommits(with: nil)
        #expect(try server.post("Second", in: group, by: bob).seq == 3)
        #expect(try server.changes(of: group, after: 0, for: bob).messages.map(\.text) == ["First", "Second"])
        try expectTruth("commit")
    }
}
