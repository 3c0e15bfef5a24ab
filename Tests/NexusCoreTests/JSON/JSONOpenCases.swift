import NexusCore
import Testing

/// A text that RFC 8259 lets a parser accept or refuse. Nexus's choice is recorded, so that it cannot change unnoticed.
struct JSONOpenCase: Sendable, CustomTestStringConvertible {
    enum Choice: Sendable {
        case accepted(as: String)
        case refused(JSONError.Reason)
    }

    let name: String
    let bytes: [UInt8]
    let choice: Choice

    init(_ name: String, _ text: String, _ choice: Choice) {
        self.init(name, Array(text.utf8), choice)
    }

    init(_ name: String, _ bytes: [UInt8], _ choice: Choice) {
        self.name = name
        self.bytes = bytes
        self.choice = choice
    }

    /// A string of these bytes between its quotation marks.
    init(_ name: String, inString bytes: [UInt8], _ choice: Choice) {
        self.init(name, [0x22] + bytes + [0x22], choice)
    }

    var testDescription: String { name }
}

extension JSONOpenCase {
    static let all = numbers + surrogates + encodings + structure

    /// Too great for a double is refused rather than rounded to infinity; too small is rounded to zero.
    static let numbers: [JSONOpenCase] = [
        .init("an exponent too great", "[1e400]", .refused(.numberOutOfRange)),
        .init("a negative number too great", "[-1e400]", .refused(.numberOutOfRange)),
        .init("an exponent too great to count", "[0.4e999999999999999999999999]", .refused(.numberOutOfRange)),
        .init("a fraction with an exponent too great", "[-1.5e+9999]", .refused(.numberOutOfRange)),
        .init("an integer with an exponent too great", "[-1e+9999]", .refused(.numberOutOfRange)),
        .init("an exponent too small", "[123.456e-789]", .accepted(as: "[0.0]")),
        .init("a negative number too small", "[-1e-400]", .accepted(as: "[-0.0]")),
        .init("an exponent too small to count", "[1e-999999999999999999999999]", .accepted(as: "[0.0]")),
        .init("zero with an exponent too great to count", "[0e999999999999999999999999]", .accepted(as: "[0.0]")),
        .init("an integer past Int64", "[9223372036854775808]", .accepted(as: "[9.223372036854776e+18]")),
        .init("a negative integer past Int64", "[-9223372036854775809]", .accepted(as: "[-9.223372036854776e+18]")),
        .init(
            "an integer of many digits", "[100000000000000000000000000000000000001]", .accepted(as: "[1e+38]")),
        .init(
            "an integer past every double", "[1" + String(repeating: "0", count: 400) + "]", .refused(.numberOutOfRange)
        ),
    ]

    /// A string in Swift cannot contain half a pair, and a replacement would change the text: refused.
    static let surrogates: [JSONOpenCase] = [
        .init("a first surrogate alone", #"["\uDADA"]"#, .refused(.loneSurrogate)),
        .init("a second surrogate alone", #"["\uDFAA"]"#, .refused(.loneSurrogate)),
        .init("a first surrogate and a letter", #"["\uD888x"]"#, .refused(.loneSurrogate)),
        .init("a first surrogate and a code that is no surrogate", #"["\uD888\u1234"]"#, .refused(.loneSurrogate)),
        .init("a first surrogate and an escape", #"["\uD800\n"]"#, .refused(.loneSurrogate)),
        .init("two first surrogates", #"["\uD800\uD800\n"]"#, .refused(.loneSurrogate)),
        .init("a pair the wrong way round", #"["\uDd1e\uD834"]"#, .refused(.loneSurrogate)),
        .init("a second surrogate alone in a name", #"{"\uDFAA":0}"#, .refused(.loneSurrogate)),
    ]

    /// Invalid UTF-8 is refused (RFC 8259 §8.1), and so is a byte-order mark, which senders must not add.
    static let encodings: [JSONOpenCase] = [
        .init("a byte of Latin-1", inString: [0xE9], .refused(.invalidUTF8)),
        .init("a lone continuation", inString: [0x81], .refused(.invalidUTF8)),
        .init("two bytes that must not be", inString: [0xFF, 0xFE], .refused(.invalidUTF8)),
        .init("a continuation that is none", inString: [0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA], .refused(.invalidUTF8)),
        .init("a character cut short by the quotation mark", inString: [0xE0, 0xA4], .refused(.invalidUTF8)),
        .init("a character cut short by the end", [0x22, 0xE2, 0x82], .refused(.endOfInput)),
        .init("an overlong slash of two bytes", inString: [0xC0, 0xAF], .refused(.invalidUTF8)),
        .init("an overlong letter of two bytes", inString: [0xC1, 0x81], .refused(.invalidUTF8)),
        .init("an overlong form of three bytes", inString: [0xE0, 0x9F, 0xBF], .refused(.invalidUTF8)),
        .init("an overlong form of four bytes", inString: [0xF0, 0x8F, 0xBF, 0xBF], .refused(.invalidUTF8)),
        .init("a form of five bytes", inString: [0xF8, 0x88, 0x80, 0x80, 0x80], .refused(.invalidUTF8)),
        .init("a form of six bytes", inString: [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], .refused(.invalidUTF8)),
        .init("an overlong zero of six bytes", inString: [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80], .refused(.invalidUTF8)),
        .init("a surrogate in UTF-8", inString: [0xED, 0xA0, 0x80], .refused(.invalidUTF8)),
        .init("the last surrogate in UTF-8", inString: [0xED, 0xBF, 0xBF], .refused(.invalidUTF8)),
        .init("past the last character", inString: [0xF4, 0x90, 0x80, 0x80], .refused(.invalidUTF8)),
        .init("far past the last character", inString: [0xF7, 0xBF, 0xBF, 0xBF], .refused(.invalidUTF8)),
        .init("a byte-order mark before an object", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .refused(.unexpectedByte)),
        .init("UTF-16, great end first", [0, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D], .refused(.unexpectedByte)),
        .init("UTF-16, little end first", [0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D, 0], .refused(.unexpectedByte)),
        .init(
            "UTF-16 with a byte-order mark", [0xFF, 0xFE, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D, 0],
            .refused(.unexpectedByte)),
    ]

    static let structure: [JSONOpenCase] = [
        .init(
            "arrays 500 deep", String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
            .refused(.tooDeep))
    ]
}
