import Foundation

/// The trained networks for decisions, whose scores are averaged; made by Training/train_decisions.py.
struct UtteranceNetworks: Sendable {
    /// Numbers of an utterance's vector.
    private let width: Int
    private let members: [UtteranceNetwork]
    private let linearShare: Float
    private let threshold: Float

    /// What the heads say is divided by this, and kept within as much on both sides of zero.
    private static let scoreScale: Float = 3
    private static let scoreLimit: Float = 3

    /// Reads parameters.
    ///
    /// - Parameter features: how many numbers an utterance has beside its vector.
    /// - Returns: `nil` for bytes that are none, or that ask for something else.
    init?(base64: String, features: Int) {
        guard let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        let sizes = 1...UInt32(4096)
        guard bytes.word() == 0x4E44_584E, bytes.word() == 1,
            let width = bytes.word(), let narrow = bytes.word(), let units = bytes.word(), let count = bytes.word(),
            let share = bytes.float(), let threshold = bytes.float(),
            [width, narrow, units, count].allSatisfy(sizes.contains)
        else { return nil }
        self.width = Int(width)
        linearShare = share
        self.threshold = threshold
        let inputs = Int(narrow) + features
        var members: [UtteranceNetwork] = []
        for _ in 0..<count {
            guard let narrowing = bytes.layer(rows: Int(narrow), columns: Int(width)),
                let forwards = bytes.recurrence(units: Int(units), inputs: inputs),
                let backwards = bytes.recurrence(units: Int(units), inputs: inputs),
                let decision = bytes.layer(rows: 1, columns: 2 * Int(units) + inputs)
            else { return nil }
            members.append(
                UtteranceNetwork(narrowing: narrowing, forwards: forwards, backwards: backwards, decision: decision))
        }
        self.members = members
    }

    /// Whether a context is of that many utterances and its vectors are of the model's width.
    func fit(_ context: UtteranceClassifier.Context, count: Int) -> Bool {
        context.speakers.count == count && context.vectors.count == count
            && context.vectors.allSatisfy { $0.count == width }
    }

    /// How far each utterance lies above what counts as a decision; negative below.
    ///
    /// - Parameters:
    ///   - heads: for each utterance what the linear heads say, in the order of their training.
    ///   - totals: the decision head's whole score.
    func scores(
        _ context: UtteranceClassifier.Context, _ words: [UtteranceWords], heads: [[Float]], totals: [Float]
    ) -> [Float] {
        let turns = UtteranceTurns.features(words, speakers: context.speakers)
        let features = words.indices.map { place in
            [Float(log1p(Double(words[place].count)) / 2), words[place].asks ? 1 : 0] + turns[place]
                + heads[place].map { min(max($0 / Self.scoreScale, -Self.scoreLimit), Self.scoreLimit) }
        }
        let found = members.map { $0.scores(context.vectors, beside: features) }
        return words.indices.map { place in
            found.reduce(0) { $0 + $1[place] } / Float(members.count) + linearShare * totals[place] - threshold
        }
    }
}

extension ParameterBytes {
    /// A scale for each row, what is added to it, and its weights in eight bits.
    fileprivate mutating func layer(rows: Int, columns: Int) -> UtteranceNetwork.Layer? {
        var scales: [Float] = []
        var shifts: [Float] = []
        for _ in 0..<rows {
            guard let scale = float() else { return nil }
            scales.append(scale)
        }
        for _ in 0..<rows {
            guard let shift = float() else { return nil }
            shifts.append(shift)
        }
        guard let whole = weights(rows * columns) else { return nil }
        let weights = whole.indices.map { Float(whole[$0]) * scales[$0 / columns] }
        return UtteranceNetwork.Layer(columns: columns, weights: weights, shifts: shifts)
    }

    fileprivate mutating func recurrence(units: Int, inputs: Int) -> UtteranceNetwork.Recurrence? {
        guard let input = layer(rows: 3 * units, columns: inputs), let state = layer(rows: 3 * units, columns: units)
        else { return nil }
        return UtteranceNetwork.Recurrence(input: input, state: state)
    }
}
