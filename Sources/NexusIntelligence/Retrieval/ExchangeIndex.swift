/// Finds the messages that answer a question among the messages of a user's conversations.
///
/// A chat message needs its context. Words and embeddings are scored for the message and for its neighbours,
/// standardised (``StandardScore``) and summed. Messages by the person asked about get more weight. The best are
/// compared with the question token by token (``TokenMatch``). The weights are coarse on purpose: results hardly change
/// around them (docs/intelligence.md).
public struct ExchangeIndex: Sendable {
    /// A question to the index.
    public struct Question: Sendable {
        public let text: String
        /// The embedding of the text; nil without a model.
        public let vector: [Float]?
        /// Where its answers are likely, as ``MeaningModel`` says; nil without a model, and where it is not asked for.
        let sought: [Float]?

        public init(_ text: String, vector: [Float]? = nil, sought: [Float]? = nil) {
            self.text = text
            self.vector = vector
            self.sought = sought
        }

        /// Embeds the question if there is a model.
        /// - Parameter seeksAnswers: whether ``ExchangeIndex`` is to look where its answers are likely, too.
        public init(_ text: String, model: MeaningModel?, seeksAnswers: Bool = false) {
            self.init(
                text, vector: model?.encoder.embed([text])[0], sought: seeksAnswers ? model?.sought(text) : nil)
        }
    }

    /// A message found.
    public struct Hit: Equatable, Sendable {
        /// Its place among the messages of the index.
        public let place: Int
        /// Higher is better; comparable only within one answer.
        public let score: Float
    }

    /// The number of best messages that are compared token by token.
    static let comparedClosely = 40
    /// Messages above which those are compared as well that are best by themselves, so many by words and by vectors.
    static let few = 500
    static let comparedAlone = 30
    /// Messages that are compared as well because their vectors are nearest to where answers are likely.
    static let sought = 16

    private static let extents: [(extent: WordIndex.Extent, weight: Float)] = [
        (.around(0), 0.5), (.around(1), 1), (.around(2), 1), (.around(5), 1), (.exchange, 1),
    ]
    private static let meaningWeight: Float = 1.5
    private static let meaningShare: Float = 0.7
    private static let askedAboutWeight: Float = 2
    private static let tokenWeight: Float = 2
    private static let nextTokenWeight: Float = 1
    private static let nextTokenShare: Float = 0.5

    public let passages: [Passage]
    let neighbourhood: Neighbourhood
    let words: WordIndex
    let said: PassageWords
    private let senders: [String: [String]]

    /// - Parameter passages: each conversation's messages in order, those of one exchange next to each other.
    public init(_ passages: [Passage]) {
        self.passages = passages
        neighbourhood = Neighbourhood(exchanges: passages.map(\.exchange))
        words = WordIndex(passages, neighbourhood: neighbourhood)
        said = PassageWords(passages)
        var senders: [String: [String]] = [:]
        for passage in passages where senders[passage.sender] == nil {
            senders[passage.sender] = RetrievalWords.words(of: passage.sender)
        }
        self.senders = senders
    }

    /// The best messages, best first.
    ///
    /// - Parameter model: compares the best with the question token by token; without, their order stays that of words
    ///   and vectors.
    public func best(_ limit: Int, for question: Question, model: MeaningModel? = nil) -> [Hit] {
        best(limit, for: question, model: model, pieces: model.map(pieces) ?? [])
    }

    /// - Parameters:
    ///   - pieces: the result of ``pieces(_:)``; unused without a model.
    ///   - bonus: added to the scores of some messages, by place.
    func best(
        _ limit: Int, for question: Question, model: MeaningModel?, pieces: [[Int32]], bonus: [Int: Float] = [:]
    ) -> [Hit] {
        var scores = scores(for: question)
        for (place, value) in bonus where scores.indices.contains(place) { scores[place] += value }
        var order = ranked(Array(scores.indices), by: scores)
        if let model { order = compareClosely(order, scores, question, model, pieces) }
        return order.prefix(limit).map { Hit(place: $0, score: scores[$0]) }
    }

    /// One of the best messages, with what the comparison found.
    struct Compared: Sendable {
        let place: Int
        /// Higher is better; comparable only within one answer.
        let score: Float
        /// The match with the question token by token, from -1 to 1; 0 without a model.
        let tokens: Float
    }

    /// The best messages by words and vectors, and those where answers are likely; of many, also those that are best by their own words
    /// and by their own vectors: what surrounds a message says less there.
    private func candidates(for question: Question, by scores: [Float]) -> [Int] {
        let first = ranked(Array(scores.indices), by: scores).prefix(Self.comparedClosely)
        var best = Set(first)
        if let sought = question.sought {
            best.formUnion(ranked(Array(passages.indices), by: nearness(to: sought)).prefix(Self.sought))
        }
        guard passages.count > Self.few else { return ranked(Array(best), by: scores) }
        let said: [Float] = words.scores(of: RetrievalWords.stems(of: question.text), in: .around(0))
        best.formUnion(ranked(said.indices.filter { said[$0] > 0 }, by: said).prefix(Self.comparedAlone))
        if let vector = question.vector {
            best.formUnion(ranked(Array(passages.indices), by: nearness(to: vector)).prefix(Self.comparedAlone))
        }
        return ranked(Array(best), by: scores)
    }

    /// The best messages with their scores, best first.
    ///
    /// - Parameters:
    ///   - pieces: the result of ``pieces(_:)``; unused without a model.
    ///   - bonus: added to the scores of some messages, by place.
    func compared(
        for question: Question, model: MeaningModel?, pieces: [[Int32]], bonus: [Int: Float] = [:]
    ) -> [Compared] {
        var scores = scores(for: question)
        for (place, value) in bonus where scores.indices.contains(place) { scores[place] += value }
        let order = candidates(for: question, by: scores)
        guard let model else { return order.map { Compared(place: $0, score: scores[$0], tokens: 0) } }
        let (best, total, match) = closely(order, scores, question, model, pieces, limit: order.count)
        return best.sorted { (total[$0] ?? 0, -$0) > (total[$1] ?? 0, -$1) }
            .map { Compared(place: $0, score: total[$0] ?? 0, tokens: match[$0] ?? 0) }
    }

    /// The first names of the senders, in lower case.
    var firstNames: [String] { senders.values.compactMap(\.first) }

    /// Each message as the model takes it.
    func pieces(_ model: MeaningModel) -> [[Int32]] {
        passages.map { model.encoder.tokenizer.encode($0.line, limit: SentenceEncoder.textLimit) }
    }

    /// The score of every message by words and vectors.
    public func scores(for question: Question) -> [Float] {
        var scores = [Float](repeating: 0, count: passages.count)
        func add(_ values: [Float], _ weight: Float) {
            for place in scores.indices { scores[place] += weight * values[place] }
        }
        let stems = RetrievalWords.stems(of: question.text)
        for (extent, weight) in Self.extents { add(StandardScore.of(words.scores(of: stems, in: extent)), weight) }
        if let vector = question.vector {
            let near = nearness(to: vector)
            add(StandardScore.of(near), Self.meaningWeight)
            add(
                StandardScore.of(neighbourhood.blended(near, share: Self.meaningShare)), Self.meaningWeight)
        }
        if let asked = askedAbout(question.text) {
            for place in scores.indices where passages[place].sender == asked { scores[place] += Self.askedAboutWeight }
        }
        return scores
    }

    /// The one sender whom the question names; nil if it names none or several.
    func askedAbout(_ question: String) -> String? {
        let words = Set(RetrievalWords.words(of: question))
        let named = senders.filter {
            !$0.value.isEmpty && ($0.value.allSatisfy(words.contains) || words.contains($0.value[0]))
        }
        return named.count == 1 ? named.first?.key : nil
    }

    private func compareClosely(
        _ order: [Int], _ scores: [Float], _ question: Question, _ model: MeaningModel, _ pieces: [[Int32]]
    ) -> [Int] {
        let (best, total, _) = closely(order, scores, question, model, pieces)
        let closer = best.sorted { (total[$0] ?? 0, -$0) > (total[$1] ?? 0, -$1) }
        return closer + order.dropFirst(best.count)
    }

    /// The best places, in the order of the messages, with their scores and token matches.
    private func closely(
        _ order: [Int], _ scores: [Float], _ question: Question, _ model: MeaningModel, _ pieces: [[Int32]],
        limit: Int = comparedClosely
    ) -> (places: [Int], scores: [Int: Float], matches: [Int: Float]) {
        let best = order.prefix(limit).sorted()
        let match = TokenMatch(
            question: question.text, pieces: best.map { pieces[$0] }, among: pieces, model: model)
        let own = StandardScore.of(match.scores)
        let lowest = own.min() ?? 0
        var all = [Float](repeating: 0, count: passages.count)
        for (place, value) in zip(best, own) { all[place] = value - lowest }
        let blended = neighbourhood.blended(all, share: Self.nextTokenShare)
        let next = StandardScore.of(best.map { blended[$0] })
        var total: [Int: Float] = [:]
        for (index, place) in best.enumerated() {
            total[place] = scores[place] + Self.tokenWeight * own[index] + Self.nextTokenWeight * next[index]
        }
        return (best, total, Dictionary(uniqueKeysWithValues: zip(best, match.scores)))
    }

    /// The cosine of each message with a vector; 0 for those that have none yet.
    private func nearness(to vector: [Float]) -> [Float] {
        passages.map { $0.vector.map { Self.product($0, vector) } ?? 0 }
    }

    func ranked(_ places: [Int], by scores: [Float]) -> [Int] {
        places.sorted { (scores[$0], -$0) > (scores[$1], -$1) }
    }

    static func product(_ left: [Float], _ right: [Float]) -> Float {
        guard left.count == right.count else { return 0 }
        var sum: Float = 0
        for place in left.indices { sum += left[place] * right[place] }
        return sum
    }
}
