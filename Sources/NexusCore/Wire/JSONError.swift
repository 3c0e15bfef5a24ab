/// The six kinds of value that JSON has (RFC 8259 §3).
public enum JSONKind: Equatable, Sendable {
    case object, array, string, number, bool, null
}

/// Why a text was refused, and where.
public struct JSONError: Error, Equatable, Sendable {
    /// What was wrong. The first group is about the text itself, the second about what the reader wanted of it.
    public enum Reason: Sendable {
        /// The text stops in the middle of a value.
        case endOfInput
        /// A byte stands where the grammar does not allow it.
        case unexpectedByte
        /// A string holds bytes that are not UTF-8 (RFC 3629): overlong, a surrogate, or past U+10FFFF.
        case invalidUTF8
        /// A `\u` escape holds half of a surrogate pair.
        case loneSurrogate
        /// A character below U+0020 stands unescaped in a string.
        case controlCharacter
        /// A backslash is followed by something that is no escape.
        case badEscape
        /// A number is malformed, such as `01`, `1.` or `+1`.
        case badNumber
        /// More than ``JSONLimits/depth`` arrays and objects stand in each other.
        case tooDeep
        /// The text has more than ``JSONLimits/bytes`` bytes.
        case tooLong
        /// Something other than white space follows the value.
        case trailingBytes

        /// The number is well formed and does not fit the type that was asked for.
        case numberOutOfRange
        /// The number has a fraction where a whole one is needed.
        case notWhole
        /// The value is well formed and of another kind.
        case wrongKind(expected: JSONKind)
        /// A required field is absent.
        case missing(StaticString)
        /// A field is there and its value is not acceptable.
        case invalid(StaticString)
    }

    /// What was wrong.
    public var reason: Reason
    /// Where in the text, in bytes from its start.
    public var offset: Int
    /// The limit that was passed, when ``reason`` is `tooDeep` or `tooLong`.
    public var limit: Int?

    /// - Parameter limit: the limit that was passed, where there is one.
    public init(_ reason: Reason, at offset: Int, limit: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.limit = limit
    }

    /// A sentence for a person. It quotes nothing of the text, so it is safe to send back or to log.
    public var message: String {
        switch reason {
        case .endOfInput: "The JSON stops too early: more was expected at byte \(offset)."
        case .unexpectedByte: "The JSON has a character that does not belong at byte \(offset)."
        case .invalidUTF8: "The JSON is not valid UTF-8 at byte \(offset)."
        case .loneSurrogate: "The JSON has half of a surrogate pair at byte \(offset)."
        case .controlCharacter: "The JSON has a control character that is not escaped at byte \(offset)."
        case .badEscape: "The JSON has a backslash that starts no known escape at byte \(offset)."
        case .badNumber: "The JSON has a malformed number at byte \(offset)."
        case .tooDeep: "The JSON is nested deeper than the limit of \(limit ?? 0) at byte \(offset)."
        case .tooLong: "The JSON is longer than the limit of \(limit ?? 0) bytes."
        case .trailingBytes: "The JSON has something after its value at byte \(offset)."
        case .numberOutOfRange: "The number at byte \(offset) is out of range."
        case .notWhole: "The number at byte \(offset) must be whole."
        case .wrongKind(let expected): "Expected \(expected.phrase) at byte \(offset)."
        case .missing(let field): "The field \"\(field.description)\" is missing from the object at byte \(offset)."
        case .invalid(let field): "The field \"\(field.description)\" is not acceptable, near byte \(offset)."
        }
    }
}

extension JSONError.Reason: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.endOfInput, .endOfInput), (.unexpectedByte, .unexpectedByte), (.invalidUTF8, .invalidUTF8),
            (.loneSurrogate, .loneSurrogate), (.controlCharacter, .controlCharacter), (.badEscape, .badEscape),
            (.badNumber, .badNumber), (.tooDeep, .tooDeep), (.tooLong, .tooLong), (.trailingBytes, .trailingBytes),
            (.numberOutOfRange, .numberOutOfRange), (.notWhole, .notWhole):
            true
        case (.wrongKind(let left), .wrongKind(let right)): left == right
        case (.missing(let left), .missing(let right)), (.invalid(let left), .invalid(let right)):
            left.description == right.description
        default: false
        }
    }
}

extension JSONKind {
    /// The kind with its article, as a sentence needs it.
    var phrase: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}

extension Refusal {
    /// The refusal of a document that is not well-formed or not of the asked shape.
    public init(_ problem: JSONError) {
        self.init(.invalidJSON, problem.message)
    }
}
