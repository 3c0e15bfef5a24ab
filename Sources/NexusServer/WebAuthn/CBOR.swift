/// A data item of CBOR (RFC 8949), of the kinds that authenticators send: definite lengths, no tags, no floating point.
indirect enum CBOR: Equatable, Sendable {
    case unsigned(UInt64)
    /// The number -1 - n of a negative integer n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Entry])
    case flag(Bool)
    case null

    struct Entry: Equatable, Sendable {
        var key: CBOR
        var value: CBOR
    }

    /// Why bytes are refused.
    enum Problem: Error, Equatable {
        case truncated
        /// Bytes follow the item.
        case trailing
        case tooDeep
        /// More items in all than ``CBORReader/items``.
        case tooMany
        /// A tag, a floating-point number, an indefinite length, or a reserved value.
        case unsupported
        /// A number or a length in more bytes than it needs (RFC 8949 §4.2.1).
        case notShortest
        case invalidText
        case repeatedKey
    }

    /// Reads one item that takes all bytes.
    init(_ bytes: [UInt8]) throws(Problem) {
        var reader = CBORReader(bytes[...])
        self = try reader.item()
        guard reader.rest.isEmpty else { throw .trailing }
    }

    /// The value of a key in a map.
    subscript(_ name: String) -> CBOR? { value(of: .text(name)) }

    subscript(_ number: Int64) -> CBOR? {
        value(of: number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number)))
    }

    private func value(of key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The integer; nil for another kind, and beyond 64 bits.
    var integer: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .negative(let number): Int64(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    var byteString: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var textString: String? { if case .text(let text) = self { text } else { nil } }
}

/// Reads items of CBOR one after the other. No input makes it trap, recurse deeper than ``depth`` or allocate more than the input has.
struct CBORReader {
    /// The deepest nesting; CTAP2's canonical form has 4.
    static let depth = 4
    /// The maximum items in all, nested ones and keys included.
    static let items = 256

    /// The bytes that were not read.
    private(set) var rest: ArraySlice<UInt8>
    private var itemsLeft = CBORReader.items

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next item.
    mutating func item(depth: Int = CBORReader.depth) throws(CBOR.Problem) -> CBOR {
        guard itemsLeft > 0 else { throw .tooMany }
        itemsLeft -= 1
        let first = try byte()
        let (kind, short) = (first >> 5, first & 0x1F)
        if kind == 7 {
            switch short {
            case 20: return .flag(false)
            case 21: return .flag(true)
            case 22: return .null
            default: throw .unsupported
            }
        }
        let number = try argument(short)
        switch kind {
        case 0: return .unsigned(number)
        case 1: return .negative(number)
        case 2: return .bytes(Array(try bytes(number)))
        case 3:
            guard let text = String(validating: try bytes(number), as: UTF8.self) else { throw .invalidText }
            return .text(text)
        case 4: return .array(try elements(number, depth))
        case 5: return .map(try entries(number, depth))
        default: throw .unsupported
        }
    }

    private mutating func elements(_ count: UInt64, _ depth: Int) throws(CBOR.Problem) -> [CBOR] {
        var elements: [CBOR] = []
        for _ in 0..<(try admitted(count, depth)) { elements.append(try item(depth: depth - 1)) }
        return elements
    }

    private mutating func entries(_ count: UInt64, _ depth: Int) throws(CBOR.Problem) -> [CBOR.Entry] {
        var entries: [CBOR.Entry] = []
        for _ in 0..<(try admitted(count, depth)) {
            let key = try item(depth: 0)
            guard !entries.contains(where: { $0.key == key }) else { throw .repeatedKey }
            entries.append(CBOR.Entry(key: key, value: try item(depth: depth - 1)))
        }
        return entries
    }

    /// The number of elements, if so many may follow here.
    private func admitted(_ count: UInt64, _ depth: Int) throws(CBOR.Problem) -> Int {
        guard depth > 0 else { throw .tooDeep }
        guard count <= UInt64(itemsLeft) else { throw .tooMany }
        return Int(count)
    }

    /// The number in the first byte, or in the 1, 2, 4 or 8 bytes after it (RFC 8949 §3).
    private mutating func argument(_ short: UInt8) throws(CBOR.Problem) -> UInt64 {
        if short < 24 { return UInt64(short) }
        guard short < 28 else { throw .unsupported }
        let count = 1 << (Int(short) - 24)
        let number = try bytes(UInt64(count)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let least: UInt64 = [24, 1 << 8, 1 << 16, 1 << 32][Int(short) - 24]
        guard number >= least else { throw .notShortest }
        return number
    }

    private mutating func byte() throws(CBOR.Problem) -> UInt8 {
        guard let first = rest.popFirst() else { throw .truncated }
        return first
    }

    private mutating func bytes(_ count: UInt64) throws(CBOR.Problem) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .truncated }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
