import NexusCore
import NexusDatabase

/// The audit log, which is never changed.
enum AuditLog {
    /// The acts that concern the security of their subject's account.
    static let security: Set<AuditEntry.Act> = [
        .signIn, .failSignIn, .endSessions, .changePassword, .changeEmail, .makeResetLink, .resetPassword,
        .addSecondFactor, .removeSecondFactor, .useRecoveryCode, .renewRecoveryCodes,
        .addPasskey, .removePasskey, .refusePasskey, .scheduleDeletion, .cancelDeletion, .exportData,
        .connectProvider, .disconnectProvider,
    ]

    /// Appends an entry. One about the security of an account is a change of that account, so that its devices learn of it.
    static func append(
        _ act: AuditEntry.Act, by actor: UserID, to subject: UserID, report: ReportID? = nil,
        session: SessionID? = nil, count: Int64? = nil, since: Timestamp? = nil, note: String, at now: Timestamp,
        _ transaction: Transaction
    ) throws {
        let number = try transaction.first(
            """
            INSERT INTO audit (at, actor_id, act, subject_id, report_id, note, session_id, count, since)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING number
            """, .time(now), .id(actor), .text(act.rawValue), .id(subject), .optional(report), .text(note),
            .optional(session), .optional(count), .optional(since?.milliseconds)
        ) { try $0.next() as Int64 }
        guard security.contains(act), let number else { return }
        try transaction.run(
            "UPDATE users SET security_number = $2 WHERE id = $1", .id(subject), .integer(number))
        let seq = try UserSettingsRepository.advance(subject, transaction)
        try UserSettingsRepository.setProfileChanged(seq, of: subject, transaction)
    }

    /// A page of the entries that a query selects, the newest first.
    static func page(_ query: AuditQuery, limit: Int, in reader: Reader) throws -> AuditPage {
        guard let (name, email) = AccountRepository.patterns(of: query.person) else { return AuditPage(entries: []) }
        let acts = AuditEntry.Act.allCases.map(\.rawValue).filter { act in
            let isSignIn = act.hasPrefix("sign-in.")
            guard !query.acts.isEmpty else { return query.withSignIns || !isSignIn }
            return query.acts.contains { act.hasPrefix($0) }
        }
        let entries = try reader.all(
            SQL(
                """
                \(columns) WHERE l.number < $1 AND l.act IN (\(listed(acts)))
                    AND (a.folded_name LIKE $3 ESCAPE '!' OR a.email LIKE $4 ESCAPE '!'
                        OR b.folded_name LIKE $3 ESCAPE '!' OR b.email LIKE $4 ESCAPE '!')
                ORDER BY l.number DESC LIMIT $2
                """), .integer(query.before), .integer(limit), .text(name), .text(email), body: entry
        ).compactMap(\.self)
        return AuditPage(entries: entries, next: entries.count == limit ? entries.last?.number : nil)
    }

    /// Whether a person signed in before with a note that begins with these parts: the device, and the address and place.
    static func hasSignIn(of user: UserID, from parts: String, in reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT 1 FROM audit WHERE subject_id = $1 AND act = $2
                AND (note = $3 OR substr(note, 1, length($3) + 2) = $3 || ', ') LIMIT 1
            """, .id(user), .text(AuditEntry.Act.signIn.rawValue), .text(parts)
        ) { _ in true } ?? false
    }

    /// Acts as an SQL list. Their names hold no quotation mark.
    private static func listed(_ acts: some Sequence<String>) -> String {
        acts.map { "'\($0)'" }.sorted().joined(separator: ", ")
    }

    /// Entries about the security of an account before a number, the newest first.
    static func security(
        of user: UserID, before number: Int64, limit: Int, in reader: Reader
    ) throws -> [AuditEntry] {
        return try reader.all(
            SQL(
                """
                \(columns) WHERE l.subject_id = $1 AND l.number < $2 AND l.act IN (\(listed(security.map(\.rawValue))))
                ORDER BY l.number DESC LIMIT $3
                """), .id(user), .integer(number), .integer(limit), body: entry
        ).compactMap(\.self)
    }

    private static let columns = """
        SELECT l.act, l.number, l.at, a.id, a.name, a.email, b.id, b.name, b.email, l.report_id, l.note, l.session_id,
            l.count, l.since
        FROM audit AS l JOIN users AS a ON a.id = l.actor_id JOIN users AS b ON b.id = l.subject_id
        """

    /// Reads ``columns``; nil for an act of a later version.
    private static func entry(_ row: inout Row) throws -> AuditEntry? {
        guard let act = AuditEntry.Act(rawValue: try row.next()) else { return nil }
        return AuditEntry(
            number: try row.next(), at: try row.next(), actor: try user(&row), act: act, subject: try user(&row),
            report: try row.next(), note: try row.next(), session: try row.next(), count: try row.next(),
            since: try row.next())
    }

    /// Reads `id, name, email`.
    private static func user(_ row: inout Row) throws -> User {
        User(id: try row.next(), name: try row.next(), email: try row.next())
    }
}
