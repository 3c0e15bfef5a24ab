import Foundation
import NexusCore

/// An extractive summary: messages with decisions, requests and the like, and the most important others. It needs no
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
        /// What it is; none for most.
        public var kinds: Set<Kind>
        /// How sure its decisions, tasks and deadlines are.
        public var confidence: Confidence
        /// Whether it states a decision that none replaced, or a task that is still open: a summary has these before others.
        public var stands: Bool
        /// Whether it states a decision that another one replaced.
        public var isReplaced = false
        /// Whether it reports that a task is done.
        public var reports = false
        /// Whether it concerns the reader: a task of theirs, or the report on one that they asked for.
        public var concernsReader = false
        /// Whether the reader wrote it.
        public var isOwn = false
        /// Assignee and due date of an action item or deadline.
        public var note: String?
        /// The number of reactions and replies.
        public var answers: Int

        public init(_ passage: Passage, kind: Kind = .topic, note: String? = nil, answers: Int = 0) {
            self.init(passage, kinds: kind == .topic ? [] : [kind], note: note, answers: answers)
        }

        /// - Parameter stands: nil if it follows from the kinds.
        public init(
            _ passage: Passage, kinds: Set<Kind>, confidence: Confidence = .certain, stands: Bool? = nil,
            note: String? = nil, answers: Int = 0
        ) {
            self.passage = passage
            self.kinds = kinds
            self.confidence = confidence
            self.stands = stands ?? !kinds.isDisjoint(with: [.decision, .action])
            self.note = note
            self.answers = answers
        }

        /// The most important of its kinds.
        public var kind: Kind { kinds.min() ?? .topic }
    }

    /// Points of the longest summary, and of a catch-up.
    public static let limit = 16
    public static let catchUpLimit = 10

    /// The places of the points of a summary, in the order of the messages: a point for each standing decision and each open task,
    /// the likely ones first, then what is most important of the rest.
    public static func points(of messages: [Message], limit: Int = limit) -> [Int] {
        let weights = importance(of: messages)
        func standing(_ kind: Kind) -> [Int] {
            messages.indices.filter { messages[$0].stands && messages[$0].kinds.contains(kind) }
                .sorted { (messages[$0].confidence, weights[$0]) > (messages[$1].confidence, weights[$1]) }
        }
        let (decisions, actions) = (standing(.decision), standing(.action))
        let records = (0..<max(decisions.count, actions.count)).flatMap { rank in
            [decisions, actions].compactMap { $0.indices.contains(rank) ? $0[rank] : nil }
        }
        return chosen(records + ranked(messages, weights), messages, limit: min(limit, max(3, messages.count / 4)))
            .sorted()
    }

    /// The places of the points for a returning reader, most important kind first, each in the order of the messages.
    public static func catchUp(on messages: [Message], limit: Int = catchUpLimit) -> [Int] {
        chosen(ranked(messages, importance(of: messages)), messages, limit: limit)
            .sorted { (messages[$0].kind, $0) < (messages[$1].kind, $1) }
    }

    /// The messages that say something, the most important first.
    private static func ranked(_ messages: [Message], _ weights: [Float]) -> [Int] {
        messages.indices.filter { weights[$0] > -.infinity }.sorted { (weights[$0], -$0) > (weights[$1], -$1) }
    }

    /// The first places that repeat none before them.
    private static func chosen(_ order: [Int], _ messages: [Message], limit: Int) -> [Int] {
        var points: [Int] = []
        var taken: Set<Int> = []
        for place in order where points.count < limit && taken.insert(place).inserted {
            if !repeats(place, points, messages) { points.append(place) }
        }
        return points
    }

    private static func importance(of messages: [Message]) -> [Float] {
        zip(messages, centrality(of: messages)).map { message, central in
            // One or two words mean nothing out of context.
            guard central > 0 || !message.kinds.isEmpty else { return -.infinity }
            return PointImportance(message, centrality: central).score
        }
    }

    /// The centrality of each message: near to the mean of its exchange and of all messages; 0 if it is too short.
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
            guard words >= 3 else { return 0 }
            return max(0.01, 0.6 * own[place] + 0.4 * ExchangeIndex.product(vectors[place], all))
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
