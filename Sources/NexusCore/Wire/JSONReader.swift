/// Reads one JSON text (RFC 8259) by pulling values out of its bytes; no tree is built and nothing is copied but strings.
///
/// ```swift
/// let name = try JSONReader.read(bytes) { reader throws(JSONError) in
///     var name: String?
///     try reader.object { reader, key throws(JSONError) in
///         switch key {
///         case "name": name = try reader.string()
///         default: break  // an unread value is checked and skipped
///         }
///     }
///     guard let name else { throw reader.missing("name") }
///     return name
/// }
/// ```
///
/// - A read that throws leaves the reader before the value, so a caller may try another kind.
/// - Names may repeat in an object; the closure is called for each, so the last one wins if the caller assigns.
/// - The reader looks into memory that outlives it: it is made only by `read`, and cannot be copied out.
public struct JSONReader: ~Copyable {
    let base: UnsafePointer<UInt8>
    let count: Int
    let limits: JSONLimits
    var offset = 0
    var depth = 0
    /// Where the innermost object that was read last began: ``missing(_:)`` points there.
    var objectStart = 0
    /// The field whose value is read, as errors name it.
    var field: StaticString = ""

    /// - Throws: `tooLong` or `endOfInput`.
    #if hasFeature(Embedded)
        @inline(never)
    #endif
    init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLong, at: limits.bytes, limit: limits.bytes) }
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count > 0 else {
            throw JSONError(.endOfInput, at: 0)
        }
        self.base = base
        count = bytes.count
        self.limits = limits
        skipWhitespace()
    }

    /// - Throws: `trailingBytes` when more than white space follows the value.
    #if hasFeature(Embedded)
        @inline(never)
    #endif
    mutating func end() throws(JSONError) {
        skipWhitespace()
        guard offset == count else { throw JSONError(.trailingBytes, at: offset) }
    }

    /// Reads a text that holds exactly one value.
    ///
    /// - Parameter body: reads the value. If it reads nothing, the value is checked and skipped.
    /// - Throws: what `body` throws, `tooLong`, or `trailingBytes` when more than white space follows the value.
    public static func read<T>(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        var reader = try JSONReader(bytes, limits: limits)
        let start = reader.offset
        let result = try body(&reader)
        if reader.offset == start { try reader.skip() }
        try reader.end()
        return result
    }

    /// Reads a text that holds exactly one value, from an array of bytes.
    public static func read<T>(
        _ bytes: [UInt8], limits: JSONLimits = .standard, _ body: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> T in
            try read(UnsafeRawBufferPointer(buffer), limits: limits, body)
        }
    }

    /// Reads a text that holds exactly one value, from a string.
    public static func read<T>(
        _ text: String, limits: JSONLimits = .standard, _ body: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        try read(Array(text.utf8), limits: limits, body)
    }

    // MARK: Containers

    /// Reads an object, calling `field` once for each of its fields in order.
    ///
    /// A value that `field` does not read is checked and skipped.
    public mutating func object(
        _ field: (inout JSONReader, JSONKey) throws(JSONError) -> Void
    ) throws(JSONError) {
        let start = try enter(UInt8(ascii: "{"), .object)
        do throws(JSONError) {
            if try !closes(UInt8(ascii: "}")) {
                repeat {
                    let key = try self.key()
                    let value = offset
                    try field(&self, key)
                    if offset == value { try skip() }
                } while try continues(until: UInt8(ascii: "}"))
            }
        } catch {
            leave(to: start)
            throw error
        }
        depth -= 1
        objectStart = start
    }

    /// Reads an array, calling `element` once for each of its elements in order.
    ///
    /// An element that the closure does not read is checked and skipped.
    public mutating func array(_ element: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
        let start = try enter(UInt8(ascii: "["), .array)
        do throws(JSONError) {
            if try !closes(UInt8(ascii: "]")) {
                repeat {
                    skipWhitespace()
                    let value = offset
                    try element(&self)
                    if offset == value { try skip() }
                } while try continues(until: UInt8(ascii: "]"))
            }
        } catch {
            leave(to: start)
            throw error
        }
        depth -= 1
    }

    // MARK: Errors of meaning

    /// An error for a field whose value, just read, is not acceptable.
    public func invalid(_ field: StaticString) -> JSONError {
        JSONError(.invalid(field), at: offset)
    }

    /// An error for the field that a record is reading.
    public func invalid() -> JSONError {
        invalid(field)
    }

    /// An error for a field that the object just read does not have.
    public func missing(_ field: StaticString) -> JSONError {
        JSONError(.missing(field), at: objectStart)
    }

    // MARK: Steps

    /// Moves into a container and returns where it begins.
    mutating func enter(_ opening: UInt8, _ kind: JSONKind) throws(JSONError) -> Int {
        skipWhitespace()
        guard offset < count, base[offset] == opening else { throw mismatch(kind) }
        guard depth < limits.depth else { throw JSONError(.tooDeep, at: offset, limit: limits.depth) }
        depth += 1
        offset += 1
        return offset - 1
    }

    mutating func leave(to start: Int) {
        depth -= 1
        offset = start
    }

    /// Consumes the closing byte if it is next: the container is empty.
    mutating func closes(_ closing: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        guard base[offset] == closing else { return false }
        offset += 1
        return true
    }

    /// Consumes the comma before another entry, or the closing byte after the last one.
    mutating func continues(until closing: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        let byte = base[offset]
        guard byte == UInt8(ascii: ",") || byte == closing else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
        return byte != closing
    }

    /// Consumes a name and its colon, up to the value.
    mutating func key() throws(JSONError) -> JSONKey {
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        guard base[offset] == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: offset) }
        let start = offset + 1
        let (end, hasEscapes) = try scanString()
        offset = end + 1
        skipWhitespace()
        guard offset < count else { throw JSONError(.endOfInput, at: offset) }
        guard base[offset] == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
        skipWhitespace()
        return JSONKey(raw: UnsafeBufferPointer(start: base + start, count: end - start), hasEscapes: hasEscapes)
    }

    /// Consumes a name, its colon and the space before the value where the name is `name` and written without escapes.
    @inline(__always)
    mutating func takesKey(_ name: StaticString) throws(JSONError) -> Bool {
        let length = name.utf8CodeUnitCount
        let end = offset &+ length &+ 1
        guard end < count, base[end] == UInt8(ascii: "\""), base[offset] == UInt8(ascii: "\"") else { return false }
        let expected = name.utf8Start
        for index in 0..<length where base[offset &+ 1 &+ index] != expected[index] { return false }
        let start = offset
        offset = end &+ 1
        skipWhitespace()
        guard offset < count, base[offset] == UInt8(ascii: ":") else {
            let error = JSONError(offset < count ? .unexpectedByte : .endOfInput, at: offset)
            offset = start
            throw error
        }
        offset &+= 1
        skipWhitespace()
        return true
    }

    /// Moves past the four characters that JSON calls white space.
    #if hasFeature(Embedded)
        @inline(never)
    #else
        @inline(__always)
    #endif
    mutating func skipWhitespace() {
        while offset < count, base[offset] <= 0x20 {
            switch base[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// The error for a value that is not of this kind: another kind, or no value at all.
    func mismatch(_ expected: JSONKind) -> JSONError {
        guard offset < count else { return JSONError(.endOfInput, at: offset) }
        guard Self.kind(startingWith: base[offset]) != nil else { return JSONError(.unexpectedByte, at: offset) }
        return JSONError(.wrongKind(expected: expected), at: offset)
    }

    static func kind(startingWith byte: UInt8) -> JSONKind? {
        switch byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: nil
        }
    }
}
