/// An extractive answer: the messages that best answer a question, quoted. It needs no language model.
public struct QuotedAnswer: Equatable, Sendable {
    /// Why a message is quoted, if not only for its match.
    public enum Role: Equatable, Sendable {
        /// It replaced an earlier statement, which follows.
        case newest
        /// A later message replaced what it says.
        case replaced
        /// It gives the reason of the statement before it.
        case reason
    }

    public struct Quote: Equatable, Sendable {
        /// The message's index among the searched messages.
        public let place: Int
        public let excerpt: Excerpt
        /// The match with the question, from 0 to 100.
        public let match: Int
        public var role: Role?
        /// The words of the message that were replaced ("Thursday"), in UTF-16 code units of its text.
        public var value: Range<Int>?
    }

    static let hitLimit = 20
    /// Messages after a question that may answer it.
    private static let answerReach = 3
    /// Added to the standardised scores of favoured messages.
    static let favour: Float = 2
    /// Quotes at most.
    public static let limit = 5
    /// Quotes that are shown however little they match.
    private static let certain = 3
    /// The maximum of quotes if none answers the question.
    public static let nearestLimit = 2

    /// Whether the quotes answer the question. If not, they are only the nearest messages.
    public let isFound: Bool
    /// Best first. If the best is a question, what answers it is the first.
    public let quotes: [Quote]
    /// The places of all results, best first: the messages for a language model.
    public let hits: [Int]
    /// Why linked hits are among them.
    public let roles: [Int: Role]
    let evidence: AnswerEvidence

    /// - Parameters:
    ///   - index: of the messages that the asker may read.
    ///   - favoured: the places of messages that the question asks for, such as decisions: they come first if they fit as
    ///     well as others.
    ///   - records: what is on record of messages, by place.
    ///   - admits: whether a message may be quoted; others lend their words to those around them.
    ///   - replacements: on record; others are recognised by their words.
    ///   - excerptLimit: characters of a quote.
    ///   - isSameTalk: whether two places are of one conversation.
    public init(
        to question: String, from index: ExchangeIndex, model: MeaningModel?, rule: AnswerRule = AnswerRule(),
        favoured: Set<Int> = [], records: [Int: RecordEvidence] = [:], replacements: [Replacement] = [],
        excerptLimit: Int,
        isSameTalk: @escaping (Int, Int) -> Bool = { _, _ in true }, admits: (Int) -> Bool = { _ in true }
    ) {
        let asked = ExchangeIndex.Question(question, model: model, seeksAnswers: true)
        let pieces = model.map(index.pieces) ?? []
        let bonus = Dictionary(favoured.map { ($0, Self.favour) }, uniquingKeysWith: { first, _ in first })
        let found = index.compared(for: asked, model: model, pieces: pieces, bonus: bonus)
        let reader = CandidateReader(asked, index: index, records: records)
        let best = reader.ranked(found)
        let scored = zip(best.places, best.candidates).map { (place: $0, score: $1.score) }
        let read = model.map {
            PairOrder(
                question, first: scored, passages: index.passages, pieces: pieces, model: $0, isSameTalk: isSameTalk)
        }
        let (ranked, answering) = Self.answersFirst(read?.places ?? best.places, index)
        let standing = StandingOrder(
            ranked, question: question, index: index,
            corrections: Corrections(
                question, index: index, recorded: replacements, isSameTalk: isSameTalk),
            admits: admits)
        let hits = Array(standing.order.prefix(Self.hitLimit))
        self.hits = hits.filter(admits)
        roles = standing.roles
        evidence = AnswerEvidence(
            asked, hits: found.prefix(Self.hitLimit).map(\.place), index: index, model: model, pieces: pieces)
        let confidence = AnswerConfidence(
            context: reader.context(evidence, of: found), candidates: best.candidates, read: read?.answers ?? [],
            corpus: index.passages.count, hasModel: asked.vector != nil)
        isFound = !hits.isEmpty && rule.holds(evidence, confidence)
        let words = QuestionWords(question, index)
        var quotes: [Quote] = []
        for place in hits where admits(place) && quotes.count < Self.limit {
            let sentences = QuotedSentences(index.passages[place], question: asked, words: words, model: model)
            let text = index.passages[place].text
            let value = standing.values[place]
            let role = standing.roles[place]
            let telling =
                value.flatMap { value in sentences.ranges.first { $0.contains(value.lowerBound) } }
                ?? (role == .reason ? ReasonFinder.sentence(of: text, among: sentences.ranges) : nil)
            guard let best = telling ?? sentences.best else { continue }
            let match = Self.match(of: place, own: sentences.bestScore, words, index, hasModel: model != nil)
            let excerpt = Excerpt(
                of: text, around: best, among: sentences.ranges, keeping: value, limit: excerptLimit)
            // Repeated text is quoted once.
            guard !quotes.contains(where: { $0.excerpt.text == excerpt.text }) else { continue }
            quotes.append(
                Quote(
                    place: place, excerpt: excerpt, match: match, role: role,
                    value: value.map { $0.utf16Offsets(in: text) }))
        }
        let strongest = quotes.map(\.match).max() ?? 0
        // The order knows more than the match: an answer need not share a word with its question.
        let first = Set(quotes.prefix(Self.certain).map(\.place))
        quotes = quotes.filter {
            first.contains($0.place) || answering.contains($0.place) || $0.role != nil
                || $0.match > 0 && 2 * $0.match >= strongest
        }
        self.quotes = isFound ? quotes : Array(quotes.prefix(Self.nearestLimit))
    }

    /// Moves an answer before the question that it answers: the next message of another sender in the exchange that asks nothing
    /// and is itself among the best.
    ///
    /// - Returns: the places, and those of the answers that were moved.
    private static func answersFirst(_ ranked: [Int], _ index: ExchangeIndex) -> (order: [Int], answers: Set<Int>) {
        var order: [Int] = []
        var answers: Set<Int> = []
        var taken: Set<Int> = []
        for place in ranked where !taken.contains(place) {
            if Passage.asks(index.passages[place].text) {
                let next = index.neighbourhood.around(place, radius: answerReach).filter {
                    $0 > place && !taken.contains($0) && !Passage.asks(index.passages[$0].text)
                        && index.passages[$0].sender != index.passages[place].sender
                }
                if let answer = ranked.first(where: next.contains) {
                    order.append(answer)
                    taken.insert(answer)
                    answers.insert(answer)
                }
            }
            order.append(place)
            taken.insert(place)
        }
        return (order, answers)
    }

    /// The match of messages with a question, from 0 to 100, by place.
    public static func matches(
        of places: Set<Int>, with question: String, in index: ExchangeIndex, model: MeaningModel?
    ) -> [Int: Int] {
        let asked = ExchangeIndex.Question(question, model: model)
        let words = QuestionWords(question, index)
        var matches: [Int: Int] = [:]
        for place in places where index.passages.indices.contains(place) {
            let sentences = QuotedSentences(index.passages[place], question: asked, words: words, model: model)
            matches[place] = match(of: place, own: sentences.bestScore, words, index, hasModel: model != nil)
        }
        return matches
    }

    private static func match(
        of place: Int, own: Float, _ words: QuestionWords, _ index: ExchangeIndex, hasModel: Bool
    ) -> Int {
        let around = words.share(in: index.neighbourhood.around(place, radius: AnswerEvidence.radius), index)
        return percent(around: around, own: own, hasModel: hasModel)
    }

    private static func percent(around: Float, own: Float, hasModel: Bool) -> Int {
        // Words around a message that shares none of its own are worth less than half: a "thanks" after the answer is
        // no quote.
        let value = hasModel ? 0.4 * around + 0.6 * max(0, own) : 0.35 * around + 0.65 * max(0, own)
        return min(100, max(0, Int((100 * value).rounded())))
    }
}

/// The sentences of a message, and which of them fits the question best.
private struct QuotedSentences {
    let ranges: [Range<String.Index>]
    private(set) var best: Range<String.Index>?
    private(set) var bestScore: Float = 0

    init(_ passage: Passage, question: ExchangeIndex.Question, words: QuestionWords, model: MeaningModel?) {
        let text = passage.text
        ranges = TextSentences.ranges(in: text)
        let lines = ranges.map { Passage.line(sender: passage.sender, text: String(text[$0])) }
        var scores = lines.map { words.share(in: $0 + " " + passage.day) }
        if let model, let vector = question.vector {
            for (place, sentence) in model.encoder.embed(lines).enumerated() {
                scores[place] = (scores[place] + 2 * ExchangeIndex.product(sentence, vector)) / 3
            }
        }
        for (range, score) in zip(ranges, scores) where best == nil || score > bestScore {
            best = range
            bestScore = score
        }
    }
}
