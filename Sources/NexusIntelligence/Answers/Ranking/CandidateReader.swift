import Foundation

/// Describes how a message may answer a question: by its likeness, by the question before it that it answers, and by
/// whether it holds what is asked for. The numbers are weighted by ``AnswerWeights``.
struct CandidateReader {
    private let question: ExchangeIndex.Question
    private let index: ExchangeIndex
    private let kind: QuestionKind
    private let words: QuestionWords
    /// Words of the question that carry its topic, with their rarity.
    private let topics: [(word: String, weight: Float)]
    private let total: Float
    /// The senders' first names, and those in the question.
    private let names: Set<String>
    private let named: Set<String>
    private let askedAbout: String?
    private let asksForNow: Bool
    private let records: [Int: RecordEvidence]

    /// - Parameter records: what is on record of messages, by place.
    init(_ question: ExchangeIndex.Question, index: ExchangeIndex, records: [Int: RecordEvidence] = [:]) {
        self.records = records
        self.question = question
        self.index = index
        kind = QuestionKind(of: question.text)
        let spoken = RetrievalWords.words(of: question.text)
        let content = spoken.filter { !QuestionLexicon.function.contains($0) && !QuestionLexicon.generic.contains($0) }
        words = QuestionWords(content.joined(separator: " "), index)
        topics = Set(content).sorted().compactMap { word in
            RetrievalWords.stems(of: word).first.map { (word, index.words.rarity(of: $0)) }
        }
        total = topics.reduce(0) { $0 + $1.weight }
        names = Set(index.firstNames)
        named = names.intersection(spoken)
        askedAbout = index.askedAbout(question.text)
        asksForNow = !Self.nowWords.isDisjoint(with: spoken)
    }

    /// The places of the candidates, those that most likely answer first; ties in their order. With the features and the score of each.
    func ranked(
        _ found: [ExchangeIndex.Compared]
    ) -> (places: [Int], candidates: [(features: [Float], score: Float)]) {
        let hasModel = question.vector != nil
        let candidates = features(of: found).map { (features: $0, score: AnswerWeights.score($0, hasModel: hasModel)) }
        let order = found.indices.sorted { (candidates[$0].score, -$0) > (candidates[$1].score, -$1) }
        return (order.map { found[$0].place }, order.map { candidates[$0] })
    }

    /// The features of each candidate, in the order of ``AnswerWeights``.
    func features(of found: [ExchangeIndex.Compared]) -> [[Float]] {
        guard let best = found.first?.score, let lowest = found.last?.score else { return [] }
        let scores = Dictionary(found.map { ($0.place, $0.score) }, uniquingKeysWith: { first, _ in first })
        return found.enumerated().map { rank, one in
            let place = one.place
            let around = index.neighbourhood.around(place, radius: AnswerEvidence.radius)
            let (before, after) = (around.lowerBound..<place, place + 1..<around.upperBound)
            let text = index.passages[place].text
            let asks = Passage.asks(text)
            let asked = asks ? nil : before.last { answers(place, $0) }
            let (held, missing) = evidence(in: text)
            let said = index.said[place].words
            let stems = RetrievalWords.stems(said).count
            let late = index.passages.count > 1 ? Float(place) / Float(index.passages.count - 1) : 1
            func score(_ near: Int?) -> Float { (near.flatMap { scores[$0] } ?? lowest) - best }
            let likeness: [Float] = [
                one.score - best, 1 / Float(rank + 1), one.tokens, cosine(place), before.last.map(cosine) ?? 0,
                after.first.map(cosine) ?? 0, words.share(in: place..<place + 1, index),
                words.share(in: before, index), words.share(in: after, index), alike(place..<place + 1), alike(around),
            ]
            let exchange: [Float] = [
                asks ? 1 : 0, asked == nil ? 0 : 1, asked.map(cosine) ?? 0,
                asked.map { words.share(in: $0..<$0 + 1, index) + alike($0..<$0 + 1) } ?? 0,
            ]
            let rest: [Float] = [
                log(1 + Float(stems)), stems <= 2 ? 1 : 0, askedAbout == index.passages[place].sender ? 1 : 0,
                named.isDisjoint(with: said) ? 0 : 1, asksForNow ? late : 0,
                asks && !after.isEmpty ? 1 : 0, score(after.first), score(before.last),
            ]
            return likeness + exchange + held + missing + rest + onRecord(place)
                + [sought(place), before.last.map(sought) ?? 0, after.first.map(sought) ?? 0]
        }
    }

    private func onRecord(_ place: Int) -> [Float] {
        let found = records[place] ?? []
        let isDated = found.contains(.deadline)
        return [
            found.contains(.decision), isDated, found.contains(.task), found.contains(.report),
            isDated && kind == .when, found.contains(.task) && kind == .who, found.contains(.decision) && asksForNow,
        ].map { $0 ? 1 : 0 }
    }

    private func answers(_ place: Int, _ earlier: Int) -> Bool {
        Passage.asks(index.passages[earlier].text) && index.passages[earlier].sender != index.passages[place].sender
    }

    /// For each kind of question but the last, whether the text holds what the question asks for, and whether it lacks it.
    private func evidence(in text: String) -> (held: [Float], missing: [Float]) {
        let evidence = EvidenceKinds(text, names: names)
        let kinds = QuestionKind.allCases.filter { $0 != .other }
        return (
            kinds.map { $0 == kind && evidence.answers($0) ? 1 : 0 },
            kinds.map { $0 == kind && !evidence.answers($0) ? 1 : 0 }
        )
    }

    private func cosine(_ place: Int) -> Float { cosine(place, question.vector) }

    private func sought(_ place: Int) -> Float { cosine(place, question.sought) }

    private func cosine(_ place: Int, _ vector: [Float]?) -> Float {
        guard let vector, let own = index.passages[place].vector else { return 0 }
        return ExchangeIndex.product(own, vector)
    }

    /// What tells whether the messages hold an answer at all, beside the features of the best candidates.
    func context(_ evidence: AnswerEvidence, of found: [ExchangeIndex.Compared]) -> [Float] {
        let unknown = topics.reduce(Float(0)) { sum, topic in
            sum + (RetrievalWords.stems(of: topic.word).contains(where: index.words.has) ? 0 : topic.weight)
        }
        return [
            evidence.nearest ?? 0, evidence.covered, total > 0 ? unknown / total : 0,
            log(1 + Float(topics.count)), found.map(\.tokens).max() ?? 0,
            found.map { words.share(in: $0.place..<$0.place + 1, index) }.max() ?? 0,
            named.isEmpty ? 0 : 1, evidence.othersCover ?? 0, evidence.othersMatch ?? 0,
        ] + QuestionKind.allCases.map { $0 == kind ? 1 : 0 }
    }

    /// The weighted share of the question's words of which messages have one alike: a compound, another ending.
    private func alike(_ places: Range<Int>) -> Float {
        guard total > 0 else { return 0 }
        let said = places.flatMap { index.said[$0].words }
        return topics.reduce(Float(0)) { sum, topic in
            sum + (said.contains { Self.isLike($0, topic.word) } ? topic.weight : 0)
        } / total
    }

    private static func isLike(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        guard left.utf8.count >= 4, right.utf8.count >= 4 else { return false }
        let common = zip(left, right).prefix { $0 == $1 }.count
        if common >= max(4, max(left.count, right.count) * 6 / 10) { return true }
        return left.utf8.count >= 5 && right.contains(left) || right.utf8.count >= 5 && left.contains(right)
    }

    /// Words that ask for how it stands by now: later messages fit better.
    private static let nowWords: Set<String> = [
        "now", "finally", "end", "eventually", "current", "currently", "still", "latest", "nun", "jetzt", "schließlich",
        "endgültig", "aktuell", "inzwischen", "noch", "ahora", "final", "finalmente", "todavía", "maintenant",
        "finalement", "new", "changed", "instead", "anymore", "ended", "last",
    ]
}
