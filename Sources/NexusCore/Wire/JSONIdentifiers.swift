/// Identifiers are the most frequent strings on the wire, so they are read and written in place, with no string between.
extension JSONReader {
    /// Reads an identifier in its 36-character form.
    ///
    /// - Parameter field: the field that is read, named by the error.
    /// - Throws: `invalid` when the string is no identifier.
    public mutating func id<Subject>(_ field: StaticString) throws(JSONError) -> ID<Subject> {
        skipWhitespace()
        if count - offset >= 38, base[offset] == UInt8(ascii: "\""), base[offset + 37] == UInt8(ascii: "\""),
            let id = ID<Subject>(UnsafeBufferPointer(start: base + offset + 1, count: 36))
        {
            offset += 38
            return id
        }
        let start = offset
        guard let id = ID<Subject>(try string()) else {
            offset = start
            throw invalid(field)
        }
        return id
    }
}

extension JSONReader {
    /// An identifier, or `null`.
    mutating func optionalID<Subject>(_ field: StaticString) throws(JSONError) -> ID<Subject>? {
        if try null() { return nil }
        return try id(field)
    }
}

extension JSONWriter {
    /// Writes an identifier in its 36-character form.
    public mutating func id<Subject>(_ value: ID<Subject>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { digits in
            value.write(to: digits)
            plain(UnsafeBufferPointer(digits))
        }
    }

    /// Writes a field with its name.
    public mutating func field<Subject>(_ name: StaticString, _ value: ID<Subject>) {
        key(name)
        id(value)
    }

    /// Writes the field unless the value is nil.
    public mutating func field<Subject>(_ name: StaticString, ifPresent value: ID<Subject>?) {
        if let value { field(name, value) }
    }
}

extension ID {
    /// Reads the 36-character form from bytes.
    fileprivate init?(_ digits: UnsafeBufferPointer<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for position in 0..<36 {
            let byte = digits[position]
            switch position {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            default:
                guard let digit = JSONText.hexadecimalDigit(byte) else { return nil }
                if position < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
            }
        }
        self.init(high: high, low: low)
    }

    /// Writes the 36-character form over the first 36 bytes.
    fileprivate func write(to output: UnsafeMutableBufferPointer<UInt8>) {
        let middle = Self.write(high, to: output, at: 0)
        _ = Self.write(low, to: output, at: middle)
    }

    private static func write(_ word: UInt64, to output: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        var position = start
        var shift: UInt64 = 64
        while shift > 0 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                output[position] = UInt8(ascii: "-")
                position &+= 1
            }
            shift &-= 4
            let digit = UInt8(truncatingIfNeeded: word &>> shift & 0xF)
            output[position] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
            position &+= 1
        }
        return position
    }
}
