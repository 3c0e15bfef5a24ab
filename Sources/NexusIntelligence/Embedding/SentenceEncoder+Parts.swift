import VectorKernels

extension SentenceEncoder {
    /// A text's vector, and what the same pass says of its parts.
    struct PartedVectors: Sendable {
        /// The unit vector of the whole: that of `embed`.
        var whole: [Float]
        /// The unit mean of each part's token vectors, which depend on the whole text; zeros for a part without tokens, or
        /// beyond ``textLimit``.
        var parts: [[Float]]
        /// The states of each part's tokens after an earlier layer, one after the other.
        var states: [[Float]]
    }

    /// Returns the vectors of each text, which is given as parts that divide it at words.
    /// - Parameter layer: the layer, from 1, whose states are returned.
    func embed(parted texts: [[Substring]], statesAfter layer: Int) -> [PartedVectors] {
        let (pieces, lengths) = pieces(of: texts)
        var found: [PartedVectors] = []
        found.reserveCapacity(texts.count)
        inBatches(pieces, statesAfter: layer) { hidden, states, tokens in
            var start = 0
            for length in tokens {
                var row = start + 1
                var vectors = PartedVectors(whole: mean(hidden + start * shape.width, length), parts: [], states: [])
                for count in lengths[found.count] {
                    vectors.parts.append(
                        count == 0
                            ? [Float](repeating: 0, count: shape.width) : mean(hidden + row * shape.width, count))
                    vectors.states.append(Array(states[(row * shape.width)..<((row + count) * shape.width)]))
                    row += count
                }
                found.append(vectors)
                start += length
            }
        }
        return found
    }

    /// The pieces of each text, and how many each of its parts has.
    private func pieces(of texts: [[Substring]]) -> (pieces: [[Int32]], lengths: [[Int]]) {
        let limit = min(Self.textLimit, shape.positions)
        var pieces: [[Int32]] = []
        var lengths: [[Int]] = []
        for parts in texts {
            var ids = [tokenizer.vocabulary.specials.start]
            var counts: [Int] = []
            for part in parts {
                let own = tokenizer.encode(String(part), limit: limit).dropFirst().dropLast()
                let taken = own.prefix(max(0, limit - 1 - ids.count))
                ids += taken
                counts.append(taken.count)
            }
            ids.append(tokenizer.vocabulary.specials.end)
            pieces.append(ids)
            lengths.append(counts)
        }
        return (pieces, lengths)
    }

    private func mean(_ rows: UnsafeMutablePointer<Float>, _ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: shape.width) { buffer, size in
            guard let out = buffer.baseAddress else { return }
            nexus_mean_unit(rows, count, shape.width, out)
            size = shape.width
        }
    }
}
