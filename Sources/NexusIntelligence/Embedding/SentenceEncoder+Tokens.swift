import VectorKernels

extension SentenceEncoder {
    /// What the model makes of the tokens of a text, one token after the other.
    struct TokenStates: Sendable {
        /// Unit vectors, after the last layer.
        var vectors: [Float]
        /// States after an earlier layer.
        var states: [Float]
    }

    /// - Parameter layer: the layer, from 1, whose states are returned.
    func tokens(of pieces: [[Int32]], statesAfter layer: Int) -> [TokenStates] {
        var found: [TokenStates] = []
        found.reserveCapacity(pieces.count)
        inBatches(pieces, statesAfter: layer) { hidden, states, lengths in
            var start = 0
            for length in lengths {
                let end = start + length * shape.width
                for row in stride(from: start, to: end, by: shape.width) { nexus_unit(hidden + row, shape.width) }
                found.append(
                    TokenStates(
                        vectors: Array(UnsafeBufferPointer(start: hidden + start, count: end - start)),
                        states: Array(states[start..<end])))
                start = end
            }
        }
        return found
    }

    /// Passes the states of texts through further layers, several texts at once.
    ///
    /// - Parameters:
    ///   - texts: of each the states of its tokens, one after the other.
    ///   - body: gets each text's states after the last layer, and the number of its tokens.
    func finish(
        _ texts: [[Float]], through layers: [EncoderWeights.Layer], _ body: (UnsafePointer<Float>, Int) -> Void
    ) {
        var rest = texts[...]
        while !rest.isEmpty {
            var lengths: [Int] = []
            for text in rest {
                let length = text.count / shape.width
                guard lengths.isEmpty || lengths.reduce(length, +) <= Self.batch else { break }
                lengths.append(length)
            }
            let scratch = EncoderScratch(
                shape: shape, tokens: lengths.reduce(0, +), longest: lengths.max() ?? 0)
            var row = scratch.hidden
            for text in rest.prefix(lengths.count) {
                text.withUnsafeBufferPointer { states in
                    if let first = states.baseAddress { row.update(from: first, count: states.count) }
                }
                row += text.count
            }
            run(layers[...], lengths: lengths, in: scratch)
            row = scratch.hidden
            for length in lengths {
                body(row, length)
                row += length * shape.width
            }
            rest = rest.dropFirst(lengths.count)
        }
    }
}
