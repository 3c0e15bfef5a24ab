/// UTF-8 text as lines of at most 76 ASCII characters (RFC 2045 §6.7).
enum QuotedPrintable {
    private static let lineCharacters = 76
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        let lines = text.replacing("\r\n", with: "\n").utf8.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if number > 0 { result += [13, 10] }
            append(line, to: &result)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ line: some Collection<UInt8>, to result: inout [UInt8]) {
        var width = 0
        for (position, byte) in line.enumerated() {
            let piece = self.piece(byte, isLast: position == line.count - 1)
            // One place remains for the `=` of a soft break.
            if width + piece.count > lineCharacters - 1 {
                result += Array("=\r\n".utf8)
                width = 0
            }
            result += piece
            width += piece.count
        }
    }

    private static func piece(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        switch byte {
        case UInt8(ascii: " "), 9: isLast ? escaped(byte) : [byte]
        case UInt8(ascii: "="): escaped(byte)
        case 33...126: [byte]
        default: escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
