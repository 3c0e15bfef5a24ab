/// How well the search results support an answer. Unlike the scores of ``ExchangeIndex`` these figures are comparable
/// between questions.
///
/// A question has no answer if no message is near to it, or if the near ones were written by another person than it
/// asks about. People write "I" of themselves, so a name alone does not tell.
struct AnswerEvidence: Equatable, Sendable {
    /// The share of the question's words, weighted by rarity, in the message with its two neighbours on either side;
    /// the maximum over the best results: 0 to 1.
    var covered: Float
    /// The cosine of the question with the nearest message; nil without a model.
    var nearest: Float?
    /// The lead of other people's messages in covering the question's words over those of the person it names, -1 to 1;
    /// nil if it names none.
    var othersCover: Float?
    /// As ``othersCover``, token by token; nil without a model.
    var othersMatch: Float?

    /// The number of best results that ``covered`` considers.
    static let looked = 5
    static let radius = 2
}

extension AnswerEvidence {
    init(_ question: ExchangeIndex.Question, hits: [Int], index: ExchangeIndex, model: MeaningModel?, pieces: [[Int32]])
    {
        let asked = index.askedAbout(question.text)
        let name = Set(asked.map { RetrievalWords.words(of: $0) } ?? [])
        let words = RetrievalWords.words(of: question.text).filter { !name.contains($0) }
        let topic = QuestionWords(words.joined(separator: " "), index)
        covered =
            hits.prefix(Self.looked).map { topic.share(in: index.neighbourhood.around($0, radius: Self.radius), index) }
            .max() ?? 0
        nearest = question.vector.map { vector in
            index.passages.lazy.compactMap { $0.vector.map { ExchangeIndex.product($0, vector) } }.max() ?? 0
        }
        guard let asked else { return }
        let statement = words.joined(separator: " ")
        let plain = ExchangeIndex.Question(statement, model: model)
        let scores = index.scores(for: plain)
        let order = index.ranked(Array(scores.indices), by: scores).prefix(ExchangeIndex.comparedClosely)
        let places = Set(order).union(hits).filter { !Self.onlyAsks(index.passages[$0].text) }.sorted()
        func lead(_ values: [Float]) -> Float {
            var best: (own: Float, others: Float) = (0, 0)
            for (place, value) in zip(places, values) {
                if index.passages[place].sender == asked {
                    best.own = max(best.own, value)
                } else {
                    best.others = max(best.others, value)
                }
            }
            return best.others - best.own
        }
        othersCover = lead(places.map { topic.share(in: $0..<$0 + 1, index) })
        if let model {
            let texts = places.map {
                model.encoder.tokenizer.encode(index.passages[$0].text, limit: SentenceEncoder.textLimit)
            }
            othersMatch = lead(TokenMatch(question: statement, pieces: texts, among: pieces, model: model).scores)
        }
    }

    /// Whether a message consists of questions alone.
    private static func onlyAsks(_ text: String) -> Bool {
        TextSentences.ranges(in: text).allSatisfy { text[$0].hasSuffix("?") || text[$0].hasSuffix("？") }
    }
}

/// The words of a question that carry its topic, with how rare they are.
struct QuestionWords {
    /// In the order of the alphabet: a sum depends on the order.
    private let rarities: [(stem: String, rarity: Float)]
    private let total: Float

    init(_ text: String, _ index: ExchangeIndex) {
        rarities = Set(RetrievalWords.stems(of: text)).sorted().map { ($0, index.words.rarity(of: $0)) }
        total = rarities.map(\.rarity).sorted().reduce(0, +)
    }

    /// The weighted share of the question's words in some messages together: 0 to 1.
    func share(in places: Range<Int>, _ index: ExchangeIndex) -> Float {
        let said = places.map { index.said[$0].stems }
        return share { stem in said.contains { $0.contains(stem) } }
    }

    /// The same in a part of a message.
    func share(in text: String) -> Float {
        let said = Set(RetrievalWords.stems(of: text))
        return share(where: said.contains)
    }

    private func share(where isSaid: (String) -> Bool) -> Float {
        guard total > 0 else { return 0 }
        return rarities.reduce(Float(0)) { $0 + (isSaid($1.stem) ? $1.rarity : 0) } / total
    }
}
