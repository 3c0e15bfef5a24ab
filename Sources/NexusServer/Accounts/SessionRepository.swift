import NexusCore
import NexusDatabase

/// The SQL of sessions. Tokens are passed as hashes.
enum SessionRepository {
    /// A session with the hashes of its secrets and its expiry times.
    struct Stored {
        var user: UserID
        var refreshHash: [UInt8]
        /// The refresh token that bought the present ones, and the attempt it was spent in.
        var spentRefreshHash: [UInt8]?
        var spentAttemptHash: [UInt8]?
        var refreshExpiresAt: Timestamp
    }

    struct Secrets {
        var accessHash: [UInt8]
        var accessExpiresAt: Timestamp
        var refreshHash: [UInt8]
        var refreshExpiresAt: Timestamp
    }

    static func insert(
        _ id: SessionID, user: UserID, device: String, origin: SignInOrigin, secrets: Secrets,
        isTwoFactors: Bool = false, at now: Timestamp, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO sessions (id, user_id, device, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
                created_at, last_used_at, address, place, proved_at, has_second_factor)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $8, $11)
            """, .id(id), .id(user), .text(device), .blob(secrets.accessHash), .time(secrets.accessExpiresAt),
            .blob(secrets.refreshHash), .time(secrets.refreshExpiresAt), .time(now),
            .optional(origin.address.isEmpty ? nil : origin.address), .optional(origin.place), .flag(isTwoFactors))
    }

    /// A session with the hashes of its secrets; `nil` once it has ended.
    static func session(_ id: SessionID, in reader: Reader) throws -> Stored? {
        try reader.first(
            """
            SELECT user_id, refresh_hash, spent_refresh_hash, spent_attempt_hash, refresh_expires_at FROM sessions
            WHERE id = $1
            """, .id(id)
        ) { row in
            Stored(
                user: try row.next(), refreshHash: try row.next(), spentRefreshHash: try row.next(),
                spentAttemptHash: try row.next(), refreshExpiresAt: try row.next())
        }
    }

    /// Gives a session its next tokens, which end with the session's life; `spent` is the refresh token that bought them.
    static func renew(
        _ id: SessionID, secrets: Secrets, spent: [UInt8], attemptHash: [UInt8]?, at now: Timestamp,
        _ transaction: Transaction
    ) throws {
        transaction.tellOthers(.sessionChanged(id))
        try transaction.run(
            """
            UPDATE sessions SET access_hash = $2, access_expires_at = MIN($3, created_at + $9), refresh_hash = $4,
                refresh_expires_at = MIN($5, created_at + $9), spent_refresh_hash = $6, spent_attempt_hash = $7, last_used_at = $8 WHERE id = $1
            """, .id(id), .blob(secrets.accessHash), .time(secrets.accessExpiresAt), .blob(secrets.refreshHash),
            .time(secrets.refreshExpiresAt), .blob(spent), .optional(attemptHash), .time(now),
            .integer(SessionTokens.sessionLife))
    }

    private static let sessionByAccess = SQL(
        """
        SELECT s.id, \(AccountRepository.profileColumns), s.access_expires_at,
            \(SecondFactorRepository.isMissing(session: "s")), s.proved_at
        FROM sessions AS s JOIN users AS u ON u.id = s.user_id WHERE s.access_hash = $1
        """)

    /// The session of an access token with its user; one indexed read.
    static func session(
        accessHash hash: [UInt8], in reader: Reader
    ) throws -> SessionContext? {
        try reader.first(
            sessionByAccess, .blob(hash)
        ) { row in
            SessionContext(
                session: try row.next(), profile: try AccountRepository.profile(&row),
                accessUntil: try row.next(), needsSecondFactor: try row.next(), provedAt: try row.next())
        }
    }

    /// Notes that a session has proved its user's identity; returns false if it has ended.
    static func prove(_ id: SessionID, at now: Timestamp, _ transaction: Transaction) throws -> Bool {
        try transaction.count("UPDATE sessions SET proved_at = $2 WHERE id = $1", .id(id), .time(now)) == 1
    }

    /// Notes that a passkey has proved a session, which is two factors; returns false if it has ended.
    static func setSecondFactor(_ id: SessionID, _ transaction: Transaction) throws -> Bool {
        try transaction.count("UPDATE sessions SET has_second_factor = 1 WHERE id = $1", .id(id)) == 1
    }

    /// Notes that a user's passkeys are gone.
    static func dropSecondFactor(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE sessions SET has_second_factor = 0 WHERE user_id = $1", .id(user))
    }

    static func list(of user: UserID, current: SessionID, at now: Timestamp, in reader: Reader) throws -> [SessionInfo]
    {
        try reader.all(
            """
            SELECT id, device, created_at, last_used_at, address, place FROM sessions
            WHERE user_id = $1 AND refresh_expires_at > $2 ORDER BY last_used_at DESC, id DESC LIMIT $3
            """, .id(user), .time(now), .integer(AccountService.sessionsPerPerson)
        ) { row in
            let id: SessionID = try row.next()
            return SessionInfo(
                id: id, device: try row.next(), createdAt: try row.next(), lastUsedAt: try row.next(),
                isCurrent: id == current, address: try row.next(), place: try row.next())
        }
    }

    /// Ends one of a user's sessions; returns whether it existed.
    static func delete(_ id: SessionID, of user: UserID, _ transaction: Transaction) throws -> Bool {
        guard try transaction.count("DELETE FROM sessions WHERE id = $1 AND user_id = $2", .id(id), .id(user)) == 1
        else {
            return false
        }
        transaction.tellOthers(.sessionEnded(id))
        return true
    }

    /// Ends all of a user's sessions, or all but one; returns them.
    static func deleteAll(
        of user: UserID, except kept: SessionID? = nil, _ transaction: Transaction
    ) throws -> [SessionID] {
        try told(
            transaction.all(
                "DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id", .id(user),
                .optional(kept)
            ) { try $0.next() }, transaction)
    }

    /// Ends the expired sessions; returns them.
    static func deleteExpired(before now: Timestamp, _ transaction: Transaction) throws -> [SessionID] {
        try told(
            transaction.all("DELETE FROM sessions WHERE refresh_expires_at <= $1 RETURNING id", .time(now)) {
                try $0.next()
            }, transaction)
    }

    /// Those of `sessions` that have not ended.
    static func existing(_ sessions: [SessionID], in reader: Reader) throws -> Set<SessionID> {
        Set(
            try reader.all(
                SQL("SELECT id FROM sessions WHERE id IN (\(SQL.placeholders(from: 1, count: sessions.count)))"),
                sessions.map { .id($0) }
            ) { try $0.next() })
    }

    private static func told(_ ended: [SessionID], _ transaction: Transaction) -> [SessionID] {
        for session in ended { transaction.tellOthers(.sessionEnded(session)) }
        return ended
    }

    /// All but a user's `count` most recently used sessions, at most 1,000 of them.
    static func leastUsed(of user: UserID, beyond count: Int, in reader: Reader) throws -> [SessionID] {
        try reader.all(
            """
            SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET $2
            """, .id(user), .integer(count)
        ) { try $0.next() }
    }

    /// The server's secret for recognising its refresh tokens; created on first use.
    static func tokenSecret(_ transaction: Transaction) throws -> [UInt8] {
        if let secret = try storedTokenSecret(transaction) { return secret }
        try transaction.run(
            "INSERT INTO secrets (name, value) VALUES ('refresh', $1) ON CONFLICT (name) DO NOTHING",
            .blob(Token.randomBytes()))
        return try storedTokenSecret(transaction) ?? []
    }

    /// That secret; `nil` before the first session.
    static func storedTokenSecret(_ reader: Reader) throws -> [UInt8]? {
        try reader.first("SELECT value FROM secrets WHERE name = 'refresh'") { try $0.next() }
    }
}
