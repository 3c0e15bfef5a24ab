import Foundation
import VectorKernels

/// Reads a question together with a message and the one before it, and says how much better the message answers than the order of the
/// candidates knows, and how likely it answers at all. (R. Nogueira and K. Cho, "Passage Re-ranking with BERT", 2019; the lower layers read
/// each text alone, as in S. MacAvaney et al., "Efficient Document Re-Ranking for Transformers by Precomputing Term Representations", 2020.)
///
/// The upper layers are those of the sentence model with adaptations of low rank (E. Hu et al., "LoRA", 2021), which
/// Training/train_pairs.py learned; the same computation stands there.
struct PairReader: Sendable {
    /// The layer after which the texts are read together.
    static let layer = 3
    /// How many candidates are read.
    static let limit = 16
    /// The share of its score that counts beside that of the order.
    static let weight: Float = 0.6
    /// Pieces of a question and of a message that are read, with both ends.
    static let questionLimit = 30
    static let messageLimit = 66
    /// Of the message before, after its first.
    private static let beforeLimit = 18
    private static let rank = 32

    /// A message and the one before it, as states of their tokens after ``layer``, one after the other.
    struct Candidate {
        let message: [Float]
        let before: [Float]?
    }

    /// What a candidate's reading says.
    struct Score {
        /// Added to that of the order, by ``PairReader/weight``.
        var order: Float
        /// The logarithm of how much likelier it is that this candidate answers than that none does.
        var answers: Float
    }

    private let encoder: SentenceEncoder
    private let layers: [EncoderWeights.Layer]
    /// What tells the tokens of the question, of the message before and of the message apart.
    private let kinds: [[Float]]
    /// The weights of the first token, then of the mean of all: for the order, and for whether it answers.
    private let heads: [[Float]]

    /// nil for damaged parameters, and for an encoder that they are not made for.
    init?(_ encoder: SentenceEncoder, base64: String = PairParameters.base64) {
        guard encoder.shape == .miniLM, let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        let width = encoder.shape.width
        let kinds = (0..<3).compactMap { _ in bytes.floats(width) }
        let heads = (0..<2).compactMap { _ in bytes.floats(2 * width) }
        guard kinds.count == 3, heads.count == 2 else { return nil }
        guard let layers = bytes.adapted(encoder.weights.layers.dropFirst(Self.layer), rank: Self.rank) else {
            return nil
        }
        (self.encoder, self.layers, self.kinds, self.heads) = (encoder, layers, kinds, heads)
    }

    /// The score of each candidate.
    ///
    /// - Parameter question: the states of its tokens after ``layer``.
    func scores(_ question: [Float], _ candidates: [Candidate]) -> [Score] {
        let width = encoder.shape.width
        let asked = marked(question[...], kinds[0])
        let pairs = candidates.map { candidate in
            let before = candidate.before.map { $0.dropFirst(width).prefix(Self.beforeLimit * width) } ?? []
            return asked + marked(before, kinds[1]) + marked(candidate.message.dropFirst(width), kinds[2])
        }
        var scores: [Score] = []
        encoder.finish(pairs, through: layers) { rows, count in
            var score = Score(order: 0, answers: 0)
            for column in 0..<width {
                var total: Float = 0
                for row in 0..<count { total += rows[row * width + column] }
                let (first, mean) = (rows[column], total / Float(count))
                score.order += first * heads[0][column] + mean * heads[0][width + column]
                score.answers += first * heads[1][column] + mean * heads[1][width + column]
            }
            scores.append(score)
        }
        return scores
    }

    private func marked(_ states: ArraySlice<Float>, _ kind: [Float]) -> [Float] {
        var marked = Array(states)
        marked.withUnsafeMutableBufferPointer { rows in
            if let first = rows.baseAddress { nexus_add_bias(first, kind, rows.count / kind.count, kind.count) }
        }
        return marked
    }
}
