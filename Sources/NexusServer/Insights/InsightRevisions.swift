import NexusCore
import NexusDatabase

/// The revisions that devices follow. Each change of a conversation's insights takes the server's next one, in the
/// transaction that makes it.
enum InsightRevisions {
    /// The next revision, as SQL.
    static let next = "(SELECT COALESCE(MAX(revision), 0) + 1 FROM insight_conversations)"
    /// The revision of the conversation of a row of `insights`, as SQL.
    static let ofRow = """
        (SELECT p.revision FROM insight_conversations AS p WHERE p.conversation_id = insights.conversation_id)
        """

    /// Takes the next revision for a conversation.
    static func advance(_ id: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            SQL(
                """
                INSERT INTO insight_conversations (conversation_id, read_seq, version, rules, revision)
                VALUES ($1, 0, 0, $2, \(next))
                ON CONFLICT (conversation_id) DO UPDATE SET revision = \(next)
                """), .id(id), .integer(InsightProgress.rules))
    }

    /// The conversations of a user whose insights changed after a revision, at most ``Limits/movedConversations``.
    static func moved(after: Seq, for user: UserID, _ reader: Reader) throws -> MovedInsights {
        let moved: [(ConversationID, Seq)] = try reader.all(
            """
            SELECT p.conversation_id, p.revision FROM insight_conversations AS p
                JOIN members AS mine ON mine.conversation_id = p.conversation_id AND mine.user_id = $1
            WHERE p.revision > $2 AND mine.has_left = 0 ORDER BY p.revision LIMIT $3
            """, .id(user), .integer(after), .integer(Limits.movedConversations)
        ) { (try $0.next(), try $0.next()) }
        return MovedInsights(through: moved.last?.1 ?? after, conversations: moved.map(\.0))
    }
}

extension InsightRows {
    /// The insights of a conversation for a device that holds those of a revision. None for a user who hides AI, and of a
    /// conversation that AI may not read.
    ///
    /// - Throws: `Refusal` (`conversation_gone`) for a non-member.
    init(
        of conversation: ConversationID, after: Seq, for user: UserID, at time: Timestamp, isOn: Bool, _ reader: Reader
    ) throws {
        let isMember: Bool? = try reader.first(
            "SELECT 1 FROM members WHERE conversation_id = $1 AND user_id = $2 AND has_left = 0", .id(conversation),
            .id(user)
        ) { _ in true }
        guard isMember == true else { throw Refusal.conversationGone }
        let cursor = try InsightProgress.revision(of: conversation, reader)
        // A revision beyond the last is of changes that this database has lost.
        let after = after > cursor ? 0 : after
        self.init(conversation: conversation, after: after, cursor: cursor)
        guard isOn, try InsightPolicy.shows(to: user, reader) else { return }
        let query = InsightQuery(conversation: conversation, limit: InsightRows.limit)
        for (record, revision) in try query.revised(after: after, for: user, at: time, reader) {
            guard let id = record.id else { continue }
            ids.append(id)
            if after == 0 || revision > after { rows.append(record) }
        }
    }
}
