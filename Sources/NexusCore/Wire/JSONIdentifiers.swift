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

extension JSONWriter {
    /// Writes an identifier in its 36-character form.
    public mutating func id<Subject>(_ value: ID<Subject>) {
        id(value.high, value.low)
    }

    private mutating func id(_ high: UInt64, _ low: UInt64) {
        compose(38) { output in
            output.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 0, as: UInt8.self)
            let (first, second) = (JSONText.hexadecimal(high >> 32), JSONText.hexadecimal(high & 0xFFFF_FFFF))
            let (third, fourth) = (JSONText.hexadecimal(low >> 32), JSONText.hexadecimal(low & 0xFFFF_FFFF))
            output.storeBytes(of: first, toByteOffset: 1, as: UInt64.self)
            output.storeBytes(of: UInt32(truncatingIfNeeded: second), toByteOffset: 10, as: UInt32.self)
            output.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32), toByteOffset: 15, as: UInt32.self)
            output.storeBytes(of: UInt32(truncatingIfNeeded: third), toByteOffset: 20, as: UInt32.self)
            output.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32), toByteOffset: 25, as: UInt32.self)
            output.storeBytes(of: fourth, toByteOffset: 29, as: UInt64.self)
            output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 9, as: UInt8.self)
            output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 14, as: UInt8.self)
            output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 19, as: UInt8.self)
            output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 24, as: UInt8.self)
            output.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 37, as: UInt8.self)
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
        let text = UnsafeRawBufferPointer(digits)
        guard text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"), text[18] == UInt8(ascii: "-"),
            text[23] == UInt8(ascii: "-"), let first = JSONText.number(text, 0, 4),
            let second = JSONText.number(text, 9, 14), let third = JSONText.number(text, 19, 24),
            let fourth = JSONText.number(text, 28, 32)
        else { return nil }
        self.init(high: first << 32 | second, low: third << 32 | fourth)
    }
}

extension JSONText {
    /// The 32 bits that eight hexadecimal digits are written for, four at each place; nil where one of them is none.
    ///
    /// All eight are taken at once, each in a byte of its own: reading identifiers is a third of reading a message.
    fileprivate static func number(_ text: UnsafeRawBufferPointer, _ place: Int, _ other: Int) -> UInt64? {
        let low = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        let high = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: other, as: UInt32.self))
        let characters = UInt64(low) | UInt64(high) << 32
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        guard characters & tops == 0 else { return nil }
        // Adding what a character is below 0x80 sets the top bit of its byte from that character on.
        let lowered = characters | ones << 5
        let isDigit = (characters &+ ones &* 0x50) & ~(characters &+ ones &* 0x46)
        let isLetter = (lowered &+ ones &* 0x1F) & ~(lowered &+ ones &* 0x19)
        guard (isDigit | isLetter) & tops == tops else { return nil }
        var number = (characters & (ones &* 0x0F)) &+ (isLetter & tops) >> 7 &* 9
        number = (number << 4 | number >> 8) & 0x00FF_00FF_00FF_00FF
        number = (number << 8 | number >> 16) & 0x0000_FFFF_0000_FFFF
        return (number << 16 | number >> 32) & 0xFFFF_FFFF
    }

    /// The eight hexadecimal digits of 32 bits, the first in the byte that is stored first.
    fileprivate static func hexadecimal(_ word: UInt64) -> UInt64 {
        var digits = word >> 16 | (word & 0xFFFF) << 32
        digits = (digits & 0x0000_FF00_0000_FF00) >> 8 | (digits & 0x0000_00FF_0000_00FF) << 16
        digits = (digits & 0x00F0_00F0_00F0_00F0) >> 4 | (digits & 0x000F_000F_000F_000F) << 8
        // What is past 9 is a letter.
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).littleEndian
    }
}
