import Foundation
import VectorKernels

/// Embeds a question near to the messages that answer it, which say other things than the question does. The messages keep the vectors
/// that they have. (V. Karpukhin et al., "Dense Passage Retrieval for Open-Domain Question Answering", 2020.)
///
/// The lower layers are those of the sentence model, the upper ones have adaptations of low rank, which Training/train_questions.py learned.
struct QuestionEncoder: Sendable {
    private static let rank = 32

    private let encoder: SentenceEncoder
    private let layers: [EncoderWeights.Layer]

    /// nil for damaged parameters, and for an encoder that they are not made for.
    init?(_ encoder: SentenceEncoder, base64: String = QuestionParameters.base64) {
        guard encoder.shape == .miniLM, let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        guard let layers = bytes.adapted(encoder.weights.layers.dropFirst(PairReader.layer), rank: Self.rank) else {
            return nil
        }
        (self.encoder, self.layers) = (encoder, layers)
    }

    /// A unit vector.
    ///
    /// - Parameter states: of the question's tokens after ``PairReader/layer``.
    func embed(_ states: [Float]) -> [Float] {
        var vector: [Float] = []
        encoder.finish([states], through: layers) { rows, count in
            vector = [Float](unsafeUninitializedCapacity: encoder.shape.width) { buffer, filled in
                guard let out = buffer.baseAddress else { return }
                nexus_mean_unit(rows, count, encoder.shape.width, out)
                filled = encoder.shape.width
            }
        }
        return vector
    }
}
