import NexusCore
import NexusDatabase
import NexusIntelligence

/// The insights of a conversation as a user may see them now: the records, with members' edits. Only messages that
/// `InsightProjection` has not processed yet are extracted here, and merged in the same way.
struct ConversationInsights: Sendable {
    /// Messages that are read here, at most: the newest.
    static let messageLimit = 1_500

    private let kept: [CitedInsight]
    /// The unprocessed messages; nil if the follower is current.
    private let rest: InsightPortion?
    /// Whether the extraction continues from the state of the records.
    private let isContinued: Bool
    /// The unprocessed messages that the user may read.
    private let readable: [MessageID: SearchedMessage]
    private let names: [UserID: String]

    /// - Parameter seq: of messages after this one.
    init(
        of place: SearchRepository.Place, in scope: AssistantScope, after seq: Seq = 0, serverZone: InsightZone,
        _ reader: Reader
    ) throws {
        let id = place.id
        var query = InsightQuery(conversation: id)
        query.since = seq
        query.holdsMerged = true
        query.limit = InsightQuery.exportLimit
        kept = try query.cited(for: scope.user, reader)
        let progress = try InsightProgress.place(of: id, reader)
        guard let progress, try InsightProgress.isBehind(progress, in: id, reader) else {
            (rest, isContinued, readable, names) = (nil, true, [:], [:])
            return
        }
        let oldest = try Self.oldest(in: id, reader)
        // From before the edit, or if that is too far back from the follower's position, or else up to the maximum.
        let starts = try [progress.changed?.lowerBound, progress.read + 1].compactMap { $0 }.map {
            try InsightProgress.checkpoint(in: id, before: min($0, progress.read + 1), reader)
        }
        let start = starts.first { $0.seq >= oldest }
        let rest = try InsightPortion(
            of: id, after: start?.seq ?? oldest, from: start?.checkpoint ?? .start, limit: Self.messageLimit,
            serverZone: serverZone, reader)
        self.rest = rest
        isContinued = start != nil
        let messages = try scope.messages(in: place, after: max(seq, rest.start), limit: Self.messageLimit, reader)
        readable = Dictionary(messages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let members = try HistoryRepository.members(of: id, changedAfter: 0, in: reader)
        names = Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// The message after which there are no more than ``messageLimit``; 0 for the beginning.
    private static func oldest(in id: ConversationID, _ reader: Reader) throws -> Seq {
        try reader.first(
            "SELECT seq FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2", .id(id),
            .integer(messageLimit)
        ) { try $0.next() } ?? 0
    }

    /// All of them, dismissed and cancelled ones included: open ones first, then by due date, then newest first.
    /// Processes the rest, and belongs outside of the snapshot.
    func all() -> [CitedInsight] {
        guard let rest else { return kept.filter { $0.insight.mergedInto == nil } }
        var insights = Dictionary(kept.map { ($0.insight.id, $0) }, uniquingKeysWith: { first, _ in first })
        let rows = Dictionary(grouping: kept.map(\.insight)) { Key(source: $0.source, kind: $0.kind) }
        var found: Set<InsightID> = []
        for group in InsightMatching.Group.all(rest.reading().found(everything: false)) {
            let present = rows[Key(source: group.source, kind: group.kind)] ?? []
            for (insight, row) in zip(group.found, InsightMatching.rows(for: group.found, among: present)) {
                if let row {
                    let id = present[row].id
                    found.insert(id)
                    guard var cited = insights[id] else { continue }
                    cited.insight = cited.insight.updated(by: insight)
                    cited.insight.events = []
                    cited.isMoved = insight.isMoved
                    insights[id] = named(cited)
                } else if let message = readable[insight.source] {
                    var new = StoredInsight(
                        insight, in: message.conversation, seq: message.seq, writtenAt: message.writtenAt)
                    new.events = []
                    found.insert(new.id)
                    insights[new.id] = named(
                        CitedInsight(
                            insight: new, sender: message.sender, text: message.text, isMoved: insight.isMoved))
                }
            }
        }
        if isContinued {
            insights = insights.filter { id, cited in
                cited.insight.seq <= rest.start || !cited.insight.settled.isEmpty || found.contains(id)
            }
        }
        return insights.values.filter { $0.insight.mergedInto == nil }.sorted { Order($0.insight) < Order($1.insight) }
    }

    private func named(_ cited: CitedInsight) -> CitedInsight {
        var cited = cited
        cited.assigneeName = cited.insight.assignee.flatMap { names[$0] }
        return cited
    }

    private struct Key: Hashable {
        var source: MessageID
        var kind: InsightRecord.Kind
    }

    /// The order in which the database gives them.
    private struct Order: Comparable {
        var closed: Int
        var dueAt: Int64
        var newness: Int64
        var source: MessageID
        var kind: String
        var place: Int

        init(_ insight: StoredInsight) {
            closed = insight.state.isOpen ? 0 : 1
            dueAt = insight.dueAt
            newness = -insight.writtenAt.milliseconds
            source = insight.source
            kind = insight.kind.rawValue
            place = insight.span?.start ?? -1
        }

        static func < (left: Order, right: Order) -> Bool {
            (left.closed, left.dueAt, left.newness, left.source.text, left.kind, left.place)
                < (right.closed, right.dueAt, right.newness, right.source.text, right.kind, right.place)
        }
    }
}
