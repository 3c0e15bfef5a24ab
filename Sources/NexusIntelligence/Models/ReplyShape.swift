import NexusCore

/// The schema of a structured reply: sent to the model as a JSON schema, and validated here.
public indirect enum ReplyShape: Equatable, Sendable {
    case string
    case integer
    case boolean
    /// At most `limit` elements; the rest is cut off.
    case array(ReplyShape, limit: Int)
    case object([Field])

    public struct Field: Equatable, Sendable {
        public var name: String
        public var shape: ReplyShape
        /// The field's description for the model.
        public var note: String

        public init(_ name: String, _ shape: ReplyShape, note: String = "") {
            self.name = name
            self.shape = shape
            self.note = note
        }
    }

    /// The first violation of the shape, in words for the model: `statements[2].text is missing`.
    public struct Problem: Error, Equatable, Sendable {
        public var text: String
    }

    /// Validates a value. Unknown fields are dropped, arrays cut to their limit.
    public func checked(_ value: JSONValue, at path: String = "") throws(Problem) -> JSONValue {
        let here = path.isEmpty ? "the reply" : path
        switch (self, value) {
        case (.string, .string), (.integer, .integer), (.boolean, .bool): return value
        case (.array(let element, let limit), .array(let values)):
            var checked: [JSONValue] = []
            for (number, value) in values.prefix(limit).enumerated() {
                checked.append(try element.checked(value, at: "\(path)[\(number)]"))
            }
            return .array(checked)
        case (.object(let fields), .object):
            var checked: [JSONValue.Field] = []
            for field in fields {
                let name = path.isEmpty ? field.name : "\(path).\(field.name)"
                guard let value = value[field.name] else { throw Problem(text: "\(name) is missing") }
                checked.append(JSONValue.Field(field.name, try field.shape.checked(value, at: name)))
            }
            return .object(checked)
        default: throw Problem(text: "\(here) is not \(word)")
        }
    }

    private var word: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The JSON schema (2020-12) in strict form: every field required, no other allowed.
    public var schema: JSONValue {
        switch self {
        case .string: .object([.init("type", .string("string"))])
        case .integer: .object([.init("type", .string("integer"))])
        case .boolean: .object([.init("type", .string("boolean"))])
        case .array(let element, _):
            .object([.init("type", .string("array")), .init("items", element.schema)])
        case .object(let fields):
            .object([
                .init("type", .string("object")),
                .init("properties", .object(fields.map { .init($0.name, $0.described) })),
                .init("required", .array(fields.map { .string($0.name) })),
                .init("additionalProperties", .bool(false)),
            ])
        }
    }

    var schemaText: String { String(decoding: schema.json, as: UTF8.self) }
}

extension ReplyShape.Field {
    fileprivate var described: JSONValue {
        guard !note.isEmpty, case .object(let fields) = shape.schema else { return shape.schema }
        return .object(fields + [.init("description", .string(note))])
    }
}
