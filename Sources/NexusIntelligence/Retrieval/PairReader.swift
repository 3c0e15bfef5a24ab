import Foundation
import VectorKernels

/// Reads a question together with a message and those around it, and says how much better the message answers than the order of the
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
    private static let rank = 32

    /// What the texts that are read together are to each other, in the order of the parameters.
    enum Part: Int, CaseIterable {
        case question, before, message, earlier, after

        /// Pieces of a text around a message that are read, after its first.
        fileprivate var limit: Int {
            switch self {
            case .question: PairReader.questionLimit
            case .message: PairReader.messageLimit
            case .before: 40
            case .earlier, .after: 24
            }
        }
    }

    /// A message and those around it, as states of their tokens after ``layer``, one after the other; empty where there is none.
    struct Candidate {
        var message: [Float]
        /// The message just before, and just after.
        var before: [Float] = []
        var after: [Float] = []
        /// The one that it replies to, or else the one before ``before``.
        var earlier: [Float] = []
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
    /// What tells the tokens of each ``Part`` apart.
    private let kinds: [[Float]]
    /// The weights of the first token, then of the mean of all: for the order, and for whether it answers.
    private let heads: [[Float]]

    /// nil for damaged parameters, and for an encoder that they are not made for.
    init?(_ encoder: SentenceEncoder, base64: String = PairParameters.base64) {
        guard encoder.shape == .miniLM, let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        let width = encoder.shape.width
        let kinds = Part.allCases.compactMap { _ in bytes.floats(width) }
        let heads = (0..<2).compactMap { _ in bytes.floats(2 * width) }
        guard kinds.count == Part.allCases.count, heads.count == 2 else { return nil }
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
        let asked = marked(question[...], .question)
        let pairs = candidates.map { candidate in
            // The first state is that of the beginning, which the question has.
            func read(_ states: [Float], _ part: Part) -> [Float] {
                marked(states.dropFirst(width).prefix(part.limit * width), part)
            }
            return asked + read(candidate.earlier, .earlier) + read(candidate.before, .before)
                + read(candidate.message, .message) + read(candidate.after, .after)
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

    private func marked(_ states: ArraySlice<Float>, _ part: Part) -> [Float] {
        let kind = kinds[part.rawValue]
        var marked = Array(states)
        marked.withUnsafeMutableBufferPointer { rows in
            if let first = rows.baseAddress { nexus_add_bias(first, kind, rows.count / kind.count, kind.count) }
        }
        return marked
    }
}
