/// A value that reads itself from JSON. It reads exactly one JSON value, and ignores fields that it does not know.
public protocol JSONDecodable {
    /// - Throws: ``JSONError`` when the text is not JSON, or not of this type's shape.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A value that writes itself as JSON: exactly one JSON value.
public protocol JSONEncodable {
    func encode(to writer: inout JSONWriter)
}

extension JSONDecodable {
    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
    ) throws(JSONError) -> Self {
        try JSONReader.read(bytes, limits: limits) { reader throws(JSONError) in try Self(from: &reader) }
    }

    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> Self {
        try JSONReader.read(bytes, limits: limits) { reader throws(JSONError) in try Self(from: &reader) }
    }

    /// Reads a text that holds one value of this type and nothing else.
    public static func decode(_ text: String, limits: JSONLimits = .standard) throws(JSONError) -> Self {
        try JSONReader.read(text, limits: limits) { reader throws(JSONError) in try Self(from: &reader) }
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

extension Array: JSONDecodable where Element: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var elements: [Element] = []
        try reader.array { reader throws(JSONError) in elements.append(try Element(from: &reader)) }
        self = elements
    }
}
