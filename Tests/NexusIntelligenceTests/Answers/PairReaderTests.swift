import Testing

@testable import NexusIntelligence

/// Scores that Training/train_pairs.py computed with the same parameters.
private struct Example: Decodable {
    let question: String
    let before: [String]
    let message: String
    let after: [String]
    let order: Float
    let answers: Float
}

@Suite("A question and a message read together", .enabled(if: ModelFixture.folder.hasEmbedding))
struct PairReaderTests {
    private let model: MeaningModel

    init() throws { model = try MeaningModel(ModelFixture.folder) }

    private func states(_ text: String?, limit: Int = PairReader.messageLimit) -> [Float] {
        guard let text else { return [] }
        let pieces = model.encoder.tokenizer.encode(text, limit: limit)
        return model.encoder.tokens(of: [pieces], statesAfter: PairReader.layer)[0].states
    }

    private func candidate(_ example: Example) -> PairReader.Candidate {
        PairReader.Candidate(
            message: states(example.message), before: states(example.before.last), after: states(example.after.first),
            earlier: states(example.before.dropLast().last))
    }

    @Test("the scores are those of the training, alone or with others")
    func parity() throws {
        let reader = try #require(model.pairs)
        let examples = try ModelFixture.examples("pairs.json") as [Example]
        #expect(examples.count >= 5)
        for example in examples {
            let asked = states(example.question, limit: PairReader.questionLimit)
            let alone = reader.scores(asked, [candidate(example)])[0]
            #expect(
                abs(alone.order - example.order) < 0.03 && abs(alone.answers - example.answers) < 0.03,
                "\(example.question.prefix(40)): \(alone)")
            let together = reader.scores(asked, examples.map(candidate))
            #expect(
                together.contains {
                    abs($0.order - alone.order) < 0.001 && abs($0.answers - alone.answers) < 0.001
                })
        }
    }

    @Test("damaged parameters are refused")
    func damaged() {
        #expect(PairReader(model.encoder, base64: "no base64!") == nil)
        #expect(PairReader(model.encoder, base64: String(PairParameters.base64.prefix(4000))) == nil)
    }

    @Test("only the first candidates are read; the rest keep their order after them, and none is lost or doubled")
    func rest() {
        let texts =
            (0..<30).map { "I have \($0) apples for the school fair" } + [
                String(repeating: "very ", count: 400)
            ]
        let passages = texts.map { Passage(sender: "Ada", text: $0, day: "", exchange: 0) }
        let first = texts.indices.reversed().map { (place: $0, score: Float($0)) }
        let order = order("How many apples?", first, passages)
        #expect(Set(order) == Set(texts.indices) && order.count == texts.count)
        #expect(order.dropFirst(PairReader.limit) == first.map(\.place).dropFirst(PairReader.limit))
        #expect(self.order("How many?", [], passages).isEmpty)
    }

    @Test("a message is read with those around it of its conversation, and with the one that it replies to")
    func surroundings() {
        let texts = [
            "When does the train to Bern leave?", "I baked a cake", "it has plums", "Who feeds the cat?", "at 8:15",
            "nice",
        ]
        var passages = texts.map { Passage(sender: "Ada", text: $0, day: "", exchange: 0) }
        let first = [(place: 1, score: Float(0)), (place: 4, score: 0)]
        func answers(_ isSameTalk: (Int, Int) -> Bool = { _, _ in true }) -> [Float] {
            pairs("When does the train leave?", first, passages, isSameTalk).answers
        }
        let alone = answers { _, _ in false }
        let together = answers()
        #expect(alone[1] != together[1])
        passages[4].replyTo = 0
        #expect(answers()[1] > together[1], "the question that it replies to tells what it is about")
        #expect(answers { _, _ in false } == alone, "nothing of another conversation is read with it")
    }

    private func pairs(
        _ question: String, _ first: [(place: Int, score: Float)], _ passages: [Passage],
        _ isSameTalk: (Int, Int) -> Bool = { _, _ in true }
    ) -> PairOrder {
        PairOrder(
            question, first: first, passages: passages, pieces: ExchangeIndex(passages).pieces(model), model: model,
            isSameTalk: isSameTalk)
    }

    private func order(_ question: String, _ first: [(place: Int, score: Float)], _ passages: [Passage]) -> [Int] {
        pairs(question, first, passages).places
    }
}
