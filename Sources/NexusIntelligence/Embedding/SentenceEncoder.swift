import VectorKernels

/// Maps texts to vectors, near ones for similar meanings: all-MiniLM-L6-v2, the normalized mean of the token vectors.
///
/// Several texts go through the layers at once, packed into one matrix without padding. A run uses one thread; any
/// number of threads may share an encoder.
public struct SentenceEncoder: Sendable {
    /// Pieces of a text that the model was trained to read, with both ends; the rest of a longer text is not seen.
    public static let textLimit = 256
    /// Pieces that go through the layers together: enough to keep BLAS busy, few enough to stay in the processor's
    /// cache.
    static let batch = 512

    public let shape: EncoderShape
    public let tokenizer: WordPieceTokenizer
    let weights: EncoderWeights

    /// Opens `vocab.txt` and `model.safetensors` in that folder.
    ///
    /// - Throws: `ModelError`.
    public init(folder: String, shape: EncoderShape = .miniLM) throws(ModelError) {
        try BLAS.open()
        let words = try MappedFile(path: folder + "/vocab.txt", name: "vocab.txt")
        let vocabulary = try Vocabulary(text: Array(words.bytes))
        let file = try Safetensors(path: folder + "/model.safetensors")
        weights = try EncoderWeights(file, shape: shape, vocabulary: vocabulary.count)
        tokenizer = WordPieceTokenizer(vocabulary: vocabulary)
        self.shape = shape
    }

    /// Returns a unit vector for each text, in order.
    public func embed(_ texts: [String]) -> [[Float]] {
        embed(pieces: texts.map { tokenizer.encode($0, limit: Self.textLimit) })
    }

    /// Does the same for tokenized texts. Ids beyond the vocabulary count as unknown.
    public func embed(pieces: [[Int32]]) -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(pieces.count)
        inBatches(pieces) { hidden, _, lengths in
            var start = hidden
            for length in lengths {
                vectors.append(
                    [Float](unsafeUninitializedCapacity: shape.width) { buffer, count in
                        guard let out = buffer.baseAddress else { return }
                        nexus_mean_unit(start, length, shape.width, out)
                        count = shape.width
                    })
                start += length * shape.width
            }
        }
        return vectors
    }

    /// Encodes the texts in batches and passes on the results.
    ///
    /// - Parameters:
    ///   - layer: the layer, from 1, whose states are passed on too; 0 for none.
    ///   - body: gets the states of a batch after the last layer, those after `layer`, and the number of tokens of each of its texts.
    func inBatches(
        _ pieces: [[Int32]], statesAfter layer: Int = 0,
        _ body: (_ last: UnsafeMutablePointer<Float>, _ states: [Float], _ lengths: [Int]) -> Void
    ) {
        var next = 0
        while next < pieces.count {
            var end = next
            var tokens = 0
            while end < pieces.count, end == next || tokens + length(pieces[end]) <= Self.batch {
                tokens += length(pieces[end])
                end += 1
            }
            let lengths = pieces[next..<end].map(length)
            let scratch = EncoderScratch(shape: shape, tokens: tokens, longest: lengths.max() ?? 0)
            lookUp(pieces[next..<end], lengths: lengths, in: scratch)
            run(weights.layers.prefix(layer), lengths: lengths, in: scratch)
            let states =
                layer == 0 ? [] : Array(UnsafeBufferPointer(start: scratch.hidden, count: tokens * shape.width))
            run(weights.layers.dropFirst(layer), lengths: lengths, in: scratch)
            body(scratch.hidden, states, lengths)
            next = end
        }
    }

    private func length(_ pieces: [Int32]) -> Int { min(pieces.count, shape.positions) }

    /// Passes the states of texts through layers.
    func run(_ layers: ArraySlice<EncoderWeights.Layer>, lengths: [Int], in scratch: EncoderScratch) {
        for layer in layers {
            attend(layer, lengths: lengths, in: scratch)
            feedForward(layer, in: scratch)
        }
    }

    private func lookUp(_ texts: ArraySlice<[Int32]>, lengths: [Int], in scratch: EncoderScratch) {
        let width = shape.width
        var out = scratch.hidden
        let kind = weights.kinds.row(0)
        for (text, length) in zip(texts, lengths) {
            for place in 0..<length {
                let known = text[place] >= 0 && Int(text[place]) < weights.words.rows
                let id = known ? Int(text[place]) : Int(tokenizer.vocabulary.specials.unknown)
                out.update(from: weights.words.row(id), count: width)
                nexus_add_bias(out, weights.positions.row(place), 1, width)
                out += width
            }
        }
        nexus_layer_norm(
            scratch.hidden, kind, nil, weights.norm.weight.values, weights.norm.shift.values, shape.epsilon,
            scratch.tokens, width)
    }

    private func attend(_ layer: EncoderWeights.Layer, lengths: [Int], in scratch: EncoderScratch) {
        let width = shape.width
        let size = width / shape.heads
        let scale = 1 / Float(size).squareRoot()
        multiply(scratch.hidden, layer.attention, into: scratch.attention, rows: scratch.tokens)
        nexus_add_bias(scratch.attention, layer.attention.bias.values, scratch.tokens, 3 * width)
        var start = 0
        for length in lengths {
            for head in 0..<shape.heads {
                let query = scratch.attention + start * 3 * width + head * size
                BLAS.multiplyTransposed(
                    query, stride: 3 * width, query + width, stride: 3 * width, into: scratch.scores, stride: length,
                    rows: length, columns: length, inner: size)
                nexus_softmax(scratch.scores, length, length, scale)
                BLAS.multiply(
                    scratch.scores, stride: length, query + 2 * width, stride: 3 * width,
                    into: scratch.context + start * width + head * size, stride: width, rows: length, columns: size,
                    inner: length)
            }
            start += length
        }
        multiply(scratch.context, layer.attentionOutput, into: scratch.residual, rows: scratch.tokens)
        normalize(scratch.residual, layer.attentionOutput, layer.attentionNorm, in: scratch)
    }

    private func feedForward(_ layer: EncoderWeights.Layer, in scratch: EncoderScratch) {
        multiply(scratch.hidden, layer.intermediate, into: scratch.inner, rows: scratch.tokens)
        nexus_add_bias_gelu(scratch.inner, layer.intermediate.bias.values, scratch.tokens, shape.inner)
        multiply(scratch.inner, layer.output, into: scratch.residual, rows: scratch.tokens)
        normalize(scratch.residual, layer.output, layer.outputNorm, in: scratch)
    }

    /// hidden = norm(hidden + values + bias).
    private func normalize(
        _ values: UnsafePointer<Float>, _ dense: EncoderWeights.Dense, _ norm: EncoderWeights.Norm,
        in scratch: EncoderScratch
    ) {
        nexus_layer_norm(
            scratch.hidden, dense.bias.values, values, norm.weight.values, norm.shift.values, shape.epsilon,
            scratch.tokens, shape.width)
    }

    private func multiply(
        _ values: UnsafePointer<Float>, _ dense: EncoderWeights.Dense, into out: UnsafeMutablePointer<Float>, rows: Int
    ) {
        let weight = dense.weight
        BLAS.multiplyTransposed(
            values, stride: weight.columns, weight.values, stride: weight.columns, into: out, stride: weight.rows,
            rows: rows, columns: weight.rows, inner: weight.columns)
    }
}
