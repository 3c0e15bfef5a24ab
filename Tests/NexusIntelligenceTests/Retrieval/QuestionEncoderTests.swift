import Testing

@testable import NexusIntelligence

/// The beginnings of vectors that Training/train_questions.py computed with the same parameters.
private struct Example: Decodable {
    let question: String
    let vector: [Float]
}

@Suite("Where the answers of a question are likely", .enabled(if: ModelFixture.folder.hasEmbedding))
struct QuestionEncoderTests {
    private let model: MeaningModel

    init() throws { model = try MeaningModel(ModelFixture.folder) }

    @Test("the vectors are those of the training, and of length 1")
    func parity() throws {
        let examples = try ModelFixture.examples("questions.json") as [Example]
        #expect(examples.count >= 4)
        for example in examples {
            let vector = try #require(model.sought(example.question))
            let furthest = zip(vector, example.vector).map { abs($0 - $1) }.max() ?? 1
            #expect(furthest < 0.005, "\(example.question.prefix(40))")
            #expect(abs(ExchangeIndex.product(vector, vector) - 1) < 0.001)
        }
    }

    @Test("what answers is nearer to them than what asks the same")
    func nearer() throws {
        let (asks, answers) = (
            "Ben: does anyone know when the new office opens?", "Ada: Thursday, if the painters are done."
        )
        let vectors = model.encoder.embed([asks, answers])
        let question = ExchangeIndex.Question("When does the new office open?", model: model, seeksAnswers: true)
        let (plain, sought) = (try #require(question.vector), try #require(question.sought))
        #expect(ExchangeIndex.product(plain, vectors[0]) > ExchangeIndex.product(plain, vectors[1]))
        func lead(_ vector: [Float]) -> Float {
            ExchangeIndex.product(vector, vectors[1]) - ExchangeIndex.product(vector, vectors[0])
        }
        #expect(lead(sought) > lead(plain) + 0.1)
    }

    @Test("damaged parameters are refused")
    func damaged() {
        #expect(QuestionEncoder(model.encoder, base64: "no base64!") == nil)
        #expect(QuestionEncoder(model.encoder, base64: String(QuestionParameters.base64.prefix(4000))) == nil)
    }
}
