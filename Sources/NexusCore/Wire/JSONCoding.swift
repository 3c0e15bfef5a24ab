/// A value that reads itself from JSON. It reads exactly one JSON value, and ignores fields that it does not know.
public protocol JSONDecodable {
    /// - Throws: ``JSONError`` when the text is not JSON, or not of this type's shape.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A value that writes itself as JSON: exactly one JSON value.
public protocol JSONEncodable {
    func encode(to writer: inout JSONWriter)
}

/// A value that a field of a record may have.
public protocol JSONField: JSONEncodable, JSONDecodable {
    /// Writes the value.
    func write(by coder: inout FieldCoder)

    /// Reads a value; nil if it is refused.
    static func read(by coder: inout FieldCoder) -> Self?
}

extension JSONField {
    public func write(by coder: inout FieldCoder) { encode(to: &coder.out.pointee) }

    public static func read(by coder: inout FieldCoder) -> Self? {
        do throws(JSONError) { return try Self(from: &coder.input.pointee) } catch {
            coder.fail(error)
            return nil
        }
    }
}

extension JSONDecodable {
    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
    ) throws(JSONError) -> Self {
        var reader = try JSONReader(bytes, limits: limits)
        let value = try Self(from: &reader)
        try reader.end()
        return value
    }

    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> Self {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try decode(UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }

    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(_ text: String, limits: JSONLimits = .standard) throws(JSONError) -> Self {
        try decode(Array(text.utf8), limits: limits)
    }
}

extension JSONEncodable {
    /// The value as JSON, in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.bytes
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.encode(to: &writer) }
        writer.endArray()
    }
}

extension Array: JSONDecodable where Element: JSONField {
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try FieldCoder.value(from: &reader)
    }
}

extension Array: JSONField where Element: JSONField {
    public func write(by coder: inout FieldCoder) { coder.write(self) }

    public static func read(by coder: inout FieldCoder) -> [Element]? { coder.elements(.max) }
}
