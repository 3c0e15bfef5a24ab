/// Any JSON value as a tree, for tools and tests. Frames are read and written without one.
public indirect enum JSONValue: Equatable, Sendable {
    case object([Field])
    case array([JSONValue])
    case string(String)
    /// A number written without point and exponent that an `Int64` holds.
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case null

    /// A field of an object. Fields keep their order, and names may repeat.
    public struct Field: Equatable, Sendable {
        /// The name, its escapes resolved.
        public var name: String
        /// What stands after the colon.
        public var value: JSONValue

        /// A field of this name.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of an object's last field of this name.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields.last { $0.name == name }?.value
    }
}

extension JSONValue: JSONDecodable, JSONField {
    /// - Throws: also `numberOutOfRange`, for a number that neither an `Int64` nor a `Double` holds.
    public init(from reader: inout JSONReader) throws(JSONError) {
        switch try reader.kind() {
        case .object:
            var fields: [Field] = []
            try reader.object { reader, key throws(JSONError) in
                fields.append(Field(key.text, try JSONValue(from: &reader)))
            }
            self = .object(fields)
        case .array: self = .array(try [JSONValue](from: &reader))
        case .string: self = .string(try reader.string())
        case .number: self = try reader.number()
        case .bool: self = .bool(try reader.bool())
        case .null:
            _ = try reader.null()
            self = .null
        }
    }
}

extension JSONValue: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        switch self {
        case .object(let fields):
            writer.beginObject()
            for field in fields {
                writer.key(field.name)
                field.value.encode(to: &writer)
            }
            writer.endObject()
        case .array(let elements): elements.encode(to: &writer)
        case .string(let value): writer.string(value)
        case .integer(let value): writer.int(value)
        case .number(let value): writer.double(value)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        }
    }
}

extension JSONReader {
    /// Reads a number the way it is written: whole if it looks whole and fits. `-0` is not: an integer has no such zero.
    fileprivate mutating func number() throws(JSONError) -> JSONValue {
        let number = try scanNumber()
        let looksWhole = number.end == number.point && !(number.isNegative && base[number.digits] == UInt8(ascii: "0"))
        if looksWhole, let value = try? int() { return .integer(value) }
        return .number(try double())
    }
}
