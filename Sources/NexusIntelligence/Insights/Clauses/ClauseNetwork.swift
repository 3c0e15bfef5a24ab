import Foundation

/// Says what a clause does (`ClauseAct`), by its words, its meaning and what was said before. Trained by
/// Training/train_reader.py; the same computation stands there.
struct ClauseNetwork: Sendable {
    /// A matrix by rows, one for each input.
    struct Matrix: Sendable {
        var rows: Int
        var columns: Int
        var values: [Float]

        /// Adds the product of an input with the matrix, from a row on.
        func add(_ input: some Sequence<Float>, from row: Int = 0, to output: inout [Float]) {
            values.withUnsafeBufferPointer { values in
                output.withUnsafeMutableBufferPointer { output in
                    var start = row * columns
                    for value in input {
                        if value != 0 {
                            for column in 0..<columns { output[column] += value * values[start + column] }
                        }
                        start += columns
                    }
                }
            }
        }

        func product(_ input: some Sequence<Float>) -> [Float] {
            var output = [Float](repeating: 0, count: columns)
            add(input, to: &output)
            return output
        }
    }

    /// The layer of the encoder whose states are compared token by token.
    static let layer = 4
    /// Vectors of length one have small numbers.
    static let vectorScale: Float = 10

    let pool: Matrix
    let poolShift: [Float]
    let clause: Matrix
    let message: Matrix
    let answered: Matrix
    let fragment: Matrix
    let words: Matrix
    let hidden: Matrix
    let hiddenShift: [Float]
    let out: Matrix
    let direct: Matrix
    let shift: [Float]
    /// For each act the slope and shift that make its score a probability.
    let slopes: [Float]
    let shifts: [Float]
    /// From which probability an act is taken for one.
    let thresholds: [Float]

    /// The network of this version.
    static let shared = ClauseNetwork(base64: ClauseParameters.base64, hiddenSize: ClauseParameters.hiddenSize)
    /// That of an earlier training: where only words are known it finds more of what people ask and decide.
    static let ofWords = ClauseNetwork(base64: WordParameters.base64, hiddenSize: WordParameters.hiddenSize)

    /// nil for damaged parameters.
    init?(base64: String, hiddenSize: Int) {
        guard let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        let width = 384
        let acts = ClauseAct.allCases.count
        let inputs = Self.meanings + 2 * Self.wordSize + ClauseFeatures.count + 2 * acts
        guard let pool = bytes.matrix(width, Self.pooled), let poolShift = bytes.floats(Self.pooled),
            let clause = bytes.matrix(width, Self.clauseSize),
            let message = bytes.matrix(width, MessageMeaning.sizes.message),
            let answered = bytes.matrix(width, MessageMeaning.sizes.answered),
            let fragment = bytes.matrix(width, MessageMeaning.sizes.fragment),
            let words = bytes.matrix(Int(ClauseFeatures.buckets), Self.wordSize),
            let hidden = bytes.matrix(inputs, hiddenSize),
            let hiddenShift = bytes.floats(hiddenSize), let out = bytes.matrix(hiddenSize, acts),
            let direct = bytes.matrix(inputs, acts), let shift = bytes.floats(acts), let slopes = bytes.floats(acts),
            let shifts = bytes.floats(acts), let thresholds = bytes.floats(acts)
        else { return nil }
        (self.pool, self.poolShift, self.clause, self.message) = (pool, poolShift, clause, message)
        (self.answered, self.fragment, self.words, self.hidden) = (answered, fragment, words, hidden)
        (self.hiddenShift, self.out, self.direct, self.shift) = (hiddenShift, out, direct, shift)
        (self.slopes, self.shifts, self.thresholds) = (slopes, shifts, thresholds)
    }

    static let pooled = 128
    static let clauseSize = 64
    static let wordSize = 24
    private static let meanings =
        MessageMeaning.sizes.clause + MessageMeaning.sizes.message + MessageMeaning.sizes.answered
        + MessageMeaning.sizes.fragment

    // MARK: Meaning

    /// What of a message's vectors the network reads.
    /// - Parameters:
    ///   - whole: the unit vector of the message.
    ///   - parts: of each clause, the unit mean of its tokens, and their states after ``layer``, one after the other.
    func meaning(whole: [Float], parts: [(mean: [Float], states: ArraySlice<Float>)]) -> MessageMeaning {
        let scaled = whole.map { $0 * Self.vectorScale }
        return MessageMeaning(
            message: message.product(scaled), answered: answered.product(scaled), fragment: fragment.product(scaled),
            clauses: parts.map { part in
                greatest(part.states) + clause.product(part.mean.map { $0 * Self.vectorScale })
            })
    }

    private func greatest(_ states: ArraySlice<Float>) -> [Float] {
        var greatest: [Float] = []
        var start = states.startIndex
        while start < states.endIndex {
            var row = poolShift
            pool.add(states[start..<(start + pool.rows)], to: &row)
            if greatest.isEmpty {
                greatest = row
            } else {
                for at in row.indices { greatest[at] = max(greatest[at], row[at]) }
            }
            start += pool.rows
        }
        return greatest.isEmpty ? [Float](repeating: 0, count: Self.pooled) : greatest
    }

    // MARK: Reading

    /// The probability of each act of a clause.
    /// - Parameters:
    ///   - meaning: of its message, and its place among the clauses; nil without a model.
    ///   - answered: of the message that it may answer, and what was said there; `fragment` likewise.
    func acts(
        _ features: ClauseFeatures, meaning: (message: MessageMeaning, index: Int)?, answered: TurnContext.Turn?,
        fragment: TurnContext.Turn?
    ) -> [Float] {
        var input: [Float] = []
        func append(_ values: [Float]?, _ count: Int) {
            guard let values, values.count == count else { return input += repeatElement(0, count: count) }
            input += values
        }
        // The order of Training/train_reader.py: clause, message, answered, fragment, words, numbers, said, pooled.
        let clause = meaning.flatMap {
            $0.message.clauses.indices.contains($0.index) ? $0.message.clauses[$0.index] : nil
        }
        append(clause.map { Array($0[Self.pooled...]) }, Self.clauseSize)
        append(meaning?.message.message, MessageMeaning.sizes.message)
        append(meaning == nil ? nil : answered?.asAnswered, MessageMeaning.sizes.answered)
        append(meaning == nil ? nil : fragment?.asFragment, MessageMeaning.sizes.fragment)
        input += bag(features.own) + bag(features.before) + features.numbers
        append(answered?.acts, ClauseAct.allCases.count)
        append(fragment?.acts, ClauseAct.allCases.count)
        append(clause.map { Array($0[..<Self.pooled]) }, Self.pooled)
        var inner = hiddenShift
        hidden.add(input, to: &inner)
        var scores = shift
        out.add(inner.lazy.map { max(0, $0) }, to: &scores)
        direct.add(input, to: &scores)
        return scores.indices.map { 1 / (1 + exp(-(slopes[$0] * scores[$0] + shifts[$0]))) }
    }

    private func bag(_ buckets: [UInt16]) -> [Float] {
        var sum = [Float](repeating: 0, count: Self.wordSize)
        let share = 1 / Float(max(1, buckets.count)).squareRoot()
        for bucket in buckets { words.add(CollectionOfOne(share), from: Int(bucket), to: &sum) }
        return sum
    }
}

extension ParameterBytes {
    /// A matrix with eight bits a number, after a scale for each column.
    mutating func matrix(_ rows: Int, _ columns: Int) -> ClauseNetwork.Matrix? {
        scaled(rows, columns).map { ClauseNetwork.Matrix(rows: rows, columns: columns, values: $0) }
    }
}
