import NexusCore
import NexusDatabase
import NexusIntelligence

/// Queries and changes of insights by members.
struct InsightService: Sendable {
    let database: any Database
    let serverZone: InsightZone
    let now: @Sendable () -> Timestamp
    /// The number of older messages still to process.
    let remaining: @Sendable () -> Int64
    /// Called with conversations whose insights have changed, and their members.
    let moved: @Sendable (ConversationID, [UserID]) -> Void

    func page(_ query: InsightQuery, for user: UserID) async throws -> InsightPage {
        let isPartial = remaining() > 0
        let time = now()
        return try await database.read { reader in
            guard try InsightPolicy.shows(to: user, reader) else { return InsightPage(insights: []) }
            var query = query
            query.limit += 1
            var found = try query.records(for: user, at: time, reader)
            var cursor: String?
            if found.count == query.limit {
                found.removeLast()
                cursor = found.last.map { InsightQuery.Cursor($0.record, dueAt: $0.dueAt).text }
            }
            return InsightPage(
                insights: found.map(\.record), cursor: cursor, open: try query.openCount(for: user, at: time, reader),
                isPartial: isPartial)
        }
    }

    func file(_ query: InsightQuery, as format: InsightFile.Format, for user: UserID) async throws -> InsightFile {
        let time = now()
        return try await database.read { reader in
            guard try InsightPolicy.shows(to: user, reader) else {
                return InsightFile(name: "insights.\(format.rawValue)", type: format.mediaType, text: "")
            }
            var query = query
            query.after = nil
            query.limit = InsightQuery.exportLimit
            let insights = try query.records(for: user, at: time, hasEvents: false, reader).map(\.record)
            let text: String
            switch format {
            case .ics: text = CalendarExport.text(of: insights, made: time)
            case .csv:
                let places = try SearchRepository.places(of: user, reader)
                text = TableExport.text(
                    of: insights, titles: Dictionary(places.map { ($0.id, $0.name) }) { first, _ in first })
            }
            return InsightFile(name: "insights.\(format.rawValue)", type: format.mediaType, text: text)
        }
    }

    /// - Throws: `Refusal`: `not_found` for a missing or invisible one, `unknown_person`, `invalid_request`,
    ///   `text_empty`, `text_too_long`.
    func update(_ id: InsightID, _ change: InsightChange, by user: UserID) async throws -> InsightRecord {
        try await update(by: user, isTold: !change.isEmpty) { edit in
            var insight = try edit.insight(id)
            try edit.apply(change, to: &insight)
            return insight.id
        }
    }

    /// The same for the first of a kind that a message has.
    func update(
        _ kind: InsightRecord.Kind, of message: MessageID, _ change: InsightChange, by user: UserID
    ) async throws -> InsightRecord {
        try await update(by: user, isTold: !change.isEmpty) { edit in
            var insight = try edit.first(kind, of: message)
            try edit.apply(change, to: &insight)
            return insight.id
        }
    }

    /// Makes an insight of a message that the user may read. Repeating it returns the first.
    /// - Throws: `Refusal`: `not_found` for a missing or invisible message, `too_many_insights`, and as ``update(_:_:by:)``.
    func make(_ new: NewInsight, by user: UserID) async throws -> InsightRecord {
        try await update(by: user) { try $0.make(new) }
    }

    /// Makes a second insight of a part of one. Repeating it returns the first.
    /// - Throws: as ``make(_:by:)``.
    func split(_ split: InsightSplit, by user: UserID) async throws -> InsightRecord {
        try await update(by: user) { try $0.split(split) }
    }

    /// Merges two insights of a message. Repeating it changes nothing.
    /// - Throws: `Refusal`: as ``update(_:_:by:)``; `invalid_request` for two of different messages or kinds.
    func merge(_ merge: InsightMerge, by user: UserID) async throws -> InsightRecord {
        try await update(by: user) { try $0.merge(merge) }
    }

    /// Runs an edit in a transaction, returns the insight as the user now sees it, and tells its members.
    private func update(
        by user: UserID, isTold: Bool = true,
        _ body: @escaping @Sendable (inout InsightEdit) throws -> InsightID
    ) async throws -> InsightRecord {
        let time = now()
        let (record, members) = try await database.write { [serverZone] transaction -> (InsightRecord, [UserID]) in
            guard try InsightPolicy.shows(to: user, transaction) else { throw Refusal.insightGone }
            var edit = InsightEdit(user: user, time: time, serverZone: serverZone, transaction: transaction)
            let id = try body(&edit)
            guard
                let record = try InsightQuery(id: id, limit: 1).records(for: user, at: time, transaction).first?.record
            else { throw Refusal.insightGone }
            return (record, try MeaningRepository.members(of: record.conversation, transaction).map(\.id))
        }
        if isTold { moved(record.conversation, members) }
        return record
    }
}

extension InsightFile.Format {
    fileprivate var mediaType: String {
        switch self {
        case .ics: "text/calendar"
        case .csv: "text/csv"
        }
    }
}

extension Refusal {
    static let insightsOff = Refusal(.aiUnavailable, "Insights are off on this server.")
    static let insightGone = Refusal(.notFound, "This insight no longer exists.")
}
