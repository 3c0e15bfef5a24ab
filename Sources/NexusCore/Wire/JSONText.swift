/// What reader and writer both know of the bytes inside quotation marks.
enum JSONText {
    /// The end of the run of bytes that stand for themselves: ASCII, no quotation mark, backslash or control character.
    ///
    /// Eight bytes at a time; a byte's high bit in `stops` says that the byte ends the run.
    @inline(__always)
    static func endOfPlainRun(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var cursor = start
        while cursor &+ 8 <= end {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + cursor).loadUnaligned(as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // A zero byte borrows from its high bit; a borrow may spill into the byte above, never into one below,
            // so the lowest high bit is exact.
            let stops =
                (word | (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)) & highs
            if stops == 0 {
                cursor &+= 8
            } else {
                return cursor &+ stops.trailingZeroBitCount / 8
            }
        }
        while cursor < end, isPlain(base[cursor]) { cursor &+= 1 }
        return cursor
    }

    /// The end of the run of bytes that a writer may copy as they are: all but quotation mark, backslash and controls.
    @inline(__always)
    static func endOfUnescapedRun(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var cursor = endOfPlainRun(base, from: start, to: end)
        while cursor < end {
            if base[cursor] >= 0x80 {
                cursor &+= 1
            } else if isPlain(base[cursor]) {
                cursor = endOfPlainRun(base, from: cursor, to: end)
            } else {
                break
            }
        }
        return cursor
    }

    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The string that these checked bytes stand for.
    static func string(_ raw: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) -> String {
        guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
        // An escape is never shorter than what it stands for.
        return String(unsafeUninitializedCapacity: raw.count) { unescape(raw, into: $0) }
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Resolves the escapes of a string that ``JSONReader/scanString()`` has accepted; returns how many bytes came of it.
    private static func unescape(
        _ raw: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var read = 0
        var written = 0
        while read < raw.count {
            guard raw[read] == UInt8(ascii: "\\") else {
                output[written] = raw[read]
                read += 1
                written += 1
                continue
            }
            let escaped = raw[read + 1]
            guard escaped == UInt8(ascii: "u") else {
                output[written] = character(escaped)
                read += 2
                written += 1
                continue
            }
            var value = codeUnit(raw, at: read + 2)
            read += 6
            if value & 0xFC00 == 0xD800 {
                value = 0x10000 + (value - 0xD800) << 10 + (codeUnit(raw, at: read + 2) - 0xDC00)
                read += 6
            }
            written += encode(value, into: output, at: written)
        }
        return written
    }

    private static func character(_ escaped: UInt8) -> UInt8 {
        switch escaped {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: escaped
        }
    }

    private static func codeUnit(_ raw: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in start..<(start + 4) { unit = unit << 4 | (hexadecimalDigit(raw[index]) ?? 0) }
        return unit
    }

    /// Writes one scalar as UTF-8 and returns its length.
    private static func encode(
        _ scalar: UInt32, into output: UnsafeMutableBufferPointer<UInt8>, at start: Int
    ) -> Int {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80:
            output[start] = UInt8(scalar)
            return 1
        case 0x80..<0x800:
            output[start] = 0xC0 | UInt8(scalar >> 6)
            output[start + 1] = tail(0)
            return 2
        case 0x800..<0x10000:
            output[start] = 0xE0 | UInt8(scalar >> 12)
            output[start + 1] = tail(6)
            output[start + 2] = tail(0)
            return 3
        default:
            output[start] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
            output[start + 1] = tail(12)
            output[start + 2] = tail(6)
            output[start + 3] = tail(0)
            return 4
        }
    }
}
