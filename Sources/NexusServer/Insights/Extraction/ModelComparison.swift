import NexusCore
import NexusDatabase
import NexusIntelligence

/// Compares the insights of a conversation with what a language model found in it, within a transaction.
struct ModelComparison {
    private let id: ConversationID
    private let transaction: Transaction
    /// Whether the model has read any of it; if not, nothing is compared.
    private let hasRead: Bool

    init(in id: ConversationID, _ transaction: Transaction) throws {
        self.id = id
        self.transaction = transaction
        hasRead = try ModelFindingRepository.hasRead(in: id, transaction)
    }

    /// An insight as it is in the light of the model's findings.
    func applied(to row: StoredInsight) throws -> StoredInsight {
        guard hasRead else { return row }
        let isRead = try ModelFindingRepository.isRead(row.seq, in: id, transaction)
        let finding =
            try isRead
            ? ModelFindingRepository.findings(in: id, after: row.seq - 1, through: row.seq, transaction).first {
                $0.isSame(as: row)
            } : nil
        var next = row
        if case .replaces? = finding?.relation, row.replaces == nil { next.replaces = try replaced(by: finding) }
        return next.compared(
            with: finding, isRead: isRead, events: try ModelFindingRepository.events(on: row.id, transaction))
    }

    /// Stores what only the model found in a range of messages, and keeps the rows of it.
    /// - Parameters:
    ///   - held: items that the rules have left as they are.
    ///   - kept: the rows that are up to date; those of findings join them.
    /// - Returns: true if a row changed.
    func keepOwn(after: Seq, through: Seq, holding held: Set<InsightPlace>, kept: inout Set<InsightID>) throws -> Bool {
        guard hasRead else { return false }
        var hasChanged = false
        for finding in try ModelFindingRepository.findings(in: id, after: after, through: through, transaction)
        where finding.event == nil {
            let present = try InsightRepository.insights(finding.kind, of: finding.source, transaction)
            if let row = present.first(where: finding.isSame) {
                let isHeld = row.span.map { held.contains(InsightPlace(source: row.source, start: $0.start)) } ?? false
                guard !kept.contains(row.id), !isHeld, !row.isMade else { continue }
                kept.insert(row.id)
                var next = row
                // The rules do not find it any more.
                next.ruled = nil
                next = try applied(to: next)
                guard next != row else { continue }
                try InsightRepository.put(next, transaction)
            } else {
                guard present.count < Limits.insightsOfMessage, try !isKnown(finding) else { continue }
                var new = StoredInsight(
                    finding.found, in: id, seq: finding.seq,
                    writtenAt: try InsightRepository.source(finding.source, transaction)?.writtenAt ?? .zero)
                new.id = try InsightRepository.unusedID(for: finding.found, transaction)
                new.ruled = nil
                kept.insert(new.id)
                try InsightRepository.put(applied(to: new), transaction)
            }
            hasChanged = true
        }
        return hasChanged
    }

    /// Compares the insights of messages that the model has just read, and those that they speak of.
    /// - Returns: true if a row changed.
    func compare(after: Seq, through: Seq) throws -> Bool {
        var hasChanged = false
        let present = try transaction.all(
            "SELECT id FROM insights WHERE conversation_id = $1 AND seq > $2 AND seq <= $3", .id(id), .integer(after),
            .integer(through)
        ) { try $0.next(InsightID.self) }
        let findings = try ModelFindingRepository.findings(in: id, after: after, through: through, transaction)
        let related = findings.compactMap { $0.event == nil ? nil : $0.related }
        for insight in present + related.filter({ !present.contains($0) }) {
            guard let row = try InsightRepository.insight(insight, transaction), row.conversation == id else {
                continue
            }
            let next = try applied(to: row)
            guard next != row else { continue }
            try InsightRepository.put(next, transaction)
            hasChanged = true
        }
        var kept = Set(present)
        return try keepOwn(after: after, through: through, holding: [], kept: &kept) || hasChanged
    }

    /// Whether an action item of a message is one that an earlier message asked for: the rules found it to accept or
    /// repeat that.
    private func isKnown(_ finding: ModelFinding) throws -> Bool {
        guard finding.kind == .action || finding.kind == .deadline else { return false }
        if finding.kind == .deadline {
            // The item of the same message has the date.
            return try InsightRepository.insights(.action, of: finding.source, transaction).contains { $0.due != nil }
        }
        return try transaction.first(
            "SELECT 1 FROM insight_events WHERE message_id = $1 AND kind IN ('accepted', 'repeated', 'reassigned', 'moved') LIMIT 1",
            .id(finding.source)
        ) { _ in true } ?? false
    }

    /// The message of the decision that a finding replaces.
    private func replaced(by finding: ModelFinding?) throws -> MessageID? {
        guard let related = finding?.related else { return nil }
        return try transaction.first(
            "SELECT message_id FROM insights WHERE id = $1 AND conversation_id = $2", .id(related), .id(id)
        ) { try $0.next() }
    }
}
