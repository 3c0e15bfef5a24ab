import NexusCore
import NexusDatabase
import NexusIntelligence

/// What a member does to insights, in one transaction. What the member may not see does not exist for them.
struct InsightEdit {
    let user: UserID
    let time: Timestamp
    let serverZone: InsightZone
    let transaction: Transaction

    /// Performs an operation of the member in a conversation.
    ///
    /// - Returns: the insight that it changed or made.
    /// - Throws: `Refusal`: `not_found` for an insight or message that is missing, of another conversation, or that the
    ///   member does not see; `unknown_person`, `invalid_request`, `text_empty`, `text_too_long`, `too_many_insights`.
    func perform(_ mutation: InsightMutation, in conversation: ConversationID) throws -> InsightID {
        switch mutation {
        case .change(let id, let change):
            var insight = try insight(id)
            guard insight.conversation == conversation else { throw Refusal.insightGone }
            try apply(change, to: &insight)
            return id
        case .make(let new):
            guard try InsightRepository.source(new.message, transaction)?.conversation == conversation else {
                throw Refusal.insightGone
            }
            return try make(new)
        case .split(let split):
            guard try insight(split.insight).conversation == conversation else { throw Refusal.insightGone }
            return try self.split(split)
        case .merge(let merge):
            guard try InsightRepository.insight(merge.insight, transaction)?.conversation == conversation else {
                throw Refusal.insightGone
            }
            return try self.merge(merge)
        }
    }

    /// - Throws: `Refusal` (`not_found`) if it is missing or the member does not see it.
    func insight(_ id: InsightID) throws -> StoredInsight {
        guard try !InsightQuery(id: id, limit: 1).cited(for: user, transaction).isEmpty,
            let insight = try InsightRepository.insight(id, transaction)
        else { throw Refusal.insightGone }
        return insight
    }

    /// The first of a kind that a message has.
    /// - Throws: `Refusal` (`not_found`) if there is none, or the member does not see it.
    func first(_ kind: InsightRecord.Kind, of message: MessageID) throws -> StoredInsight {
        let first = try InsightRepository.insights(kind, of: message, transaction).first { $0.mergedInto == nil }
        guard let first else { throw Refusal.insightGone }
        return try insight(first.id)
    }

    /// Applies and stores a change.
    func apply(_ change: InsightChange, to insight: inout StoredInsight) throws {
        guard !change.isEmpty else { return }
        let members = try MeaningRepository.members(of: insight.conversation, transaction).map(\.id)
        let zone = try InsightProgress.zone(of: user, at: time, transaction) ?? serverZone
        let before = insight
        try insight.apply(change, among: members, zone: zone)
        try InsightThresholds.learn(from: before, to: insight, by: user, at: time, transaction)
        try put(&insight)
    }

    private func put(_ insight: inout StoredInsight) throws {
        insight.changedBy = user
        insight.changedAt = time
        try InsightRepository.put(insight, transaction)
    }

    // MARK: Own ones

    func make(_ new: NewInsight) throws -> InsightID {
        guard new.kind != .priority else {
            throw Refusal(.invalidRequest, "Members make action items, decisions and deadlines.")
        }
        if let known = try made(new.id, of: new.message) { return known }
        guard try AIConsent.readable([new.message], by: user, transaction) == [new.message],
            let source = try InsightRepository.source(new.message, transaction)
        else { throw Refusal.insightGone }
        let change = InsightChange(
            text: new.text ?? InsightRecord.excerpt(of: source.text),
            assignee: new.assignee.map { .set($0) } ?? .cleared,
            due: new.due.map { .set($0) } ?? .cleared, zone: new.zone, level: new.level)
        return try add(change, id: new.id, kind: new.kind, to: source)
    }

    func split(_ split: InsightSplit) throws -> InsightID {
        var whole = try insight(split.insight)
        if let known = try made(split.id, of: whole.source) { return known }
        guard let source = try InsightRepository.source(whole.source, transaction) else { throw Refusal.insightGone }
        let members = try MeaningRepository.members(of: whole.conversation, transaction).map(\.id)
        let change = InsightChange(
            text: split.text,
            assignee: whole.assignee.flatMap { members.contains($0) ? .set($0) : nil } ?? .cleared,
            due: .cleared, level: whole.level)
        let id = try add(change, id: split.id, kind: whole.kind, due: whole.due, to: source)
        // The first one is a member's now as well: it must not be found in one piece again.
        try apply(InsightChange(text: split.rest ?? whole.shownText), to: &whole)
        return id
    }

    func merge(_ merge: InsightMerge) throws -> InsightID {
        if merge.insight != merge.other, let other = try InsightRepository.insight(merge.other, transaction),
            other.mergedInto == merge.insight
        {
            return merge.insight
        }
        var kept = try insight(merge.insight)
        var other = try insight(merge.other)
        guard kept.id != other.id, kept.source == other.source, kept.kind == other.kind else {
            throw Refusal(.invalidRequest, "Insights of the same message and kind can be merged.")
        }
        try kept.apply(InsightChange(text: merge.text ?? kept.shownText), among: [], zone: serverZone)
        if kept.assignee == nil, let assignee = other.assignee {
            kept.assignee = assignee
            kept.settled.insert(.assignee)
        }
        if kept.due == nil, let due = other.due {
            kept.due = due
            kept.settled.insert(.due)
        }
        try put(&kept)
        // It goes on to be found, and stays in the one that it is part of.
        other.mergedInto = kept.id
        other.settled.insert(.state)
        try put(&other)
        try transaction.run(
            "UPDATE insights SET merged_into = $2 WHERE merged_into = $1", .id(other.id), .id(kept.id))
        // People who have a reminder of both keep that of the one that stays.
        try transaction.run(
            """
            UPDATE reminders SET insight_id = $2 WHERE insight_id = $1 AND NOT EXISTS (
                SELECT 1 FROM reminders AS r WHERE r.user_id = reminders.user_id AND r.insight_id = $2)
            """, .id(other.id), .id(kept.id))
        return kept.id
    }

    /// The insight that an earlier request with this identifier made.
    /// - Throws: `Refusal` (`invalid_request`) if it is another message's.
    private func made(_ id: InsightID, of message: MessageID) throws -> InsightID? {
        guard let known = try InsightRepository.insight(id, transaction) else { return nil }
        guard known.source == message, known.isMade else {
            throw Refusal(.invalidRequest, "This identifier is in use.")
        }
        return id
    }

    /// Adds an insight in which everything is a member's.
    private func add(
        _ change: InsightChange, id: InsightID, kind: InsightRecord.Kind, due: InsightRecord.Due? = nil,
        to source: InsightRepository.Source
    ) throws -> InsightID {
        guard
            try InsightRepository.insights(kind, of: source.id, transaction).count < Limits.insightsOfMessage
        else {
            throw Refusal(
                .tooManyInsights, "This message has \(Limits.insightsOfMessage) insights of this kind already.")
        }
        var insight = StoredInsight(
            FoundInsight(kind: kind, source: source.id, text: "", span: TextSpan(start: 0, length: 0)),
            in: source.conversation, seq: source.seq, writtenAt: source.writtenAt)
        insight.id = id
        insight.isMade = true
        insight.madeBy = user
        insight.span = nil
        insight.ruled = nil
        insight.words = nil
        var change = change
        change.state = .open
        if let due {
            insight.due = due
            insight.settled.insert(.due)
            change.due = .unchanged
        }
        try apply(change, to: &insight)
        return id
    }
}
