/// The bytes with a meaning in formatting, and classes of bytes. All are ASCII.
enum Mark {
    static let newline = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let star = UInt8(ascii: "*")
    static let underscore = UInt8(ascii: "_")
    static let tilde = UInt8(ascii: "~")
    static let backtick = UInt8(ascii: "`")
    static let greater = UInt8(ascii: ">")
    static let dash = UInt8(ascii: "-")
    static let dot = UInt8(ascii: ".")
    static let at = UInt8(ascii: "@")
    static let opening = UInt8(ascii: "(")
    static let closing = UInt8(ascii: ")")
    static let openingSquare = UInt8(ascii: "[")
    static let closingSquare = UInt8(ascii: "]")

    static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }
    static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
    static func isLetter(_ byte: UInt8) -> Bool { lower(byte) >= 97 && lower(byte) <= 122 }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    /// Part of a character beyond ASCII.
    static func isWide(_ byte: UInt8) -> Bool { byte >= 0x80 }

    /// ASCII letters in lower case; all else as it is.
    static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }

    /// Whether a range has only white space.
    static func isBlank(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        for place in part where !isSpace(bytes[place]) { return false }
        return true
    }

    /// The characters of a language's name: `swift`, `c++`, `objective-c`, `f#`.
    static func isLanguage(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") || byte == dash
            || byte == underscore || byte == dot
    }

    /// A byte that may precede an opening mark.
    static func opensBefore(_ byte: UInt8) -> Bool {
        switch byte {
        case opening, openingSquare, UInt8(ascii: "{"), UInt8(ascii: "<"), greater: true
        default: isBeside(byte)
        }
    }

    /// A byte that may follow a closing mark.
    static func closesAfter(_ byte: UInt8) -> Bool {
        switch byte {
        case closing, closingSquare, UInt8(ascii: "}"), UInt8(ascii: "<"), greater, dot, UInt8(ascii: "!"),
            UInt8(ascii: "?"):
            true
        default: isBeside(byte)
        }
    }

    private static func isBeside(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), star, underscore, tilde, dash, UInt8(ascii: "|"), UInt8(ascii: ":"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), backtick:
            true
        default: false
        }
    }
}
