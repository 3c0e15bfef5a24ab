import NexusCore
import NexusDatabase

/// The SQL of what people have begun and have yet to finish, by one request each, which may reach different nodes: sign-ins with providers, challenges of passkeys.
/// And of what is taken once: tokens by which providers end sessions. Each is there for minutes.
enum CeremonyRepository {
    enum Kind: Int64 {
        case passkeyOfStranger = 1
        case passkeyOfSession = 2
        case providerSignIn = 3
        case providerLogout = 4
    }

    /// How often those above the limit are removed: after so many new ones.
    static let pace: Int64 = 64

    /// Keeps one, and forgets those that have expired; above the limit also the oldest of its kind, not each time.
    ///
    /// - Parameter owner: has one of its kind: it takes the place of an earlier one. Empty for nobody.
    /// - Returns: false if there is one with that key.
    @discardableResult
    static func put(
        _ key: [UInt8], _ kind: Kind, owner: String = "", content: String = "", at now: Timestamp, life: Int64,
        limit: Int,
        _ transaction: Transaction
    ) throws -> Bool {
        try transaction.run("DELETE FROM ceremonies WHERE expires_at <= $1", .time(now))
        if !owner.isEmpty {
            try transaction.run(
                "DELETE FROM ceremonies WHERE kind = $1 AND owner = $2", .integer(kind.rawValue), .text(owner))
        }
        let number = try transaction.first(
            """
            INSERT INTO ceremonies (key, kind, owner, content, expires_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (key) DO NOTHING RETURNING number
            """, .blob(key), .integer(kind.rawValue), .text(owner), .text(content), .time(now.advanced(by: life))
        ) { try $0.next(Int64.self) }
        guard let number else { return false }
        if number.isMultiple(of: pace) {
            try transaction.run(
                """
                DELETE FROM ceremonies WHERE kind = $1 AND number <= (
                    SELECT number FROM ceremonies WHERE kind = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)
                """, .integer(kind.rawValue), .integer(limit))
        }
        return true
    }

    /// What was kept under a key, with its owner; nil once it has expired.
    static func find(_ key: [UInt8], _ kind: Kind, at now: Timestamp, in reader: Reader) throws -> (
        owner: String, content: String
    )? {
        try reader.first(
            "SELECT owner, content FROM ceremonies WHERE key = $1 AND kind = $2 AND expires_at > $3", .blob(key),
            .integer(kind.rawValue), .time(now)
        ) { (try $0.next(), try $0.next()) }
    }

    static func remove(_ key: [UInt8], _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM ceremonies WHERE key = $1", .blob(key))
    }

    /// How many there are of a kind.
    static func count(_ kind: Kind, in reader: Reader) throws -> Int {
        try reader.first("SELECT count(*) FROM ceremonies WHERE kind = $1", .integer(kind.rawValue)) { try $0.next() }
            ?? 0
    }
}
