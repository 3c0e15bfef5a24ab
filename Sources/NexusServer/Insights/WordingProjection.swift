import NexusCore
import NexusDatabase
import NexusIntelligence

/// Lets a language model improve the wording of insights, never the facts (`Rewording` decides). Each text is sent
/// once, on behalf of the message's author; only open items of the last day, so that no history leaves the server
/// unasked.
final class WordingProjection: Projection {
    /// Milliseconds since a message was written for which its insights are worded.
    private static let age: Int64 = 24 * 3_600_000
    /// Characters of a message that is quoted for one phrase, at most.
    private static let sourceLimit = 2_000

    private let gateway: LanguageModelGateway
    private let now: @Sendable () -> Timestamp
    /// Called with conversations whose wording has changed, and their members.
    private let moved: @Sendable (ConversationID, [UserID]) -> Void

    init(
        gateway: LanguageModelGateway, now: @escaping @Sendable () -> Timestamp,
        moved: @escaping @Sendable (ConversationID, [UserID]) -> Void
    ) {
        self.gateway = gateway
        self.now = now
        self.moved = moved
    }

    var name: String { "wording" }

    /// Without a model nothing is worded.
    var isFollowed: Bool { gateway.modelName != nil }

    /// It follows insights, not messages: ``Follower/note(_:)`` is called for new ones.
    func concerns(_ change: Change) -> Bool { false }

    /// Words the next insight of each conversation. If the model cannot be used now, the conversation has no more until
    /// its next insight.
    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        var more: Set<ConversationID> = []
        for id in conversations where try await step(id, work) { more.insert(id) }
        return more
    }

    private func step(_ id: ConversationID, _ work: CatchUp) async throws -> Bool {
        let start = now().advanced(by: -Self.age)
        guard let due = try await work.read({ try Due.next(in: id, since: start, $0) }) else { return false }
        var wording: String?
        if due.source.text.count <= Self.sourceLimit {
            do {
                wording = try await gateway.reword(due.text, from: due.source, for: due.sender)
            } catch let refusal as Refusal where refusal.code == .aiBudget || refusal.code == .aiFailed {
                return false
            } catch is Refusal {
                // The author hides AI: the wording stays.
            }
        }
        let better = wording == due.text ? nil : wording
        let audience = try await work.write { transaction -> [UserID] in
            if better != nil { try InsightRepository.revise(id, transaction) }
            guard try due.keep(better, transaction), better != nil else { return [] }
            return try MeaningRepository.members(of: id, transaction).map(\.id)
        }
        if !audience.isEmpty { moved(id, audience) }
        return true
    }

    /// The next insight without a wording attempt.
    private struct Due: Sendable {
        var insight: InsightID
        var text: String
        var sender: UserID
        var source: QuotedMessage

        static func next(in id: ConversationID, since start: Timestamp, _ reader: Reader) throws -> Due? {
            try reader.first(
                SQL(
                    """
                    SELECT i.id, i.text, m.sender_id, m.id, i.seq, s.name, m.text FROM insights AS i
                        JOIN conversations AS c ON c.id = i.conversation_id
                        JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
                        JOIN users AS s ON s.id = m.sender_id
                    WHERE i.conversation_id = $1 AND i.is_closed = 0 AND i.kind <> $2 AND (i.settled & $3) = 0 AND i.merged_into IS NULL
                        AND (i.worded IS NULL OR i.worded <> i.text) AND m.written_at >= $4 AND m.deleted_at IS NULL
                        AND \(AIConsent.condition)
                    ORDER BY i.seq DESC LIMIT 1
                    """), .id(id), .text(InsightRecord.Kind.priority.rawValue), .integer(InsightFields.text.rawValue),
                .time(start)
            ) { row in
                Due(
                    insight: try row.next(), text: try row.next(), sender: try row.next(),
                    source: QuotedMessage(
                        id: try row.next(), conversation: id, seq: try row.next(), sender: try row.next(), place: "",
                        time: "", text: try row.next()))
            }
        }

        /// Stores the result. Returns whether the insight is still the same.
        func keep(_ wording: String?, _ transaction: Transaction) throws -> Bool {
            try transaction.count(
                SQL(
                    """
                    UPDATE insights SET worded = text, wording = $3, revision = CASE
                        WHEN $4 = 0 THEN revision ELSE \(InsightRevisions.ofRow) END
                    WHERE id = $1 AND text = $2
                    """), .id(insight), .text(text), .optional(wording), .flag(wording != nil)) == 1
        }
    }
}
