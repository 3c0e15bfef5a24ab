import NexusCore
import NexusDatabase
import NexusIntelligence

/// The messages of a conversation that a summary is of, with what they say is to be done, decided or due.
struct SummaryReading: Sendable {
    private(set) var messages: [SearchedMessage] = []
    private(set) var points: [ThreadSummary.Message] = []
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
        messages = try scope.messages(in: place, after: after, limit: limit, reader)
        if case .since(let time) = span { messages.removeAll { $0.writtenAt < time } }
        count = messages.count
        let marks = try Self.marks(messages, in: conversation, utcOffset: utcOffset, reader)
        let vectors = try blocks?.block(of: conversation, reader)
        var names = NameTable()
        var exchange = 0
        for (number, message) in messages.enumerated() {
            if number > 0, message.isNewExchange(after: messages[number - 1]) { exchange += 1 }
            let mark = message.mentions.names(user) ? (ThreadSummary.Kind.mention, nil) : marks.kinds[message.id]
            points.append(
                ThreadSummary.Message(
                    Passage(
                        sender: try names.name(of: message.sender, reader), text: message.text,
                        day: MeaningDay.words(message.writtenAt, utcOffset: utcOffset), exchange: exchange,
                        vector: vectors?.vector(for: message.seq)),
                    kind: mark?.0 ?? .topic, note: mark?.1, answers: marks.answers[message.id] ?? 0))
        }
    }

    /// A message of the span as a source.
    func source(_ place: Int) -> StoredAnswer.Source {
        let point = points[place]
        let excerpt = Excerpt(beginningOf: messages[place].text, limit: Limits.excerptCharacters)
        return StoredAnswer.Source(
            messages[place], range: excerpt.range, kind: point.kind == .topic ? nil : point.kind.rawValue,
            note: point.note)
    }

    func places(of kinds: Set<ThreadSummary.Kind>) -> [Int] { places { kinds.contains($0.kind) } }

    func places(_ isWanted: (ThreadSummary.Message) -> Bool) -> [Int] {
        Array(points.indices.filter { isWanted(points[$0]) }.suffix(20))
    }

    private typealias Marks = (kinds: [MessageID: (ThreadSummary.Kind, String?)], answers: [MessageID: Int])

    private static func marks(
        _ messages: [SearchedMessage], in conversation: ConversationID, utcOffset: Int, _ reader: Reader
    ) throws -> Marks {
        let members = try HistoryRepository.members(of: conversation, changedAfter: 0, in: reader)
        let names = Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
        var extractor = InsightExtractor(members: members.map { InsightMember(id: $0.user, name: $0.name) })
        var marks: Marks = ([:], [:])
        for message in messages {
            let whole = try MessageRepository.message(message.id, in: reader)
            marks.answers[message.id, default: 0] += whole?.reactions.count ?? 0
            if let original = whole?.replyTo { marks.answers[original, default: 0] += 1 }
            extractor.take(
                InsightMessage(
                    id: message.id, sender: message.sender, text: message.text, writtenAt: message.writtenAt,
                    zone: WritingZone(utcOffsetMinutes: utcOffset), replyTo: whole?.replyTo))
        }
        for insight in extractor.insights {
            guard let (kind, note) = mark(insight, names) else { continue }
            if let known = marks.kinds[insight.source], known.0 <= kind { continue }
            marks.kinds[insight.source] = (kind, note)
        }
        return marks
    }

    private static func mark(
        _ insight: Insight, _ names: [UserID: String]
    ) -> (ThreadSummary.Kind, String?)? {
        switch insight {
        case .actionItem(let item):
            if case .cancelled = item.state { return nil }
            var parts = [item.assignee.flatMap { names[$0] }, item.due.map { "by " + $0.iso8601 }].compactMap { $0 }
            if case .saidDone = item.state { parts.append("said to be done") }
            return (.action, parts.isEmpty ? nil : parts.joined(separator: ", "))
        case .decision: return (.decision, nil)
        case .deadline(let deadline): return (.deadline, "by " + deadline.due.iso8601)
        case .priority: return (.urgent, nil)
        }
    }
}
