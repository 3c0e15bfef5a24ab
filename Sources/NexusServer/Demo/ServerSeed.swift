import NexusCore
import NexusDatabase

/// Fills a database through the server's own services, without a server: for benchmarks and the demo team.
public final class ServerSeed: Sendable {
    /// A seeded user with an open session.
    public struct Person: Sendable {
        public var user: User
        public var accessToken: String

        public init(user: User, accessToken: String) {
            self.user = user
            self.accessToken = accessToken
        }
    }

    private let database: SQLDatabase
    private let epoch: DatabaseEpoch
    private let service: OperationService
    private let now: @Sendable () -> Timestamp

    /// - Throws: `DatabaseError`, `database_in_use` while a server has it open.
    public init(_ configuration: DatabaseConfiguration, now: @escaping @Sendable () -> Timestamp) throws {
        (database, epoch) = try DatabaseEpoch.open(configuration, now: now)
        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        database.afterCompletions { [epoch] in epoch.committed(heads.changes) }
        service = OperationService(heads: heads)
        self.now = now
    }

    /// Opens an account and a session for each name. Without a password hash they can be reached by their token alone.
    public func people(_ people: [(name: String, email: String)], passwordHash: String = "") async throws -> [Person] {
        let time = now()
        return try await database.write { transaction in
            let secret = try SessionRepository.tokenSecret(transaction)
            return try people.map { name, email in
                let user = User(id: UserID(at: time), name: name, email: email)
                guard try AccountRepository.insert(user, passwordHash: passwordHash, at: time, transaction) else {
                    throw Refusal(.emailTaken, "An account for \(email) exists.")
                }
                let tokens = SessionTokens(of: SessionID(at: time), secret: secret)
                var secrets = tokens.secrets(at: time)
                // Millions of messages take longer to write than an access token lives.
                secrets.accessExpiresAt = time.advanced(by: 86_400_000)
                try SessionRepository.insert(
                    tokens.session, user: user.id, device: "seed", origin: .unknown, secrets: secrets, at: time,
                    transaction)
                return Person(user: user, accessToken: tokens.access)
            }
        }
    }

    /// Performs operations in order, in one transaction; returns the acknowledgements in the same order.
    @discardableResult
    public func apply(_ operations: [(operation: Operation, user: UserID)]) async throws -> [Acknowledgement] {
        let time = now()
        return try await database.write { [service] transaction in
            try operations.map {
                try service.apply($0.operation, by: $0.user, in: transaction, now: time).acknowledgement
            }
        }
    }

    public func close() async throws {
        try await database.close()
        epoch.close()
    }
}
