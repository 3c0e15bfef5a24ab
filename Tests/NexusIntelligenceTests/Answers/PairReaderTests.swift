import Testing

@testable import NexusIntelligence

/// Scores that Training/train_pairs.py computed with the same parameters.
private struct Example: Decodable {
    let question: String
    let before: String?
    let message: String
    let order: Float
    let answers: Float
}

@Suite("A question and a message read together", .enabled(if: ModelFixture.folder.hasEmbedding))
struct PairReaderTests {
    private let model: MeaningModel

    init() throws { model = try MeaningModel(ModelFixture.folder) }

    private func states(_ text: String, limit: Int) -> [Float] {
        let pieces = model.encoder.tokenizer.encode(text, limit: limit)
        return model.encoder.tokens(of: [pieces], statesAfter: PairReader.layer)[0].states
    }

    private func candidate(_ example: Example) -> PairReader.Candidate {
        PairReader.Candidate(
            message: states(example.message, limit: PairReader.messageLimit),
            before: example.before.map { states($0, limit: PairReader.messageLimit) })
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
            (0..<30).map { "Ada: I have \($0) apples for the school fair" } + [
                "Ben: " + String(repeating: "very ", count: 400)
            ]
        let pieces = texts.map { model.encoder.tokenizer.encode($0, limit: SentenceEncoder.textLimit) }
        let first = texts.indices.reversed().map { (place: $0, score: Float($0)) }
        func order(_ isSameTalk: @escaping (Int, Int) -> Bool = { _, _ in true }) -> [Int] {
            PairOrder("How many apples?", first: first, pieces: pieces, model: model, isSameTalk: isSameTalk).places
        }
        #expect(Set(order()) == Set(texts.indices) && order().count == texts.count)
        #expect(order().dropFirst(PairReader.limit) == first.map(\.place).dropFirst(PairReader.limit))
        var asked: [[Int]] = []
        _ = PairOrder("How many?", first: first, pieces: pieces, model: model) {
            asked.append([$0, $1])
            return false
        }
        #expect(asked.allSatisfy { $0[1] == $0[0] + 1 && $0[1] > 30 - PairReader.limit })
        #expect(PairOrder("How many?", first: [], pieces: pieces, model: model) { _, _ in true }.places.isEmpty)
    }
}
