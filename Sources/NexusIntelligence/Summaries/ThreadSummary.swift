/// An extractive summary: the central messages, and those with decisions, requests or many answers. It needs no
/// language model, and each point is a quote.
public enum ThreadSummary {
    /// The reason why a message is a point, in the order of importance to a returning reader.
    public enum Kind: String, Sendable, CaseIterable, Comparable {
        /// It mentions the reader.
        case mention
        case decision
        case action
        case urgent
        case deadline
        /// Central to the conversation.
        case topic

        public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A message to summarize.
    public struct Message: Sendable {
        public var passage: Passage
        /// Its kind; ``Kind/topic`` for most.
        public var kind: Kind
        /// Assignee and due date of an action item or deadline.
        public var note: String?
        /// The number of reactions and replies.
        public var answers: Int

        public init(_ passage: Passage, kind: Kind = .topic, note: String? = nil, answers: Int = 0) {
            self.passage = passage
            self.kind = kind
            self.note = note
            self.answers = answers
        }
    }

    /// Points of the longest summary.
    public static let limit = 10

    /// The places of the points of a summary, in the order of the messages.
    public static func points(of messages: [Message], limit: Int = limit) -> [Int] {
        chosen(messages, limit: min(limit, max(3, messages.count / 4)), reserved: 0.6).sorted()
    }

    /// The places of the points for a returning reader, most important kind first, each in the order of the messages.
    public static func catchUp(on messages: [Message], limit: Int = limit) -> [Int] {
        chosen(messages, limit: limit, reserved: 0.8)
            .sorted { (messages[$0].kind, $0) < (messages[$1].kind, $1) }
    }

    /// - Parameter reserved: the share of points that decisions, requests and the like may take from topics.
    private static func chosen(_ messages: [Message], limit: Int, reserved: Double) -> [Int] {
        let weights = centrality(of: messages)
        let marked = messages.indices.filter { messages[$0].kind != .topic }
            .sorted { (messages[$0].kind, -weights[$0]) < (messages[$1].kind, -weights[$1]) }
        var points: [Int] = []
        let others = messages.count - marked.count
        let room = max(Int((Double(limit) * reserved).rounded(.up)), limit - others)
        for place in marked where points.count < room && !repeats(place, points, messages) { points.append(place) }
        let topics = messages.indices.filter { messages[$0].kind == .topic }
            .sorted { (weights[$0], -$0) > (weights[$1], -$1) }
        for place in topics where points.count < limit && weights[place] > 0 && !repeats(place, points, messages) {
            points.append(place)
        }
        return points
    }

    /// The centrality of each message: near to the mean of its exchange and of all messages, long enough, no mere
    /// question, and answered.
    private static func centrality(of messages: [Message]) -> [Float] {
        let passages = messages.map(\.passage)
        let vectors =
            passages.contains { $0.vector != nil } ? passages.map { $0.vector ?? [] } : WordVectors(passages).vectors
        let all = middle(of: vectors[...])
        var own = [Float](repeating: 0, count: messages.count)
        for exchange in Neighbourhood(exchanges: passages.map(\.exchange)).exchanges {
            let middle = middle(of: vectors[exchange])
            for place in exchange { own[place] = ExchangeIndex.product(vectors[place], middle) }
        }
        return messages.indices.map { place in
            let words = RetrievalWords.stems(of: passages[place].text).count
            // One or two words mean nothing out of context.
            guard words >= 3 else { return 0 }
            let fullness = min(1, Float(words) / 10)
            let central = 0.6 * own[place] + 0.4 * ExchangeIndex.product(vectors[place], all)
            let answered = min(0.3, 0.1 * Float(messages[place].answers))
            let asks: Float = passages[place].text.hasSuffix("?") ? 0.15 : 0
            return max(0.01, central + 0.3 * fullness + answered - asks)
        }
    }

    private static func middle(of vectors: ArraySlice<[Float]>) -> [Float] {
        guard let width = vectors.first(where: { !$0.isEmpty })?.count else { return [] }
        var sum = [Float](repeating: 0, count: width)
        for vector in vectors where vector.count == width { for place in 0..<width { sum[place] += vector[place] } }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }

    /// Whether a message repeats a point.
    private static func repeats(_ place: Int, _ points: [Int], _ messages: [Message]) -> Bool {
        let stems = Set(RetrievalWords.stems(of: messages[place].passage.text))
        guard !stems.isEmpty else { return true }
        return points.contains { point in
            let others = Set(RetrievalWords.stems(of: messages[point].passage.text))
            return 10 * stems.intersection(others).count >= 7 * max(1, min(stems.count, others.count))
        }
    }
}

/// Unit vectors of words weighted by frequency and rarity, used without a model.
private struct WordVectors {
    /// Words that are counted, those in most messages first: a bound on the width.
    private static let width = 256

    let vectors: [[Float]]

    init(_ passages: [Passage]) {
        let documents = passages.map { RetrievalWords.stems(of: $0.text) }
        var having: [String: Int] = [:]
        for stems in documents { for stem in Set(stems) { having[stem, default: 0] += 1 } }
        let words = having.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.width)
        let columns = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1.key, $0) })
        vectors = documents.map { stems in
            var vector = [Float](repeating: 0, count: columns.count)
            for stem in stems {
                guard let column = columns[stem], let count = having[stem] else { continue }
                vector[column] += Float(documents.count) / Float(count)
            }
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return length > 0 ? vector.map { $0 / length } : vector
        }
    }
}
