import Foundation

/// Scores utterances as decisions by the meaning of them and their neighbours: their vectors are projected, then read
/// in both directions by gated recurrent units (Cho et al. 2014, with the reset gate after the product, as in PyTorch).
///
/// It was trained on chunks cut anywhere from meetings, so it has no notion of beginning and end.
struct UtteranceNetwork: Sendable {
    /// Rows of weights with their biases.
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

    /// Gated recurrent units: input and state weights for the reset gate, the update gate and the new state, in this
    /// order.
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

    /// A score for each utterance, given its vector and its other features.
    func scores(_ vectors: [[Float]], beside features: [[Float]]) -> [Float] {
        let inputs = zip(narrowing.outputs(vectors), features).map { $0.map { max(0, $0) } + $1 }
        let before = forwards.states(inputs, in: inputs.indices)
        let after = backwards.states(inputs, in: inputs.indices.reversed())
        return inputs.indices.map { decision.output(before[$0] + after[$0] + inputs[$0])[0] }
    }
}
