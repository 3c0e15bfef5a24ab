import NexusCore
import NexusDatabase
import NexusIntelligence

/// Which messages replace what earlier ones state, on record: a task's moves and takeovers, and decisions that replace others.
struct RecordedReplacements: Sendable {
    /// Records of one conversation that are considered, at most.
    static let limit = 2_000

    private struct Step: Sendable {
        var earlier: MessageID
        var later: MessageID
        var part: Replacement.Part
    }

    private var steps: [Step] = []

    private static let visible = """
        FROM members AS mine JOIN insights AS i ON i.conversation_id = mine.conversation_id
        """
    private static let isMine = """
        mine.user_id = $1 AND mine.conversation_id = $2 AND mine.has_left = 0 AND i.state <> 'dismissed'
        """

    /// - Parameter conversations: those whose messages are searched.
    init(for user: UserID, in conversations: Set<ConversationID>, _ reader: Reader) throws {
        for conversation in conversations {
            var last: [InsightID: [Replacement.Part: MessageID]] = [:]
            let events = try reader.all(
                SQL(
                    """
                    SELECT i.id, i.message_id, e.message_id, e.kind \(Self.visible)
                        JOIN insight_events AS e ON e.insight_id = i.id
                    WHERE \(Self.isMine) AND i.kind = 'action' AND e.kind IN ('moved', 'reassigned')
                    ORDER BY i.seq DESC, i.id, e.number LIMIT $3
                    """), .id(user), .id(conversation), .integer(Self.limit)
            ) { row -> (InsightID, MessageID, MessageID, String) in
                (try row.next(), try row.next(), try row.next(), try row.next())
            }
            for (insight, source, message, kind) in events {
                let part: Replacement.Part = kind == InsightEvent.Kind.moved.rawValue ? .date : .person
                steps.append(Step(earlier: last[insight]?[part] ?? source, later: message, part: part))
                last[insight, default: [:]][part] = message
            }
            steps += try reader.all(
                SQL(
                    """
                    SELECT i.replaces, i.message_id \(Self.visible)
                    WHERE \(Self.isMine) AND i.kind = 'decision' AND i.replaces IS NOT NULL
                    ORDER BY i.seq DESC LIMIT $3
                    """), .id(user), .id(conversation), .integer(Self.limit)
            ) { row in Step(earlier: try row.next(), later: try row.next(), part: .all) }
        }
    }

    /// Those between messages that were read, which are readable.
    func among(_ places: [MessageID: Int]) -> [Replacement] {
        steps.compactMap { step in
            guard let earlier = places[step.earlier], let later = places[step.later] else { return nil }
            return Replacement(of: earlier, by: later, step.part)
        }
    }
}
