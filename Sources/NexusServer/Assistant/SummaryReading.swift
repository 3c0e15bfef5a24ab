import NexusCore
import NexusIntelligence

/// The messages of a summary, with their action items, decisions and deadlines. Pure.
struct SummaryReading: Sendable {
    let rows: SummaryRows
    let points: [ThreadSummary.Message]
    /// The valid insights of each message, most important first.
    private let insights: [[CitedInsight]]
    /// Messages whose insights members have dismissed.
    private let dismissed: Set<MessageID>

    var messages: [SearchedMessage] { rows.messages }

    init(_ rows: SummaryRows) {
        self.rows = rows
        let every = rows.insights.all()
        let all = Dictionary(grouping: every, by: \.insight.source)
        insights = rows.messages.map { message in
            (all[message.id] ?? []).filter { $0.stands && $0.pointKind != nil }
                .sorted { ($0.pointKind ?? .topic) < ($1.pointKind ?? .topic) }
        }
        dismissed = Set(
            all.filter { $0.value.allSatisfy { !$0.stands } && $0.value.contains { $0.insight.state == .dismissed } }
                .keys)
        let standing = every.filter(\.stands)
        let replaced = Set(standing.compactMap { $0.insight.kind == .decision ? $0.insight.replaces : nil })
        let reports = Dictionary(
            grouping: standing.filter { $0.insight.state == .suggestedDone && $0.insight.saidBy != nil },
            by: { $0.insight.saidBy })
        points = rows.messages.indices.map { [insights] place in
            let message = rows.messages[place]
            let found = insights[place]
            var kinds = Set(found.compactMap(\.pointKind))
            if found.contains(where: { $0.insight.kind == .action && $0.insight.due != nil }) {
                kinds.insert(.deadline)
            }
            let isOwn = message.sender == rows.user
            if message.mentions.names(rows.user) || !isOwn && MentionedNames.names(rows.userName, in: message.text) {
                kinds.insert(.mention)
            }
            var point = ThreadSummary.Message(
                rows.passages[place], kinds: kinds,
                confidence: found.map { $0.insight.settled.isEmpty ? $0.insight.confidence : .certain }.max()
                    ?? .certain,
                stands: found.contains {
                    $0.insight.kind == .action && $0.insight.state == .open
                        || $0.insight.kind == .decision && !replaced.contains(message.id)
                },
                note: kinds.contains(.mention) ? nil : found.first?.note, answers: rows.answers[message.id] ?? 0)
            point.isReplaced = replaced.contains(message.id)
            let reported = reports[message.id] ?? []
            point.reports = !reported.isEmpty
            point.concernsReader =
                found.contains { $0.insight.assignee == rows.user }
                || reported.contains { $0.insight.assignee == rows.user || $0.sender == rows.user }
            point.isOwn = isOwn
            return point
        }
    }

    /// A message of the range as a source.
    func source(_ place: Int) -> StoredAnswer.Source {
        source(place, range: Excerpt(beginningOf: messages[place].text, limit: Limits.excerptCharacters).range)
    }

    private func source(_ place: Int, range: Range<Int>) -> StoredAnswer.Source {
        let point = points[place]
        return StoredAnswer.Source(
            messages[place], range: range, kind: point.kind == .topic ? nil : point.kind.rawValue, note: point.note,
            reason: reason(place))
    }

    private func reason(_ place: Int) -> String {
        switch points[place].kind {
        case .mention: "Mentions you"
        case .topic: "Central message"
        case .decision, .action, .urgent, .deadline: insights[place].first?.reason(for: rows.user) ?? "Central message"
        }
    }

    /// The messages of the range for a language model: the outstanding ones and their neighbours before the rest,
    /// newest first. Dismissed insights are left out: no wording brings them back.
    ///
    /// - Parameter outstanding: indices, most important first.
    func quotes(outstanding: [Int], limit: Int) -> [QuotedMessage] {
        var ranks: [Int: Int] = [:]
        for (rank, place) in outstanding.enumerated() { ranks[place] = rank }
        for place in outstanding {
            for near in [place - 1, place + 1] where points.indices.contains(near) && ranks[near] == nil {
                if points[near].passage.exchange == points[place].passage.exchange { ranks[near] = ranks.count }
            }
        }
        for place in points.indices.reversed() where ranks[place] == nil { ranks[place] = ranks.count }
        return points.indices.compactMap { place in
            guard let rank = ranks[place], rank < limit, !messages[place].text.isEmpty,
                !dismissed.contains(messages[place].id)
            else { return nil }
            let message = messages[place]
            return QuotedMessage(
                id: message.id, conversation: message.conversation, seq: message.seq,
                sender: points[place].passage.sender, place: rows.title, time: points[place].passage.day,
                text: message.text, note: record(place), rank: rank)
        }
    }

    /// The insights of a message, for a language model.
    private func record(_ place: Int) -> String {
        var parts: [String] = points[place].kind == .mention ? ["mentions the reader"] : []
        for cited in insights[place] {
            let kind =
                switch cited.insight.kind {
                case .action: "action item"
                case .decision: "decision"
                case .deadline: "deadline"
                case .priority: "urgent"
                }
            // A member's wording is not the message's: it supports no statement.
            parts.append([kind, cited.facts].compactMap { $0 }.joined(separator: ", "))
        }
        return parts.joined(separator: "; ")
    }

    /// A message of the range in its own words.
    func quotation(_ place: Int) -> String {
        let excerpt = Excerpt(beginningOf: messages[place].text, limit: Limits.excerptCharacters)
        return Quotation.line(sender: points[place].passage.sender, excerpt)
    }

    /// A message of the range as a source with a quoted part.
    func source(_ message: SearchedMessage, range: Range<Int>) -> StoredAnswer.Source {
        guard let place = messages.firstIndex(where: { $0.id == message.id }) else {
            return StoredAnswer.Source(message, range: range)
        }
        return source(place, range: range)
    }
}

extension CitedInsight {
    /// The kind of a point; nil if the message is none.
    fileprivate var pointKind: ThreadSummary.Kind? {
        switch insight.kind {
        case .action: .action
        case .decision: .decision
        case .deadline: .deadline
        case .priority: insight.level == .high ? .urgent : nil
        }
    }
}
