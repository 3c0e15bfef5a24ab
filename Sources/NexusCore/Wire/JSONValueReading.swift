extension JSONReader {
    /// The kind of the next value, which stays unread.
    ///
    /// - Throws: `endOfInput` or `unexpectedByte` when no value can begin here.
    public mutating func kind() throws(JSONError) -> JSONKind {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        guard let kind = Self.kind(startingWith: base[offset]) else { throw JSONError(.unexpectedByte, at: offset) }
        return kind
    }

    /// Reads `true` or `false`.
    public mutating func bool() throws(JSONError) -> Bool {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        switch base[offset] {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default: throw mismatch(.bool)
        }
    }

    /// Consumes `null` if it is next and says so; any other value stays unread.
    public mutating func null() throws(JSONError) -> Bool {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        guard base[offset] == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    /// Reads any value, checks it in full, and drops it.
    public mutating func skip() throws(JSONError) {
        switch try kind() {
        case .object: try object { _, _ in }
        case .array: try array { _ in }
        case .string: offset = try scanString().end + 1
        case .number: offset = try scanNumber().end
        case .bool: _ = try bool()
        case .null: _ = try null()
        }
    }

    /// Reads any value, checks it in full, and returns its bytes as they stand: for a subtree kept for later.
    public mutating func bytes() throws(JSONError) -> [UInt8] {
        skipWhitespace()
        let start = offset
        try skip()
        return Array(UnsafeBufferPointer(start: base + start, count: offset - start))
    }

    /// Consumes a literal name.
    private mutating func word(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard offset + index < count else { throw JSONError(.endOfInput, at: offset + index) }
            guard base[offset + index] == word.utf8Start[index] else {
                throw JSONError(.unexpectedByte, at: offset + index)
            }
        }
        offset += length
    }
}
