import NexusCore
import NexusDatabase
import NexusIntelligence

/// Which messages replace what earlier ones state, on record: a task's moves and takeovers, and decisions that replace others.
struct RecordedReplacements: Sendable {
    /// Changes, and decisions, that are considered at most: the newest.
    static let limit = 2_000

    private var steps: [(earlier: MessageID, later: MessageID, part: Replacement.Part)] = []

    private static let visible = """
        FROM members AS mine JOIN insights AS i ON i.conversation_id = mine.conversation_id
        """
    private static let isMine = """
        mine.user_id = $1 AND (mine.conversation_id = $2 OR $2 IS NULL) AND mine.has_left = 0 AND i.state <> 'dismissed'
        """

    /// - Parameter conversation: the only one whose messages are searched; nil for all of the user's.
    init(for user: UserID, in conversation: ConversationID?, _ reader: Reader) throws {
        let changes = try reader.all(
            SQL(
                """
                SELECT i.id, i.message_id, e.message_id, e.kind \(Self.visible)
                    JOIN insight_events AS e ON e.insight_id = i.id
                WHERE \(Self.isMine) AND i.kind = 'action' AND e.kind IN ('moved', 'reassigned')
                ORDER BY i.message_id DESC, i.id, e.number LIMIT $3
                """), .id(user), conversation.map { .id($0) } ?? .null, .integer(Self.limit)
        ) { row -> (insight: InsightID, source: MessageID, message: MessageID, part: Replacement.Part) in
            let (insight, source, message) = (
                try row.next(InsightID.self), try row.next(MessageID.self), try row.next(MessageID.self)
            )
            return (insight, source, message, try row.next() == InsightEvent.Kind.moved.rawValue ? .date : .person)
        }
        for changes in Dictionary(grouping: changes, by: \.insight).values {
            steps += Replacement.steps(from: changes[0].source, changes.map { ($0.message, $0.part) })
        }
        steps += try reader.all(
            SQL(
                """
                SELECT i.replaces, i.message_id \(Self.visible)
                WHERE \(Self.isMine) AND i.kind = 'decision' AND i.replaces IS NOT NULL
                ORDER BY i.message_id DESC LIMIT $3
                """), .id(user), conversation.map { .id($0) } ?? .null, .integer(Self.limit)
        ) { row in (try row.next(), try row.next(), .all) }
    }

    /// Those between messages that were read, which are readable.
    func among(_ places: [MessageID: Int]) -> [Replacement] {
        steps.compactMap { step in
            guard let earlier = places[step.earlier], let later = places[step.later] else { return nil }
            return Replacement(of: earlier, by: later, step.part)
        }
    }
}
