import NexusCore
import NexusDatabase

/// The SQL of copies of people's data. Every query but those of the background work is limited to one person.
enum ExportRepository {
    struct Export: Sendable {
        var user: UserID
        var state: ExportState
        var begunAt: Timestamp
    }

    private static let columns = """
        user_id, begun_at, state, id, done, total, bytes, expires_at, message FROM exports
        """

    static func export(of user: UserID, in reader: Reader) throws -> Export? {
        try reader.first(SQL("SELECT \(columns) WHERE user_id = $1"), .id(user), body: export)
    }

    /// A copy that is to be made, the longest waiting first.
    static func next(in reader: Reader) throws -> Export? {
        try reader.first(
            SQL("SELECT \(columns) WHERE state = 'making' ORDER BY begun_at, user_id LIMIT 1"), body: export)
    }

    static func put(_ export: Export, _ transaction: Transaction) throws {
        let state = export.state
        try transaction.run(
            """
            INSERT INTO exports (user_id, id, state, done, total, bytes, begun_at, expires_at, message)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, state = excluded.state, done = excluded.done,
                total = excluded.total, bytes = excluded.bytes, begun_at = excluded.begun_at,
                expires_at = excluded.expires_at, message = excluded.message
            """, .id(export.user), .optional(state.id), .text(state.phase.rawValue), .integer(state.done),
            .integer(state.total), .integer(state.bytes ?? 0), .time(export.begunAt),
            .time(state.expiresAt ?? export.begunAt), .text(state.message))
    }

    /// Forgets a person's copy, or only the one with that identifier.
    static func delete(_ id: ExportID? = nil, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM exports WHERE user_id = $1 AND (id = $2 OR $2 IS NULL)", .id(user), .optional(id))
    }

    /// Forgets those whose day is over.
    static func expire(at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM exports WHERE state <> 'making' AND expires_at <= $1", .time(now))
    }

    static func all(in reader: Reader) throws -> Set<ExportID> {
        Set(try reader.all("SELECT id FROM exports") { try $0.next() as ExportID })
    }

    /// The copies that a person asked for since a time.
    static func count(of user: UserID, since time: Timestamp, in reader: Reader) throws -> Int {
        try reader.first(
            "SELECT COUNT(*) FROM audit WHERE subject_id = $1 AND act = $2 AND at > $3", .id(user),
            .text(AuditEntry.Act.exportData.rawValue), .time(time)
        ) { try $0.next() } ?? 0
    }

    private static func export(_ row: inout Row) throws -> Export {
        let (user, begunAt): (UserID, Timestamp) = (try row.next(), try row.next())
        var state = ExportState(ExportState.Phase(rawValue: try row.next()) ?? .failed)
        state.id = try row.next()
        state.done = try row.next()
        state.total = try row.next()
        let (bytes, expiresAt): (Int64, Timestamp) = (try row.next(), try row.next())
        state.message = try row.next()
        if state.phase == .ready {
            state.bytes = bytes
            state.expiresAt = expiresAt
        }
        return Export(user: user, state: state, begunAt: begunAt)
    }
}
