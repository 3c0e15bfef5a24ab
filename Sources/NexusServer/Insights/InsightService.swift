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
        return try await database.read { reader in
            guard try InsightPolicy.shows(to: user, reader) else { return InsightPage(insights: []) }
            var query = query
            query.limit += 1
            var found = try query.records(for: user, reader)
            var cursor: String?
            if found.count == query.limit {
                found.removeLast()
                cursor = found.last.map { InsightQuery.Cursor($0.record, dueAt: $0.dueAt).text }
            }
            return InsightPage(
                insights: found.map(\.record), cursor: cursor, open: try query.openCount(for: user, reader),
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
            let insights = try query.records(for: user, reader).map(\.record)
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
    func update(
        _ kind: InsightRecord.Kind, of message: MessageID, _ change: InsightChange, by user: UserID
    ) async throws -> InsightRecord {
        let time = now()
        let query = InsightQuery(kinds: [kind], source: message, limit: 1)
        let (record, members) = try await database.write { [serverZone] transaction -> (InsightRecord, [UserID]) in
            guard try InsightPolicy.shows(to: user, transaction),
                try !query.records(for: user, transaction).isEmpty,
                var insight = try InsightRepository.insight(kind, of: message, transaction)
            else { throw Refusal.insightGone }
            let members = try InsightProgress.members(of: insight.conversation, transaction).map(\.id)
            if !change.isEmpty {
                let zone = try InsightProgress.zone(of: user, at: time, transaction) ?? serverZone
                try insight.apply(change, among: members, zone: zone)
                insight.changedBy = user
                insight.changedAt = time
                try InsightRepository.put(insight, transaction)
            }
            guard let record = try query.records(for: user, transaction).first?.record else {
                throw Refusal.insightGone
            }
            return (record, members)
        }
        if !change.isEmpty { moved(record.conversation, members) }
        return record
    }
}

extension StoredInsight {
    /// Applies a member's edit, which overrides the extraction from then on.
    fileprivate mutating func apply(
        _ change: InsightChange, among members: [UserID], zone: InsightZone
    ) throws(Refusal) {
        if let text = change.text {
            do { self.text = try TextRule.message(text) } catch { throw Refusal(error) }
            settled.insert(.text)
        }
        switch change.assignee {
        case .unchanged: break
        case .cleared: assignee = nil
        case .set(let user):
            guard members.contains(user) else { throw Refusal.unknownPerson }
            assignee = user
        }
        if change.assignee != .unchanged { settled.insert(.assignee) }
        switch change.due {
        case .unchanged: break
        case .cleared: due = nil
        case .set(let text):
            guard let date = DueDate(iso8601: text) else {
                throw Refusal(.invalidRequest, "A date is 2026-03-03 or 2026-03-03T17:00+01:00.")
            }
            if let name = change.zone, ZoneRepository.known(name) == nil {
                throw Refusal(.invalidRequest, "There is no time zone of that name.")
            }
            due = InsightRecord.Due(
                text: date.iso8601, zone: change.zone ?? zone.name,
                isServerZone: change.zone == nil && zone.isServers)
        }
        if change.due != .unchanged { settled.insert(.due) }
        if let level = change.level {
            self.level = level
            settled.insert(.level)
        }
        guard let state = change.state else { return }
        switch state {
        case .open:
            if let saidBy { declined = saidBy }
            saidBy = nil
        case .done, .dismissed: break
        case .suggestedDone, .cancelled:
            throw Refusal(.invalidRequest, "state is open, done or dismissed.")
        }
        self.state = state
        settled.insert(.state)
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
    static let insightGone = Refusal(.notFound, "This insight no longer exists.")
}
