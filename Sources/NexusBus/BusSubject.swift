/// The rules of subjects: words of letters, digits, `-` and `_`, with dots between them.
enum BusSubject {
    static let byteLimit = 255

    /// - Parameter allowsWildcards: whether a word may be `*`.
    static func isValid(_ subject: String, allowsWildcards: Bool = false) -> Bool {
        let bytes = subject.utf8
        guard !bytes.isEmpty, bytes.count <= byteLimit else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
            if allowsWildcards, word.elementsEqual("*".utf8) { return true }
            return !word.isEmpty && word.allSatisfy(isLetter)
        }
    }

    /// Whether a subscription to `pattern` gets the messages of `subject`.
    static func matches(_ pattern: String, _ subject: String) -> Bool {
        if pattern == subject { return true }
        let (wanted, given) = (pattern.split(separator: "."), subject.split(separator: "."))
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0 == "*" || $0 == $1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
