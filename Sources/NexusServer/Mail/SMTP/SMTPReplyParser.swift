/// Assembles replies from the bytes of a connection (RFC 5321 §4.2.1). Memory is bounded by the limits of lines.
struct SMTPReplyParser: Sendable {
    struct Malformed: Error, Equatable {}

    /// Bytes of one line; the RFC allows 512.
    static let lineBytes = 2_048
    /// Lines of one reply.
    static let lineLimit = 100

    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []

    /// Whether bytes of an unfinished reply are buffered.
    var isEmpty: Bool { line.isEmpty && code == nil }

    /// - Returns: the replies that the bytes complete.
    /// - Throws: `Malformed` for anything but a reply. The connection is of no use then.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < SMTPReplyParser.lineBytes else { throw Malformed() }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try endLine() { replies.append(reply) }
        }
        return replies
    }

    private mutating func endLine() throws(Malformed) -> SMTPReply? {
        defer { line.removeAll(keepingCapacity: true) }
        guard line.count >= 3, let number = Int(String(decoding: line.prefix(3), as: UTF8.self)),
            (200...599).contains(number), code == nil || code == number, lines.count < SMTPReplyParser.lineLimit
        else { throw Malformed() }
        let separator = line.count > 3 ? line[3] : UInt8(ascii: " ")
        guard separator == UInt8(ascii: " ") || separator == UInt8(ascii: "-") else { throw Malformed() }
        let printable = line.dropFirst(4).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        lines.append(String(decoding: printable, as: UTF8.self))
        guard separator == UInt8(ascii: " ") else {
            code = number
            return nil
        }
        defer {
            code = nil
            lines = []
        }
        return SMTPReply(code: number, lines: lines)
    }
}
