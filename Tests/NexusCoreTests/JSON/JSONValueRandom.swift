import NexusCore

extension JSONValue {
    /// A tree of any shape, up to a depth.
    static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(Int64(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random)))
        case 3:
            let value = Double(bitPattern: random.next())
            return .number(value.isFinite ? value : 0.5)
        case 4...6: return .string(Self.text(using: &random))
        case 7:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Field(Self.text(using: &random), .random(depth: depth - 1, using: &random))
                })
        }
    }

    /// A string with many escapes and characters at the limits of UTF-8's lengths.
    private static func text(using random: inout SeededGenerator) -> String {
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let range: ClosedRange<UInt32> =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: 0...0x1F
                case 1: 0x80...0x7FF
                case 2: 0x800...0xFFFF
                case 3: 0x10000...0x10FFFF
                default: 0x20...0x7F
                }
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { view.append(scalar) }
        }
        return String(view)
    }
}
