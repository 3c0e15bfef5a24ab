/// Reads little-endian numbers one after the other.
struct ParameterBytes {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    mutating func word() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
    }

    mutating func float() -> Float? { word().map(Float.init(bitPattern:)) }

    mutating func floats(_ count: Int) -> [Float]? {
        var values: [Float] = []
        for _ in 0..<count {
            guard let value = float() else { return nil }
            values.append(value)
        }
        return values
    }

    mutating func weights(_ count: Int) -> [Int8]? {
        guard count >= 0, position + count <= bytes.count else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)].map(Int8.init(bitPattern:))
    }

    /// A matrix by rows with eight bits a number, after a scale for each column.
    mutating func scaled(_ rows: Int, _ columns: Int) -> [Float]? {
        guard let scales = floats(columns), let weights = weights(rows * columns) else { return nil }
        return weights.indices.map { Float(weights[$0]) * scales[$0 % columns] }
    }
}
