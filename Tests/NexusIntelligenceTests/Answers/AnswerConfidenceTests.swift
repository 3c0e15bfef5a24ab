import Testing

@testable import NexusIntelligence

@Suite("Whether anything answers a question")
struct AnswerConfidenceTests {
    private func confidence(nearest: Float, tokens: Float, read: [Float] = [], corpus: Int) -> Float {
        var context = [Float](repeating: 0, count: 15)
        context[0] = nearest
        context[4] = tokens
        var features = [Float](repeating: 0, count: 43)
        features[2] = tokens
        features[3] = nearest
        return AnswerConfidence(
            context: context, candidates: [(features, 2), (features, 1)], read: read, corpus: corpus, hasModel: true
        ).score
    }

    @Test("the nearer the best message, the likelier")
    func nearness() {
        #expect(confidence(nearest: 0.8, tokens: 0.8, corpus: 100) > confidence(nearest: 0.1, tokens: 0.2, corpus: 100))
    }

    @Test(
        "a candidate that reads as an answer makes one likelier, several more so, and neither doubt outweighs the other"
    )
    func read() {
        func score(_ read: [Float], nearest: Float = 0.8) -> Float {
            confidence(nearest: nearest, tokens: nearest, read: read, corpus: 100)
        }
        #expect(score([2, -3]) > score([-3, -3]) && score([2, 2]) > score([2, -3]))
        #expect(score([4]) > 0 && score([-8, -8, -8]) < 0, "near, but nothing reads as an answer")
        #expect(score([20, 20], nearest: 0.1) < 0, "reads as an answer, but nothing is near")
        #expect(score([200]).isFinite && score([-200]).isFinite)
    }

    @Test(
        "a larger corpus needs more, up to what is searched at most, and one of a few messages less",
        arguments: [1, 4, 40, 100, 1_000, 4_000, 1_000_000], [true, false])
    func corpora(_ corpus: Int, hasModel: Bool) {
        func shift(_ corpus: Int) -> Float { AnswerConfidence.shift(of: corpus, hasModel: hasModel) }
        #expect(shift(corpus) <= shift(10 * corpus) && shift(corpus) <= shift(4_000))
        #expect((shift(corpus) < 0) == (corpus < 100) && (shift(corpus) > 0) == (corpus > 100))
        #expect(shift(0) == shift(1) && shift(1).isFinite)
    }

    @Test("there are weights for all features, and a question without candidates has a number")
    func widths() {
        #expect(AnswerConfidence.width == 35)
        let none = AnswerConfidence(context: [], candidates: [], corpus: 0, hasModel: false)
        #expect(none.score.isFinite)
    }
}
