import NexusCore
import NexusDatabase
import NexusIntelligence

/// The sources of an answer from messages: each with an excerpt, its match and the reason why it is shown.
struct AnswerCards: Sendable {
    let found: QuotedAnswer
    private let reading: AssistantReading
    private let index: ExchangeIndex
    private let model: MeaningModel?
    private let question: String
    private let asker: UserID
    private let preferred: [InsightRecord.Kind]
    /// The standing record of a message, the kind that the question prefers first.
    private var records: [MessageID: CitedInsight] = [:]
    private let places: [MessageID: Int]

    /// - Parameter favoured: the records that the question prefers.
    init(
        _ question: AssistantService.Accepted, from reading: AssistantReading, favoured: [CitedInsight],
        model: MeaningModel?
    ) {
        self.question = question.meant
        self.reading = reading
        self.model = model
        asker = question.user
        preferred = question.routed.preferredKinds
        let places = Dictionary(
            reading.messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.places = places
        let favoured = favoured.filter(\.stands).compactMap { places[$0.insight.source] }
        index = ExchangeIndex(reading.passages)
        found = QuotedAnswer(
            to: question.meant, from: index, model: model, favoured: Set(favoured),
            excerptLimit: Limits.excerptCharacters)
    }

    /// The records of the kinds that a question prefers.
    static func favoured(by question: RoutedQuestion, _ reader: Reader) throws -> [CitedInsight] {
        guard !question.preferredKinds.isEmpty else { return [] }
        var query = InsightQuery(conversation: question.place, kinds: question.preferredKinds)
        query.limit = InsightQuery.exportLimit
        return try query.cited(for: question.asker.user, reader)
    }

    /// Reads the records of messages, for their kinds and reasons.
    mutating func label(_ messages: some Sequence<MessageID>, _ reader: Reader) throws {
        for message in messages where records[message] == nil {
            let limit = InsightRecord.Kind.allCases.count * Limits.insightsOfMessage
            let found = try InsightQuery(source: message, limit: limit)
                .cited(for: asker, reader).filter(\.stands)
            records[message] = found.first { preferred.contains($0.insight.kind) } ?? found.first
        }
    }

    /// The places that ``quotes`` shows.
    var quoted: [MessageID] { found.quotes.map { reading.messages[$0.place].id } }

    /// The quotes, best first.
    var quotes: [StoredAnswer.Source] {
        found.quotes.map { source(reading.messages[$0.place], range: $0.excerpt.range, match: $0.match) }
    }

    func source(_ message: SearchedMessage, range: Range<Int>, match: Int?) -> StoredAnswer.Source {
        let record = records[message.id]
        return StoredAnswer.Source(
            message, range: range, match: match, kind: record?.citationKind, note: record?.note,
            reason: record?.reason(for: asker) ?? "Fits the question")
    }

    /// The match of messages with the question. Slow with a model.
    func matches(of messages: Set<MessageID>) -> [MessageID: Int] {
        let wanted = Dictionary(
            messages.compactMap { message in places[message].map { ($0, message) } },
            uniquingKeysWith: { first, _ in first })
        let matches = QuotedAnswer.matches(of: Set(wanted.keys), with: question, in: index, model: model)
        return Dictionary(
            matches.compactMap { place, match in wanted[place].map { ($0, match) } },
            uniquingKeysWith: { first, _ in first })
    }
}

extension RoutedQuestion {
    /// The kinds of records that come before other messages.
    var preferredKinds: [InsightRecord.Kind] {
        switch route.preferred {
        case .decisions: [.decision]
        case .tasks: [.action]
        case .deadlines: [.deadline, .action]
        default: []
        }
    }
}
