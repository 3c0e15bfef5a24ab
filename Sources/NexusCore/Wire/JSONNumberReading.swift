extension JSONReader {
    /// Where a checked number's parts are.
    struct Number {
        /// The first byte after the sign.
        var digits: Int
        /// The byte after the last digit before the exponent; a point may stand between the two.
        var digitsEnd: Int
        /// Where the point stands, or ``digitsEnd`` if there is none.
        var point: Int
        /// The power of ten that is written, held within ±``JSONReader/greatestExponent``.
        var exponent: Int64
        var isNegative: Bool
        /// The byte after the number.
        var end: Int
    }

    /// Far past what a `Double` can hold even with as many leading zeros as a text may have, and far from overflow.
    private static var greatestExponent: Int64 { 1 << 40 }

    /// Reads a whole number. `1.0` and `1e2` are whole and accepted.
    ///
    /// - Throws: `notWhole` for a number with a fraction, `numberOutOfRange` past what an `Int64` holds.
    public mutating func int() throws(JSONError) -> Int64 {
        skipWhitespace()
        var cursor = offset
        guard cursor < count else { throw JSONError(.endOfInput, at: cursor) }
        let isNegative = base[cursor] == UInt8(ascii: "-")
        if isNegative { cursor &+= 1 }
        let first = cursor
        var value: Int64 = 0
        while cursor < count, cursor &- first < 18 {
            let digit = base[cursor] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            cursor &+= 1
        }
        let length = cursor &- first
        let isPlain =
            length > 0 && (length == 1 || base[first] != UInt8(ascii: "0"))
            && (cursor == count || !Self.continuesNumber(base[cursor]))
        guard isPlain else { return try longInt() }
        offset = cursor
        return isNegative ? -value : value
    }

    /// Reads a number as the `Double` nearest to it (ties to even); one too small to hold becomes zero.
    ///
    /// - Throws: `numberOutOfRange` when it is too great for a `Double`.
    public mutating func double() throws(JSONError) -> Double {
        skipWhitespace()
        let number = try scanNumber()
        let decimal = JSONDecimal(reading: number, of: base)
        guard let magnitude = decimal.double else { throw JSONError(.numberOutOfRange, at: offset) }
        offset = number.end
        return number.isNegative ? -magnitude : magnitude
    }

    /// Any whole number that the short way of ``int()`` does not take: long, with a point or an exponent.
    private mutating func longInt() throws(JSONError) -> Int64 {
        let number = try scanNumber()
        let decimal = JSONDecimal(reading: number, of: base)
        switch decimal.whole {
        case .fraction: throw JSONError(.notWhole, at: offset)
        case .tooGreat: throw JSONError(.numberOutOfRange, at: offset)
        case .value(let magnitude):
            guard magnitude <= UInt64(Int64.max) + (number.isNegative ? 1 : 0) else {
                throw JSONError(.numberOutOfRange, at: offset)
            }
            offset = number.end
            return number.isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
        }
    }

    /// Checks the number at ``offset``, which stays there (RFC 8259 §6).
    func scanNumber() throws(JSONError) -> Number {
        guard offset < count, Self.kind(startingWith: base[offset]) == .number else { throw mismatch(.number) }
        let isNegative = base[offset] == UInt8(ascii: "-")
        let first = offset + (isNegative ? 1 : 0)
        var cursor = try scanDigits(from: first)
        if base[first] == UInt8(ascii: "0"), cursor > first + 1 { throw JSONError(.badNumber, at: offset) }
        var point = cursor
        if cursor < count, base[cursor] == UInt8(ascii: ".") {
            point = cursor
            cursor = try scanDigits(from: cursor + 1)
        }
        let digitsEnd = cursor
        var exponent: Int64 = 0
        if cursor < count, base[cursor] | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            let sign = cursor < count ? base[cursor] : 0
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { cursor += 1 }
            let start = cursor
            cursor = try scanDigits(from: cursor)
            for index in start..<cursor {
                exponent = min(exponent * 10 + Int64(base[index] - UInt8(ascii: "0")), Self.greatestExponent)
            }
            if sign == UInt8(ascii: "-") { exponent = -exponent }
        }
        if cursor < count, Self.continuesNumber(base[cursor]) { throw JSONError(.badNumber, at: offset) }
        return Number(
            digits: first, digitsEnd: digitsEnd, point: point, exponent: exponent, isNegative: isNegative, end: cursor)
    }

    /// Moves past one or more digits.
    private func scanDigits(from start: Int) throws(JSONError) -> Int {
        var cursor = start
        while cursor < count, base[cursor] &- UInt8(ascii: "0") < 10 { cursor &+= 1 }
        guard cursor > start else {
            throw cursor < count ? JSONError(.badNumber, at: offset) : JSONError(.endOfInput, at: count)
        }
        return cursor
    }

    /// Whether a byte right after a number's digits belongs to it, or makes it malformed.
    @inline(__always)
    private static func continuesNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
