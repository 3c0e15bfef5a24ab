import NexusCore
import NexusDatabase

/// The SQL of second factors and recovery codes. Recovery codes come as hashes.
enum SecondFactorRepository {
    struct Factor {
        var secret: [UInt8]
        /// The step of the last accepted code.
        var lastStep: Int64
        /// Nil until the owner has typed a first code.
        var confirmedAt: Timestamp?
    }

    /// The condition that a session lacks the second factor that the team requires: its user has no authenticator app, and no passkey has
    /// proved the session.
    ///
    /// - Parameter session: the SQL name of the session's row.
    static func isMissing(session: String) -> String {
        """
        (\(TeamRepository.secondFactorIsRequired) AND \(session).has_second_factor = 0 AND NOT EXISTS (
            SELECT 1 FROM second_factors AS f WHERE f.user_id = \(session).user_id AND f.confirmed_at IS NOT NULL))
        """
    }

    static func isMissing(of session: SessionID, in reader: Reader) throws -> Bool {
        try reader.first(
            SQL("SELECT \(isMissing(session: "sessions")) FROM sessions WHERE id = $1"), .id(session)
        ) { try $0.next() } ?? false
    }

    /// The sessions of a user, or of all users, that lack the second factor that the team requires: after a change that may restrict them.
    static func sessionsWithout(
        of user: UserID? = nil, in transaction: Transaction
    ) throws -> [(session: SessionID, user: UserID)] {
        let missing = isMissing(session: "sessions")
        let sessions: [(session: SessionID, user: UserID)] = try transaction.all(
            SQL("SELECT id, user_id FROM sessions WHERE \(missing) AND (user_id = $1 OR $1 IS NULL)"), .optional(user)
        ) { (try $0.next(), try $0.next()) }
        for (session, _) in sessions { transaction.tellOthers(.sessionChanged(session)) }
        return sessions
    }

    static func factor(of user: UserID, in reader: Reader) throws -> Factor? {
        try reader.first(
            "SELECT secret, last_step, confirmed_at FROM second_factors WHERE user_id = $1", .id(user)
        ) { Factor(secret: try $0.next(), lastStep: try $0.next(), confirmedAt: try $0.next()) }
    }

    static func put(_ factor: Factor, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO second_factors (user_id, secret, last_step, confirmed_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step,
                confirmed_at = excluded.confirmed_at
            """, .id(user), .blob(factor.secret), .integer(factor.lastStep),
            .optional(factor.confirmedAt?.milliseconds))
    }

    static func putRecoveryCodes(_ hashes: [[UInt8]], of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM recovery_codes WHERE user_id = $1", .id(user))
        for hash in hashes {
            try transaction.run(
                "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)", .id(user), .blob(hash))
        }
    }

    /// Spends a recovery code; returns false if it is not one of the user's, or is spent.
    static func spendRecoveryCode(_ hash: [UInt8], of user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", .id(user), .blob(hash)) == 1
    }

    static func recoveryCodes(of user: UserID, in reader: Reader) throws -> Int {
        try reader.first("SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1", .id(user)) { try $0.next() } ?? 0
    }

    static func delete(of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM second_factors WHERE user_id = $1", .id(user))
        try transaction.run("DELETE FROM recovery_codes WHERE user_id = $1", .id(user))
    }
}
