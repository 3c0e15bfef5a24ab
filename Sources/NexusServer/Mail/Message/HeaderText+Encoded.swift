import Foundation

extension HeaderText {
    /// UTF-8 bytes in one encoded word: it fits a line of 76 characters beside the name of its field (RFC 2047 §2).
    private static let wordBytes = 39
    /// Characters of a line after which it is folded at the next space (RFC 5322 §2.1.1).
    private static let lineCharacters = 60

    /// The value of a field without structure, such as `Subject`.
    var unstructured: String { isPlain ? folded : encodedWords }

    /// A display name: the words before an address.
    var phrase: String {
        guard isPlain else { return encodedWords }
        let isOfAtoms = text.utf8.allSatisfy { HeaderText.isAtom($0) || $0 == UInt8(ascii: " ") }
        if isOfAtoms { return folded }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Whether it can be written as it is: printable ASCII that does not look like an encoded word.
    private var isPlain: Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") }

    private var folded: String {
        var line = 0
        var result = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            if !result.isEmpty {
                result += line + word.utf8.count > HeaderText.lineCharacters ? "\r\n " : " "
                line = line + word.utf8.count > HeaderText.lineCharacters ? 0 : line + 1
            }
            result += word
            line += word.utf8.count
        }
        return result
    }

    /// Encoded words in Base64, none of which splits a character's bytes (RFC 2047 §5).
    private var encodedWords: String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > HeaderText.wordBytes { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// A character of an atom (RFC 5322 §3.2.3).
    static func isAtom(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
    }
}
