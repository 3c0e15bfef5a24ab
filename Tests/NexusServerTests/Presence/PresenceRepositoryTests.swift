import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Presence audiences")
struct PresenceRepositoryTests {
    private let database: SQLDatabase
    private let service: OperationService
    private let ada: UserID
    private let grace: UserID
    private let joan: UserID

    init() async throws {
        let database = try SQLDatabase(TestDatabase.inline(), migrations: Schema.migrations)
        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        self.database = database
        service = OperationService(heads: heads)
        let users = try await database.write { transaction in
            try ["ada", "grace", "joan"].map { name in
                let user = User(id: Self.fresh(), name: name, email: "\(name)@example.org")
                _ = try AccountRepository.insert(user, passwordHash: "", at: .zero, transaction)
                return user.id
            }
        }
        (ada, grace, joan) = (users[0], users[1], users[2])
    }

    private static func fresh<Subject>() -> ID<Subject> {
        var random = SystemRandomNumberGenerator()
        return ID(at: Timestamp(milliseconds: 1), using: &random)
    }

    private func apply(_ kind: NexusCore.Operation.Kind, by user: UserID) async throws {
        let operation = NexusCore.Operation(id: Self.fresh(), kind: kind)
        try await database.write { [service] in
            _ = try service.apply(operation, by: user, in: $0, now: Timestamp(milliseconds: 5))
        }
    }

    private func acquaintances(of user: UserID) async throws -> Set<UserID> {
        try await database.read { Set(try PresenceRepository.acquaintances(of: user, in: $0).map(\.user)) }
    }

    @Test("are those who share a conversation")
    func sharing() async throws {
        try await apply(.createDirect(.direct(between: ada, and: grace), with: grace), by: ada)
        #expect(try await acquaintances(of: ada) == [grace])
        #expect(try await acquaintances(of: grace) == [ada])
        #expect(try await acquaintances(of: joan).isEmpty)
    }

    @Test("leave out former members, unless another conversation is shared")
    func leaving() async throws {
        let room: ConversationID = Self.fresh()
        try await apply(.createGroup(room, title: "Room", members: [grace, joan]), by: ada)
        try await apply(.createDirect(.direct(between: ada, and: grace), with: grace), by: ada)
        try await apply(.leave(room), by: grace)
        #expect(try await acquaintances(of: grace) == [ada])
        #expect(try await acquaintances(of: joan) == [ada])
    }

    @Test("of typing are the members, without those who left")
    func audience() async throws {
        let room: ConversationID = Self.fresh()
        try await apply(.createGroup(room, title: "Room", members: [grace, joan]), by: ada)
        try await apply(.leave(room), by: joan)
        let audience = try await database.read { try PresenceRepository.audience(of: room, in: $0) }
        #expect(Set(audience) == [ada, grace])
        let nobody = try await database.read { try PresenceRepository.audience(of: Self.fresh(), in: $0) }
        #expect(nobody.isEmpty)
    }

    @Test("last-seen times are stored and only move forward")
    func lastSeen() async throws {
        try await database.write { [ada] transaction in
            try PresenceRepository.setLastSeen(Timestamp(milliseconds: 20), of: ada, transaction)
            try PresenceRepository.setLastSeen(Timestamp(milliseconds: 10), of: ada, transaction)
        }
        let stored = try await database.read { [ada] in try PresenceRepository.stored(of: ada, in: $0) }
        #expect(stored == PresenceLeases.Stored(showsPresence: true, lastSeen: Timestamp(milliseconds: 20)))
    }
}
