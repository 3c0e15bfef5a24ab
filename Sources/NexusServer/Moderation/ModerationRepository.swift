import NexusCore
import NexusDatabase

/// The SQL of reports, administrators, suspensions, and the audit log.
enum ModerationRepository {
    // MARK: Accounts

    static func account(_ user: UserID, at now: Timestamp, in reader: Reader) throws -> AdministeredAccount? {
        try reader.first(
            SQL("\(accountColumns) WHERE id = $2 AND deleted_at IS NULL"), .time(now), .id(user), body: account)
    }

    /// Accounts whose name or address contains the query's text, by name.
    static func accounts(
        _ query: PeopleQuery, _ filter: AccountFilter?, at now: Timestamp, in reader: Reader
    ) throws -> [(account: AdministeredAccount, cursor: PeopleQuery.Cursor)] {
        guard let (name, email) = AccountRepository.patterns(of: query.text) else { return [] }
        var values: [SQLValue] = [.time(now), .text(name), .text(email), .integer(query.limit)]
        var place = ""
        if let after = query.after {
            values += [.text(after.foldedName), .id(after.id)]
            place = "AND (folded_name, id) > ($5, $6)"
        }
        return try reader.all(
            SQL(
                """
                \(accountColumns) WHERE (folded_name LIKE $2 ESCAPE '!' OR email LIKE $3 ESCAPE '!')
                    AND deleted_at IS NULL AND \(condition(filter)) \(place)
                ORDER BY folded_name, id LIMIT $4
                """), values
        ) { row in
            let account = try account(&row)
            return (account, PeopleQuery.Cursor(foldedName: try row.next(), id: account.user.id))
        }
    }

    private static func condition(_ filter: AccountFilter?) -> String {
        switch filter {
        case nil: "1 = 1"
        case .administrators: "is_administrator = 1"
        case .suspended: "suspended_at IS NOT NULL"
        case .unclaimed: "password_hash = ''"
        case .secondFactor: hasFactor
        }
    }

    static func put(_ account: AdministeredAccount, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE users SET is_administrator = $2, suspended_at = $3 WHERE id = $1", .id(account.user.id),
            .flag(account.isAdministrator), .optional(account.suspendedAt?.milliseconds))
    }

    private static let hasFactor = """
        EXISTS (SELECT 1 FROM second_factors AS f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL)
        """

    /// An account's columns; `$1` is the time.
    private static let accountColumns = """
        SELECT id, name, email, password_hash = '', is_administrator, suspended_at, \(hasFactor),
            (SELECT MAX(s.last_used_at) FROM sessions AS s WHERE s.user_id = users.id),
            (SELECT COUNT(*) FROM sessions AS s WHERE s.user_id = users.id AND s.refresh_expires_at > $1), last_seen,
            (SELECT due_at FROM account_deletions AS d WHERE d.user_id = users.id), folded_name FROM users
        """

    /// Reads ``accountColumns``.
    private static func account(_ row: inout Row) throws -> AdministeredAccount {
        var account = AdministeredAccount(user: try user(&row))
        account.user.isUnclaimed = try row.next()
        account.isAdministrator = try row.next()
        account.suspendedAt = try row.next()
        account.user.isSuspended = account.suspendedAt != nil
        account.hasSecondFactor = try row.next()
        account.lastUsedAt = try row.next()
        account.sessions = try row.next()
        // Ended sessions are deleted.
        let lastSeen: Timestamp? = try row.next()
        account.lastUsedAt = account.lastUsedAt ?? lastSeen
        account.deletesAt = try row.next()
        return account
    }

    // MARK: Reports

    /// Stores a report; the first of each user about a message counts.
    static func insert(
        _ id: ReportID, by user: UserID, of message: Message, text: String, reason: String, at now: Timestamp,
        _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO reports (id, state, reporter_id, sender_id, conversation_id, message_id, text, reason, reported_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (message_id, reporter_id) DO NOTHING
            """, .id(id), .text(Report.State.open.rawValue), .id(user), .id(message.sender), .id(message.conversation),
            .id(message.id), .text(text), .text(reason), .time(now))
    }

    private static let reportColumns = """
        SELECT r.id, r.state, a.id, a.name, a.email, b.id, b.name, b.email, r.conversation_id, r.message_id, r.text, r.reason,
            r.reported_at
        FROM reports AS r JOIN users AS a ON a.id = r.reporter_id JOIN users AS b ON b.id = r.sender_id
        """

    static func report(_ id: ReportID, in reader: Reader) throws -> Report? {
        try reader.first(SQL("\(reportColumns) WHERE r.id = $1"), .id(id), body: report)
    }

    /// Reports in one state, the oldest first, as they wait; or all that were decided, the newest first.
    static func reports(isOpen: Bool, limit: Int, in reader: Reader) throws -> [Report] {
        try reader.all(
            SQL(
                isOpen
                    ? "\(reportColumns) WHERE r.state = $1 ORDER BY r.reported_at, r.id LIMIT $2"
                    : "\(reportColumns) WHERE r.state <> $1 ORDER BY r.reported_at DESC, r.id DESC LIMIT $2"),
            .text(Report.State.open.rawValue), .integer(limit), body: report)
    }

    static func setState(_ state: Report.State, of id: ReportID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE reports SET state = $2 WHERE id = $1", .id(id), .text(state.rawValue))
    }

    /// All open reports of a message are decided alike.
    static func setState(_ state: Report.State, ofAllAbout message: MessageID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE reports SET state = $2 WHERE message_id = $1 AND state = $3", .id(message), .text(state.rawValue),
            .text(Report.State.open.rawValue))
    }

    private static func report(_ row: inout Row) throws -> Report {
        Report(
            id: try row.next(), state: Report.State(rawValue: try row.next()) ?? .open, reporter: try user(&row),
            sender: try user(&row), conversation: try row.next(), message: try row.next(), text: try row.next(),
            reason: try row.next(), reportedAt: try row.next())
    }

    /// Reads `id, name, email`.
    private static func user(_ row: inout Row) throws -> User {
        User(id: try row.next(), name: try row.next(), email: try row.next())
    }
}
