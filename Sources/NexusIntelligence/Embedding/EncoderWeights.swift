/// The sizes of an encoder of the BERT family.
public struct EncoderShape: Equatable, Sendable {
    public let layers: Int
    /// Numbers in a token's vector, and in the embedding of a text.
    public let width: Int
    public let heads: Int
    /// The width of a layer's feed-forward part.
    public let inner: Int
    /// Positions that the weights know; a text has at most so many pieces.
    public let positions: Int
    let epsilon: Float

    /// all-MiniLM-L6-v2 (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2).
    public static let miniLM = EncoderShape(
        layers: 6, width: 384, heads: 12, inner: 1536, positions: 512, epsilon: 1e-12)
}

/// The numbers of an encoder, named as in its file.
struct EncoderWeights: Sendable {
    struct Norm: Sendable {
        let weight: Tensor
        let shift: Tensor
    }

    struct Dense: Sendable {
        /// One row per output.
        let weight: Tensor
        let bias: Tensor
    }

    struct Layer: Sendable {
        /// Query, key and value stacked: one product computes all three.
        let attention: Dense
        let attentionOutput: Dense
        let attentionNorm: Norm
        let intermediate: Dense
        let output: Dense
        let outputNorm: Norm
    }

    let words: Tensor
    let positions: Tensor
    /// The vector of "first text"; a second there never is.
    let kinds: Tensor
    let norm: Norm
    let layers: [Layer]

    init(_ file: Safetensors, shape: EncoderShape, vocabulary: Int) throws(ModelError) {
        let width = shape.width
        func vector(_ name: String, _ count: Int) throws(ModelError) -> Tensor {
            try file.tensor(name, rows: 1, columns: count)
        }
        func norm(_ name: String) throws(ModelError) -> Norm {
            Norm(weight: try vector(name + ".weight", width), shift: try vector(name + ".bias", width))
        }
        func dense(_ name: String, results: Int, inputs: Int) throws(ModelError) -> Dense {
            Dense(
                weight: try file.tensor(name + ".weight", rows: results, columns: inputs),
                bias: try vector(name + ".bias", results))
        }
        words = try file.tensor("embeddings.word_embeddings.weight", rows: vocabulary, columns: width)
        positions = try file.tensor("embeddings.position_embeddings.weight", rows: shape.positions, columns: width)
        kinds = try file.tensor("embeddings.token_type_embeddings.weight", rows: 2, columns: width)
        self.norm = try norm("embeddings.LayerNorm")
        var layers: [Layer] = []
        for index in 0..<shape.layers {
            let name = "encoder.layer.\(index)."
            var parts: [Dense] = []
            for part in ["query", "key", "value"] {
                parts.append(try dense(name + "attention.self." + part, results: width, inputs: width))
            }
            layers.append(
                Layer(
                    attention: Dense(
                        weight: Self.stacked(parts.map(\.weight)), bias: Self.joined(parts.map(\.bias))),
                    attentionOutput: try dense(name + "attention.output.dense", results: width, inputs: width),
                    attentionNorm: try norm(name + "attention.output.LayerNorm"),
                    intermediate: try dense(name + "intermediate.dense", results: shape.inner, inputs: width),
                    output: try dense(name + "output.dense", results: width, inputs: shape.inner),
                    outputNorm: try norm(name + "output.LayerNorm")))
        }
        self.layers = layers
    }

    private static func joined(_ parts: [Tensor]) -> Tensor {
        let one = stacked(parts)
        return Tensor(rows: 1, columns: one.rows * one.columns, values: one.values, owner: one.owner)
    }

    private static func stacked(_ parts: [Tensor]) -> Tensor {
        let rows = parts.reduce(0) { $0 + $1.rows }
        let columns = parts.first?.columns ?? 0
        let copy = TensorCopy(count: rows * columns) { target in
            var place = 0
            for part in parts {
                let bytes = UnsafeRawBufferPointer(start: part.values, count: part.rows * part.columns * 4)
                UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
                place += bytes.count
            }
        }
        return Tensor(rows: rows, columns: columns, copy: copy)
    }
}
