import NexusCore
import NexusDatabase
import NexusIntelligence

/// Search by meaning: messages without all words of the query, ranked with their exchanges.
///
/// The nearest messages are read with the member's permissions, with their neighbours and beside those with all words,
/// and ranked by ``ExchangeIndex``. Filters apply to all.
struct MeaningSearch: Sendable {
    /// Messages of either kind that are looked at closely.
    static let candidates = 60
    /// The minimum similarity.
    static let leastCosine: Float = 0.25
    /// Messages before and after a candidate that are read with it.
    static let neighbours = 3
    /// A longer pause ends an exchange.
    static let pause: Int64 = 3 * 3_600_000
    /// The excerpt of a message without matching words.
    static let excerpt = 150

    let engine: MeaningEngine
    let blocks: MeaningBlocks

    /// The embedded query.
    struct Question: Sendable {
        let text: String
        let vector: [Float]
        /// Whether it is long enough for a token-level comparison: one or two words run on each keystroke and must be
        /// fast.
        let isSentence: Bool
    }

    /// The question in a typed query; nil if there is none: only filters, or literal phrases.
    func question(in request: SearchRequest, now: Timestamp) async throws -> Question? {
        guard request.order == .best, !request.query.contains("\"") else { return nil }
        guard let query = try? SearchGrammar(now: now, utcOffset: request.utcOffset).query(request.query) else {
            return nil
        }
        let text = query.terms.map(\.text).joined(separator: " ")
        guard !text.isEmpty, let vector = try await engine.vectors(of: [text]).first else { return nil }
        return Question(text: text, vector: vector, isSentence: query.terms.count > 2)
    }

    /// The candidates with their neighbours, from one snapshot.
    struct Found: Sendable {
        var passages: [Passage] = []
        var messages: [SearchedMessage] = []
        /// The candidates that may be returned: others are neighbours, or found by words.
        var isCandidate: [Bool] = []
    }

    /// Reads the candidates.
    /// - Parameter exact: messages with all words, best first.
    func find(
        _ question: Question, exact: [SearchedMessage], in scope: SearchScope, utcOffset: Int, _ reader: Reader
    ) throws -> Found {
        var nearest = NearestKeys<(ConversationID, Seq)>(limit: Self.candidates)
        var held: [ConversationID: VectorBlock] = [:]
        let compact = CompactVector(question.vector)
        for place in scope.places where place.allowsAI {
            guard let block = try blocks.block(of: place.id, reader) else { continue }
            held[place.id] = block
            for (seq, cosine) in zip(block.keys, block.cosines(with: compact))
            where cosine >= Self.leastCosine && nearest.admits(cosine) {
                nearest.add((place.id, seq), score: cosine)
            }
        }
        var wanted: [ConversationID: Set<Seq>] = [:]
        for (_, place) in nearest.best { wanted[place.0, default: []].insert(place.1) }
        var exactPlaces: [ConversationID: Set<Seq>] = [:]
        for (number, message) in exact.enumerated() {
            exactPlaces[message.conversation, default: []].insert(message.seq)
            if number < Self.candidates { wanted[message.conversation, default: []].insert(message.seq) }
        }
        var found = Found()
        var names: [UserID: String] = [:]
        var exchange = 0
        for place in scope.places where place.allowsAI {
            guard let seqs = wanted[place.id] else { continue }
            var last: SearchedMessage?
            for message in try read(around: seqs, in: place.id, for: scope.user, reader) {
                if let before = last,
                    message.writtenAt.milliseconds - before.writtenAt.milliseconds > Self.pause
                        || message.seq - before.seq > Int64(Self.neighbours) * 4
                {
                    exchange += 1
                }
                last = message
                if names[message.sender] == nil {
                    names[message.sender] = try SearchRepository.name(of: message.sender, reader) ?? ""
                }
                found.passages.append(
                    Passage(
                        sender: names[message.sender] ?? "", text: message.text,
                        day: MeaningDay.words(message.writtenAt, utcOffset: utcOffset), exchange: exchange,
                        vector: held[place.id]?.vector(for: message.seq)))
                found.messages.append(message)
                let isExact = exactPlaces[place.id]?.contains(message.seq) ?? false
                found.isCandidate.append(
                    !isExact && seqs.contains(message.seq) && scope.admitsFilters(message))
            }
            exchange += 1
        }
        return found
    }

    /// The candidates, best first.
    func ranked(_ found: Found, _ question: Question) async throws -> [SearchedMessage] {
        try await engine.run { [engine] in
            let index = ExchangeIndex(found.passages)
            let hits = index.best(
                found.passages.count, for: .init(question.text, vector: question.vector),
                model: question.isSentence ? engine.model : nil)
            return hits.map(\.place).filter { found.isCandidate[$0] }.map { found.messages[$0] }
        }
    }

    /// The messages at these places and next to them, ascending, each once.
    private func read(
        around seqs: Set<Seq>, in id: ConversationID, for user: UserID, _ reader: Reader
    ) throws -> [SearchedMessage] {
        var messages: [Seq: SearchedMessage] = [:]
        for seq in seqs.sorted() {
            let near = try SearchRepository.around(
                seq, in: id, for: user, neighbours: Self.neighbours, reader)
            for message in near { messages[message.seq] = message }
        }
        return messages.values.sorted { $0.seq < $1.seq }
    }
}
