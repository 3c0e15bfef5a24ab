/// A server's reply: a code and lines of text (RFC 5321 §4.2).
struct SMTPReply: Equatable, Sendable {
    /// Characters of a reply that are kept for administrators.
    static let textLimit = 300

    /// 200 to 599.
    var code: Int
    /// The lines without the code, of printable characters.
    var lines: [String]

    var isPositive: Bool { (200..<300).contains(code) }
    var isIntermediate: Bool { (300..<400).contains(code) }
    /// Repeating the command is useless (5yz).
    var isPermanent: Bool { code >= 500 }

    /// The code and the text in one line.
    var text: String { "\(code) \(lines.joined(separator: " "))" }
}
