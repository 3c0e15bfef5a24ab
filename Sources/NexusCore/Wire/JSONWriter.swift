/// Writes JSON (RFC 8259) straight into a buffer of bytes. Commas and colons come by themselves.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.field("id", message.id)
/// writer.key("tags")
/// writer.beginArray()
/// for tag in tags { writer.string(tag) }
/// writer.endArray()
/// writer.endObject()
/// ```
///
/// The caller sees to it that begins and ends match and that in an object a key goes before every value; the writer
/// does not check this.
public struct JSONWriter: Sendable {
    /// What has been written so far, as UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// Whether a value is complete at this level, so that the next entry needs a comma.
    private var needsComma = false

    /// - Parameter capacity: how many bytes to make room for at first; the buffer grows as needed.
    public init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// What has been written so far, as a string.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what was written and keeps the buffer for the next text.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Containers

    /// Writes `{`.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Writes `}`.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Writes `[`.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Writes `]`.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of a field; its value must follow. The name has nothing that must be escaped.
    public mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        compose(length + 3) { output in
            output.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 0, as: UInt8.self)
            (output + 1).copyMemory(from: name.utf8Start, byteCount: length)
            output.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length + 1, as: UInt8.self)
            output.storeBytes(of: UInt8(ascii: ":"), toByteOffset: length + 2, as: UInt8.self)
        }
        needsComma = false
    }

    /// Writes the name of a field; its value must follow.
    public mutating func key(_ name: String) {
        quote(name)
        colon()
    }

    // MARK: Values

    /// Writes a string, escaping only what RFC 8259 §7 says must be: quotation mark, backslash and control characters.
    public mutating func string(_ value: String) {
        quote(value)
    }

    /// Writes a string that the program itself holds.
    public mutating func string(_ value: StaticString) {
        value.withUTF8Buffer { quote($0) }
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        word("null")
    }

    /// Writes a whole number in full. Past 2^53 JavaScript would round it when it reads.
    public mutating func int(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var left = value.magnitude
        guard left > 9 else {
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: left))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            while left > 0 {
                let (quotient, digit) = left.quotientAndRemainder(dividingBy: 10)
                start &-= 1
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                left = quotient
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Writes the shortest number that reads back as the same `Double`. JSON has no infinity and no NaN: those are
    /// written as `null`.
    public mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes a value that is JSON already, such as one from ``JSONReader/bytes()``. It is not checked.
    public mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
    }

    // MARK: Bytes

    @inline(__always)
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ opening: UInt8) {
        separate()
        bytes.append(opening)
        needsComma = false
    }

    private mutating func close(_ closing: UInt8) {
        bytes.append(closing)
        needsComma = true
    }

    @inline(__always)
    private mutating func colon() {
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    private mutating func quote(_ value: String) {
        var value = value
        value.withUTF8 { quote($0) }
    }

    /// Writes a value of so many bytes, composed in one go.
    @inline(__always)
    mutating func compose(_ count: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
        let comma = needsComma ? 1 : 0
        withUnsafeTemporaryAllocation(byteCount: count + comma, alignment: 8) { buffer in
            guard let output = buffer.baseAddress else { return }
            output.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            write(output + comma)
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: output, count: count + comma))
        }
        needsComma = true
    }

    /// Writes a string in quotation marks: runs of plain bytes whole, the rest one by one.
    private mutating func quote(_ value: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if let base = value.baseAddress {
            var cursor = 0
            while cursor < value.count {
                let end = JSONText.endOfUnescapedRun(base, from: cursor, to: value.count)
                bytes.append(contentsOf: UnsafeBufferPointer(start: base + cursor, count: end - cursor))
                cursor = end
                if cursor < value.count {
                    escape(base[cursor])
                    cursor += 1
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            let low = byte & 0x0F
            bytes.append(UInt8(ascii: "u"))
            bytes.append(UInt8(ascii: "0"))
            bytes.append(UInt8(ascii: "0"))
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
