/// The candidates of a question in a second order: the first of them are read together with the question (``PairReader``).
struct PairOrder {
    /// The places, best first.
    let places: [Int]
    /// Of each candidate that was read, how likely it answers (``PairReader/Score/answers``); empty if none was read.
    let answers: [Float]

    /// - Parameters:
    ///   - first: the places with their scores, best first.
    ///   - pieces: of all messages, as of `ExchangeIndex.pieces`.
    ///   - isSameTalk: whether two places are of one conversation.
    init(
        _ question: String, first: [(place: Int, score: Float)], pieces: [[Int32]], model: MeaningModel,
        isSameTalk: (Int, Int) -> Bool
    ) {
        guard let reader = model.pairs else {
            (places, answers) = (first.map(\.place), [])
            return
        }
        let read = first.prefix(PairReader.limit)
        let before = read.map { one in one.place > 0 && isSameTalk(one.place - 1, one.place) ? one.place - 1 : nil }
        let asked = model.encoder.tokenizer.encode(question, limit: PairReader.questionLimit)
        let needed = Set(read.map(\.place)).union(before.compactMap { $0 }).sorted()
        let tokens = model.tokens.tokens(of: [asked] + needed.map { Self.beginning(of: pieces[$0]) })
        let states = Dictionary(zip(needed, tokens.dropFirst().map(\.states)), uniquingKeysWith: { first, _ in first })
        let scores = reader.scores(
            tokens.first?.states ?? [],
            zip(read, before).map { one, before in
                PairReader.Candidate(message: states[one.place] ?? [], before: before.flatMap { states[$0] })
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
