extension JSONReader {
    /// Reads a string, with its escapes resolved.
    public mutating func string() throws(JSONError) -> String {
        skipWhitespace()
        guard offset < count, base[offset] == UInt8(ascii: "\"") else { throw mismatch(.string) }
        let start = offset + 1
        let (end, hasEscapes) = try scanString()
        offset = end + 1
        return JSONText.string(UnsafeBufferPointer(start: base + start, count: end - start), hasEscapes: hasEscapes)
    }

    /// Checks the string whose opening quotation mark is at ``offset``, which stays there.
    ///
    /// - Returns: where its closing quotation mark is, and whether it holds a backslash.
    func scanString() throws(JSONError) -> (end: Int, hasEscapes: Bool) {
        var cursor = offset + 1
        var hasEscapes = false
        while true {
            cursor = JSONText.endOfPlainRun(base, from: cursor, to: count)
            guard cursor < count else { throw JSONError(.endOfInput, at: count) }
            let byte = base[cursor]
            switch byte {
            case UInt8(ascii: "\""): return (cursor, hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                cursor = try scanEscape(at: cursor)
            case 0..<0x20: throw JSONError(.controlCharacter, at: cursor)
            default: cursor = try scanMultibyte(at: cursor)
            }
        }
    }

    /// Checks one escape sequence and returns where it ends; a surrogate pair is one.
    private func scanEscape(at start: Int) throws(JSONError) -> Int {
        guard start + 1 < count else { throw JSONError(.endOfInput, at: count) }
        switch base[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            let unit = try scanCodeUnit(at: start)
            guard unit & 0xF800 == 0xD800 else { return start + 6 }
            guard unit < 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
            let next = start + 6
            guard next < count else { throw JSONError(.endOfInput, at: count) }
            guard base[next] == UInt8(ascii: "\\") else { throw JSONError(.loneSurrogate, at: start) }
            guard next + 1 < count else { throw JSONError(.endOfInput, at: count) }
            guard base[next + 1] == UInt8(ascii: "u") else { throw JSONError(.loneSurrogate, at: start) }
            let second = try scanCodeUnit(at: next)
            guard second & 0xFC00 == 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
            return start + 12
        default: throw JSONError(.badEscape, at: start)
        }
    }

    /// The UTF-16 code unit of the `\uXXXX` at `start`.
    private func scanCodeUnit(at start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for index in (start + 2)..<(start + 6) {
            guard index < count else { throw JSONError(.endOfInput, at: count) }
            guard let digit = JSONText.hexadecimalDigit(base[index]) else { throw JSONError(.badEscape, at: start) }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Checks one character of two to four bytes (RFC 3629 §4) and returns where it ends.
    private func scanMultibyte(at start: Int) throws(JSONError) -> Int {
        let length: Int
        // What the second byte may be: this is where overlong forms, surrogates and too large values differ.
        let second: ClosedRange<UInt8>
        switch base[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONError(.invalidUTF8, at: start)
        }
        guard start + 1 < count else { throw JSONError(.endOfInput, at: count) }
        guard second.contains(base[start + 1]) else { throw JSONError(.invalidUTF8, at: start) }
        for index in (start + 2)..<(start + max(length, 2)) {
            guard index < count else { throw JSONError(.endOfInput, at: count) }
            guard base[index] & 0xC0 == 0x80 else { throw JSONError(.invalidUTF8, at: start) }
        }
        return start + length
    }
}
