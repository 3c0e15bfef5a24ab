import Foundation

/// A network with one hidden layer and a direct path, whose outputs are probabilities. Trained by Training/train_context.py.
struct SmallNetwork: Sendable {
    private let means: [Float]
    private let scales: [Float]
    private let hidden: ClauseNetwork.Matrix
    private let hiddenShift: [Float]
    private let out: ClauseNetwork.Matrix
    private let direct: ClauseNetwork.Matrix
    private let shift: [Float]
    private let slopes: [Float]
    private let shifts: [Float]
    /// From which probability each output counts.
    let thresholds: [Float]

    /// nil for damaged parameters.
    init?(base64: String, inputs: Int, hiddenSize: Int, outputs: Int) {
        guard let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        guard let means = bytes.floats(inputs), let scales = bytes.floats(inputs),
            let hidden = bytes.matrix(inputs, hiddenSize), let hiddenShift = bytes.floats(hiddenSize),
            let out = bytes.matrix(hiddenSize, outputs), let direct = bytes.matrix(inputs, outputs),
            let shift = bytes.floats(outputs), let slopes = bytes.floats(outputs),
            let shifts = bytes.floats(outputs), let thresholds = bytes.floats(outputs)
        else { return nil }
        (self.means, self.scales, self.hidden, self.hiddenShift) = (means, scales, hidden, hiddenShift)
        (self.out, self.direct, self.shift) = (out, direct, shift)
        (self.slopes, self.shifts, self.thresholds) = (slopes, shifts, thresholds)
    }

    /// - Parameters:
    ///   - input: as many numbers as the network was made for.
    ///   - before: scores that its own are added to, one an output.
    func probabilities(_ input: [Float], addedTo before: [Float]) -> [Float] {
        let input = zip(input, zip(means, scales)).map { value, place in
            max(-6, min(6, (value - place.0) * place.1))
        }
        var inner = hiddenShift
        hidden.add(input, to: &inner)
        var scores = shift
        out.add(inner.lazy.map { max(0, $0) }, to: &scores)
        direct.add(input, to: &scores)
        return scores.indices.map { 1 / (1 + exp(-(slopes[$0] * (scores[$0] + before[$0]) + shifts[$0]))) }
    }
}
