/// What the reader's network needs of a message's token states, computed in the pass that embeds it.
public struct MessageMeaning: Hashable, Sendable {
    /// As the message that is read, as one that another answers, and as the fragment before another.
    var message: [Float]
    var answered: [Float]
    var fragment: [Float]
    /// Of each clause, the greatest of its tokens and its mean.
    var clauses: [[Float]]

    /// Numbers of a message and of each clause.
    static let sizes = (message: 48, answered: 48, fragment: 24, clause: 192)

    init(message: [Float], answered: [Float], fragment: [Float], clauses: [[Float]]) {
        self.message = message
        self.answered = answered
        self.fragment = fragment
        self.clauses = clauses
    }

    /// For storage: eight bits a number, and a scale for each vector.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for vector in [message, answered, fragment] + clauses { MessageMeaning.append(vector, to: &bytes) }
        return bytes
    }

    /// Reads ``bytes``; nil for anything else.
    public init?(bytes: [UInt8]) {
        var reader = ParameterBytes(bytes)
        guard let message = reader.vector(Self.sizes.message), let answered = reader.vector(Self.sizes.answered),
            let fragment = reader.vector(Self.sizes.fragment)
        else { return nil }
        self.init(message: message, answered: answered, fragment: fragment, clauses: [])
        let rest = bytes.count - Self.sizes.message - Self.sizes.answered - Self.sizes.fragment - 12
        guard rest % (Self.sizes.clause + 4) == 0 else { return nil }
        for _ in 0..<(rest / (Self.sizes.clause + 4)) {
            guard let clause = reader.vector(Self.sizes.clause) else { return nil }
            clauses.append(clause)
        }
    }

    static func append(_ vector: [Float], to bytes: inout [UInt8]) {
        let scale = max(1e-12, (vector.map(abs).max() ?? 0) / 127)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: scale.bitPattern >> shift))
        }
        for value in vector { bytes.append(UInt8(bitPattern: Int8(max(-127, min(127, (value / scale).rounded()))))) }
    }
}

extension ParameterBytes {
    /// A vector of eight bits a number after its scale; nil if it is not there or holds no numbers.
    mutating func vector(_ count: Int) -> [Float]? {
        guard let scale = float(), scale.isFinite, let weights = weights(count) else { return nil }
        return weights.map { Float($0) * scale }
    }
}
