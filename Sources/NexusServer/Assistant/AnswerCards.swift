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

    /// - Parameters:
    ///   - recorded: the records of the conversations that are searched: those that the question prefers come first if they fit as well.
    ///   - replacements: the statements that later messages replaced, on record.
    init(
        _ question: AssistantService.Accepted, from reading: AssistantReading, recorded: [CitedInsight],
        replacements: RecordedReplacements, model: MeaningModel?
    ) {
        self.question = question.meant
        self.reading = reading
        self.model = model
        asker = question.user
        preferred = question.routed.preferredKinds
        let places = Dictionary(
            reading.messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.places = places
        let standing = recorded.filter(\.stands)
        let favoured = standing.filter { question.routed.preferredKinds.contains($0.insight.kind) }
            .compactMap { places[$0.insight.source] }
        var evidence: [Int: RecordEvidence] = [:]
        for cited in standing {
            if let place = places[cited.insight.source] {
                evidence[place, default: []].formUnion(RecordEvidence(cited.record(by: InsightThresholds())))
            }
            if cited.insight.state == .suggestedDone, let place = cited.insight.saidBy.flatMap({ places[$0] }) {
                evidence[place, default: []].insert(.report)
            }
        }
        index = ExchangeIndex(reading.passages)
        found = QuotedAnswer(
            to: question.meant, from: index, model: model, favoured: Set(favoured), records: evidence,
            replacements: replacements.among(places), excerptLimit: Limits.excerptCharacters,
            isSameTalk: { reading.messages[$0].conversation == reading.messages[$1].conversation })
    }

    /// The records of the conversation that a question asks about; those of the kinds that it prefers if it asks about all.
    static func recorded(for question: RoutedQuestion, _ reader: Reader) throws -> [CitedInsight] {
        guard question.place != nil || !question.preferredKinds.isEmpty else { return [] }
        var query = InsightQuery(
            conversation: question.place, kinds: question.place == nil ? question.preferredKinds : [])
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
        var source = StoredAnswer.Source(
            message, range: range, match: match, kind: record?.citationKind, note: record?.note,
            reason: record?.reason(for: asker) ?? "Fits the question")
        guard let place = places[message.id], let role = found.roles[place] else { return source }
        switch role {
        case .newest: source.reason = "Newest statement"
        case .reason: source.reason = "Reason"
        case .replaced:
            let value = found.quotes.first { $0.place == place }?.value
            source.markReplaced(on: MeaningDay.words(message.writtenAt, utcOffset: reading.utcOffset), value: value)
        }
        return source
    }

    /// What a language model is told of a message's role; empty for most.
    func note(of place: Int) -> String {
        switch found.roles[place] {
        case .newest: "newest statement, replaces an earlier one"
        case .replaced: "replaced by a later message"
        case .reason: "gives the reason of an earlier message"
        case nil: ""
        }
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

extension StoredAnswer.Source {
    /// - Parameters:
    ///   - day: of its writing, with the weekday: "Tuesday 12 May 2026".
    ///   - value: the replaced words, in UTF-16 code units of the text.
    mutating func markReplaced(on day: String, value: Range<Int>? = nil) {
        reason = "Replaced"
        replacedDay = day.split(separator: " ").dropFirst().joined(separator: " ")
        valueStart = value?.lowerBound
        valueEnd = value?.upperBound
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
