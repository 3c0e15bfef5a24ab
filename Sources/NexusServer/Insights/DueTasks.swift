import NexusCore
import NexusDatabase

/// The SQL of the insights that are due for their assignee.
enum DueTasks {
    /// The texts of a user's open insights that are due by `end`, soonest first, as far as the user sees them. None for a
    /// user who hides AI.
    ///
    /// - Parameter time: now, on which the thresholds depend.
    static func texts(
        of user: UserID, through end: Timestamp, at time: Timestamp, limit: Int, _ reader: Reader
    ) throws -> [String] {
        guard try InsightPolicy.shows(to: user, reader) else { return [] }
        let isSure = try InsightThresholds(at: time, reader).isSure
        return try reader.all(
            SQL(
                """
                SELECT i.text \(InsightQuery.visible) AND i.assignee_id = $1 AND i.is_closed = 0 AND i.due_at <= $2
                    AND i.merged_into IS NULL AND \(isSure)
                ORDER BY i.due_at, i.id LIMIT $3
                """), .id(user), .time(end), .integer(limit)
        ) { try $0.next() }
    }
}
