import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Direct conversations")
struct DirectConversationTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let id: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        id = .direct(between: ann, and: bob)
    }

    @Test("opening one is its first change and reaches both")
    func opened() throws {
        let applied = try server.apply(.createDirect(id, with: bob), by: ann)
        #expect(applied.acknowledgement.seq == 1)
        #expect(applied.publications.first?.recipients == [ann, bob].sorted())
        let info = Conversation(id: id, kind: .direct, title: nil, creator: ann, createdAt: server.now, changed: 1)
        #expect(applied.change?.info == info)
        #expect(Set(applied.change?.members.map(\.name) ?? []) == ["Ann", "Bob"])
        #expect(applied.change?.members.allSatisfy { $0.role == .member && $0.joined == 1 && $0.read == 1 } == true)
    }

    @Test("the second side to open it finds the first and succeeds")
    func openedTwice() throws {
        let first = try server.apply(.createDirect(id, with: bob), by: ann)
        let again = try server.apply(.createDirect(id, with: ann), by: bob)
        #expect(again.acknowledgement.seq == first.acknowledgement.seq)
        #expect(again.publications.isEmpty)
        #expect(try server.changes(of: id, after: 0, for: bob).head == 1)
    }

    @Test("both sides opening it in one commit make one conversation")
    func oneCommit() throws {
        let operations = [(ann, bob), (bob, ann)].map {
            (by: $0, operation: server.operation(.createDirect(id, with: $1)))
        }
        let results = server.together(
            operations.map { [service = server.operations, now = server.now] item in
                { try service.apply(item.operation, by: item.by, in: $0, now: now) }
            })
        #expect(try results.map { try $0.get().acknowledgement.seq } == [1, 1])
        #expect(try results.map { try $0.get().publications.count } == [1, 0])
    }

    @Test("both sides opening it concurrently from many devices make one conversation")
    func race() async throws {
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: TestDatabase.storage()), migrations: Schema.migrations)
        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        let service = OperationService(heads: heads)
        let now = server.now
        try await database.write { [ann, bob] transaction in
            for (user, name) in [(ann, "Ann"), (bob, "Bob")] {
                let user = User(id: user, name: name, email: name)
                _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
            }
        }
        let operations = (0..<40).map { number in
            (
                by: number % 2 == 0 ? ann : bob,
                operation: server.operation(.createDirect(id, with: number % 2 == 0 ? bob : ann))
            )
        }
        let applied = try await withThrowingTaskGroup { group in
            for item in operations {
                group.addTask {
                    try await database.write { try service.apply(item.operation, by: item.by, in: $0, now: now) }
                }
            }
            return try await group.reduce(into: [Applied]()) { $0.append($1) }
        }
        #expect(applied.count { !$0.publications.isEmpty } == 1)
        #expect(applied.allSatisfy { $0.acknowledgement.seq == 1 })
        let counts = try await database.read { reader in
            try ["conversations", "members"].map { table in
                try reader.first(SQL("SELECT COUNT(*) FROM \(table)")) { try $0.next(Int.self) }
            }
        }
        #expect(counts == [1, 2])
        try await database.close()
    }

    @Test("an identifier other than the derived one is refused")
    func wrongIdentifier() throws {
        let other: ConversationID = server.identifier()
        #expect(try refusal { try server.apply(.createDirect(other, with: bob), by: ann) } == .invalidRequest)
    }

    @Test("no user opens one with themself or with a user who does not exist")
    func wrongPerson() throws {
        let alone = ConversationID.direct(between: ann, and: ann)
        #expect(try refusal { try server.apply(.createDirect(alone, with: ann), by: ann) } == .invalidRequest)
        let nobody: UserID = server.identifier()
        let id = ConversationID.direct(between: ann, and: nobody)
        #expect(throws: Refusal.unknownPerson) { try server.apply(.createDirect(id, with: nobody), by: ann) }
    }

    @Test("it has no title and no roles, and cannot be left")
    func fixed() throws {
        try server.apply(.createDirect(id, with: bob), by: ann)
        let sam = try server.person("Sam")
        let kinds: [Operation.Kind] = [
            .rename(id, title: "Us"), .addMembers(id, users: [sam]), .removeMember(id, user: bob), .leave(id),
            .dissolve(id),
        ]
        for kind in kinds {
            #expect(throws: Refusal.notAllowed) { try server.apply(kind, by: ann) }
        }
        #expect(try server.changes(of: id, after: 0, for: bob).head == 1)
    }
}
