import Foundation

/// Scores utterances for stating a decision by what they and those around them mean: their vectors are made narrower, then read
/// forwards and backwards by gated recurrent units (Cho et al. 2014, with the reset gate behind the product, as PyTorch has it).
///
/// It was trained on pieces cut anywhere from meetings, so it knows no beginning and no end.
struct UtteranceNetwork: Sendable {
    /// Rows of weights and what is added to each.
    struct Layer: Sendable {
        var columns: Int
        var weights: [Float]
        var shifts: [Float]

        /// For each input its products with all rows.
        func outputs(_ inputs: [[Float]]) -> [[Float]] { inputs.map(output) }

        func output(_ input: [Float]) -> [Float] {
            var output = shifts
            weights.withUnsafeBufferPointer { weights in
                input.withUnsafeBufferPointer { input in
                    for row in output.indices {
                        var sum: Float = 0
                        for column in 0..<columns { sum += weights[row * columns + column] * input[column] }
                        output[row] += sum
                    }
                }
            }
            return output
        }
    }

    /// Gated recurrent units: what they take of an utterance and what of their state, for the reset gate, the update gate and the new
    /// state one after another.
    struct Recurrence: Sendable {
        var input: Layer
        var state: Layer

        /// The states after each utterance, read in the order of `places`.
        func states(_ inputs: [[Float]], in places: some Sequence<Int>) -> [[Float]] {
            let size = state.columns
            let taken = input.outputs(inputs)
            var states = inputs.map { _ in [Float]() }
            var now = [Float](repeating: 0, count: size)
            for place in places {
                let new = taken[place]
                let kept = state.output(now)
                for unit in 0..<size {
                    let reset = Self.sigmoid(new[unit] + kept[unit])
                    let update = Self.sigmoid(new[size + unit] + kept[size + unit])
                    let candidate = tanh(new[2 * size + unit] + reset * kept[2 * size + unit])
                    now[unit] = (1 - update) * candidate + update * now[unit]
                }
                states[place] = now
            }
            return states
        }

        private static func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }
    }

    var narrowing: Layer
    var forwards: Recurrence
    var backwards: Recurrence
    var decision: Layer

    /// A score for each utterance, given its vector and what else is known of it.
    func scores(_ vectors: [[Float]], beside features: [[Float]]) -> [Float] {
        let inputs = zip(narrowing.outputs(vectors), features).map { $0.map { max(0, $0) } + $1 }
        let before = forwards.states(inputs, in: inputs.indices)
        let after = backwards.states(inputs, in: inputs.indices.reversed())
        return inputs.indices.map { decision.output(before[$0] + after[$0] + inputs[$0])[0] }
    }
}
