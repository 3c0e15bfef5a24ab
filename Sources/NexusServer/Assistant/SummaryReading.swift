import NexusCore
import NexusDatabase
import NexusIntelligence

/// The messages of a conversation that a summary is of, with what they say is to be done, decided or due.
struct SummaryReading: Sendable {
    private struct Mark {
        var kind: ThreadSummary.Kind
        var note: String?
        var isDue = false
    }

    private(set) var messages: [SearchedMessage] = []
    private(set) var points: [ThreadSummary.Message] = []
    /// What each message says is to be done, decided or due.
    private var marks: [[Mark]] = []
    /// The conversation's last change.
    let head: Seq
    /// How many messages there are in the span, whether they were looked at or not.
    let count: Int

    /// - Throws: `Refusal` (`conversation_gone`).
    init(
        _ conversation: ConversationID, _ span: SummaryService.Span, for user: UserID, utcOffset: Int,
        blocks: MeaningBlocks?, limit: Int, _ reader: Reader
    ) throws {
        let scope = try AssistantScope(for: user, in: conversation, reader)
        guard let place = scope.places.first else { throw Refusal.conversationGone }
        head = place.head
        var after: Seq = 0
        if case .after(let seq) = span { after = seq }
        let newest = try scope.messages(in: place, after: after, limit: limit, reader)
        messages = newest
        if case .since(let time) = span { messages.removeAll { $0.writtenAt < time } }
        count =
            messages.count < limit
            ? messages.count
            : try Self.count(in: conversation, after: max(after, place.deleted.clearedThrough), span, reader)
        let said = try Self.said(messages, in: conversation, utcOffset: utcOffset, reader)
        let vectors = try blocks?.block(of: conversation, reader)
        var names = NameTable()
        var exchange = 0
        for (number, message) in messages.enumerated() {
            if number > 0, message.isNewExchange(after: messages[number - 1]) { exchange += 1 }
            let own = (said.marks[message.id] ?? []).sorted { $0.kind < $1.kind }
            marks.append(own)
            let mark = message.mentions.names(user) ? Mark(kind: .mention) : own.first
            points.append(
                ThreadSummary.Message(
                    Passage(
                        sender: try names.name(of: message.sender, reader), text: message.text,
                        day: MeaningDay.words(message.writtenAt, utcOffset: utcOffset), exchange: exchange,
                        vector: vectors?.vector(for: message.seq)),
                    kind: mark?.kind ?? .topic, note: mark?.note, answers: said.answers[message.id] ?? 0))
        }
    }

    /// How many messages there are, where they are too many to be looked at.
    private static func count(
        in conversation: ConversationID, after seq: Seq, _ span: SummaryService.Span, _ reader: Reader
    ) throws -> Int {
        var start = Timestamp(milliseconds: .min)
        if case .since(let time) = span { start = time }
        return try reader.first(
            """
            SELECT COUNT(*) FROM messages WHERE conversation_id = $1 AND seq > $2 AND written_at >= $3 AND deleted_at IS NULL
            """, .id(conversation), .integer(seq), .time(start)
        ) { $0.int(0) } ?? 0
    }

    /// A message of the span as a source.
    func source(_ place: Int) -> StoredAnswer.Source {
        let point = points[place]
        return source(place, kind: point.kind == .topic ? nil : point.kind, note: point.note)
    }

    /// The messages of one kind, the newest 20, as sources.
    func sources(of kind: ThreadSummary.Kind) -> [StoredAnswer.Source] {
        let all = marks.indices.compactMap { place in
            marks[place].first { $0.kind == kind }.map { source(place, kind: kind, note: $0.note) }
        }
        return Array(all.suffix(20))
    }

    /// What has to be done or is due at some time, the newest 20.
    func dueSources() -> [StoredAnswer.Source] {
        let all = marks.indices.compactMap { place in
            marks[place].first(where: \.isDue).map { source(place, kind: $0.kind, note: $0.note) }
        }
        return Array(all.suffix(20))
    }

    private func source(_ place: Int, kind: ThreadSummary.Kind?, note: String?) -> StoredAnswer.Source {
        let excerpt = Excerpt(beginningOf: messages[place].text, limit: Limits.excerptCharacters)
        return StoredAnswer.Source(messages[place], range: excerpt.range, kind: kind?.rawValue, note: note)
    }

    private typealias Said = (marks: [MessageID: [Mark]], answers: [MessageID: Int])

    private static func said(
        _ messages: [SearchedMessage], in conversation: ConversationID, utcOffset: Int, _ reader: Reader
    ) throws -> Said {
        let members = try HistoryRepository.members(of: conversation, changedAfter: 0, in: reader)
        let names = Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
        var extractor = InsightExtractor(members: members.map { InsightMember(id: $0.user, name: $0.name) })
        var said: Said = ([:], [:])
        for message in messages {
            let whole = try MessageRepository.message(message.id, in: reader)
            said.answers[message.id, default: 0] += whole?.reactions.count ?? 0
            if let original = whole?.replyTo { said.answers[original, default: 0] += 1 }
            extractor.take(
                InsightMessage(
                    id: message.id, sender: message.sender, text: message.text, writtenAt: message.writtenAt,
                    zone: WritingZone(utcOffsetMinutes: utcOffset), replyTo: whole?.replyTo))
        }
        for insight in extractor.insights {
            if let mark = mark(insight, names) { said.marks[insight.source, default: []].append(mark) }
        }
        return said
    }

    private static func mark(_ insight: Insight, _ names: [UserID: String]) -> Mark? {
        switch insight {
        case .actionItem(let item):
            if case .cancelled = item.state { return nil }
            var parts = [item.assignee.flatMap { names[$0] }, item.due.map { "by " + $0.iso8601 }].compactMap { $0 }
            if case .saidDone = item.state { parts.append("said to be done") }
            return Mark(
                kind: .action, note: parts.isEmpty ? nil : parts.joined(separator: ", "), isDue: item.due != nil)
        case .decision: return Mark(kind: .decision)
        case .deadline(let deadline): return Mark(kind: .deadline, note: "by " + deadline.due.iso8601, isDue: true)
        case .priority: return Mark(kind: .urgent)
        }
    }
}
