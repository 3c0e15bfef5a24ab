/// The candidates of a question in a second order: the first of them are read together with the question (``PairReader``).
struct PairOrder {
    /// The places, best first.
    let places: [Int]
    /// Of each candidate that was read, how likely it answers (``PairReader/Score/answers``); empty if none was read.
    let answers: [Float]

    /// - Parameters:
    ///   - first: the places with their scores, best first.
    ///   - passages: all messages, and their pieces as of `ExchangeIndex.pieces`.
    ///   - isSameTalk: whether two places are of one conversation.
    init(
        _ question: String, first: [(place: Int, score: Float)], passages: [Passage], pieces: [[Int32]],
        model: MeaningModel, isSameTalk: (Int, Int) -> Bool
    ) {
        guard let reader = model.pairs else {
            (places, answers) = (first.map(\.place), [])
            return
        }
        let read = first.prefix(PairReader.limit)
        let around = read.map { PairPlaces(of: $0.place, in: passages, isSameTalk: isSameTalk) }
        let asked = model.encoder.tokenizer.encode(question, limit: PairReader.questionLimit)
        let needed = Set(around.flatMap(\.all)).sorted()
        let tokens = model.tokens.tokens(of: [asked] + needed.map { Self.beginning(of: pieces[$0]) })
        let found = Dictionary(zip(needed, tokens.dropFirst().map(\.states)), uniquingKeysWith: { first, _ in first })
        func states(_ place: Int?) -> [Float] { place.flatMap { found[$0] } ?? [] }
        let scores = reader.scores(
            tokens.first?.states ?? [],
            around.map {
                PairReader.Candidate(
                    message: states($0.place), before: states($0.before), after: states($0.after),
                    earlier: states($0.earlier))
            })
        let total = zip(read, scores).map { $0.score + PairReader.weight * $1.order }
        let order = total.indices.sorted { (total[$0], -$0) > (total[$1], -$1) }
        places = order.map { read[$0].place } + first.dropFirst(read.count).map(\.place)
        answers = scores.map(\.answers)
    }

    /// What is read of a message: as if the tokenizer had stopped there.
    private static func beginning(of pieces: [Int32]) -> [Int32] {
        guard pieces.count > PairReader.messageLimit, let end = pieces.last else { return pieces }
        return pieces.prefix(PairReader.messageLimit - 1) + [end]
    }
}

/// The places of the messages around one that are read with it.
private struct PairPlaces {
    let place: Int
    let before, after, earlier: Int?

    init(of place: Int, in passages: [Passage], isSameTalk: (Int, Int) -> Bool) {
        func found(_ other: Int) -> Int? { passages.indices.contains(other) && isSameTalk(other, place) ? other : nil }
        self.place = place
        before = found(place - 1)
        after = found(place + 1)
        let original = passages[place].replyTo.flatMap(found)
        earlier = original == before ? found(place - 2) : original ?? found(place - 2)
    }

    var all: [Int] { [place] + [before, after, earlier].compactMap { $0 } }
}
