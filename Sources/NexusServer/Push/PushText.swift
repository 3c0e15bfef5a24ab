/// Cuts the texts of notifications to the bytes that they take in JSON.
enum PushText {
    /// Bytes of a title and of a name, at most, as they are written in JSON.
    static let titleBytes = 240

    /// The text, or its longest beginning with `…` that fits; cut between characters.
    static func cut(_ text: String, to bytes: Int) -> String {
        var used = 0
        var end = text.startIndex
        // The end of what is kept if it gets an ellipsis.
        var shortEnd = text.startIndex
        while end < text.endIndex {
            used += text[end].utf8.reduce(0) { $0 + length($1) }
            guard used <= bytes else {
                return bytes < ellipsis.utf8.count ? "" : String(text[..<shortEnd]) + ellipsis
            }
            text.formIndex(after: &end)
            if used + ellipsis.utf8.count <= bytes { shortEnd = end }
        }
        return text
    }

    private static let ellipsis = "…"

    /// The bytes of one byte of UTF-8 in a JSON string (RFC 8259, section 7).
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: 2
        case 0..<0x20: 6
        default: 1
        }
    }
}
