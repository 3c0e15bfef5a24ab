/// A user named in a message: `@` and their name at the time of writing are in its text. Displays replace it by the
/// present name.
public struct Mention: Equatable, Sendable {
    public var user: UserID
    /// Its start and length in characters (Unicode scalars) of the text.
    public var start: Int
    public var length: Int

    public var end: Int { start + length }

    public init(user: UserID, start: Int, length: Int) {
        self.user = user
        self.start = start
        self.length = length
    }
}

extension [Mention] {
    public func names(_ user: UserID) -> Bool { contains { $0.user == user } }

    /// The mentions of a text, adjusted to its accepted form.
    ///
    /// - Parameters:
    ///   - text: as typed, with surrounding white space.
    ///   - accepted: the same, trimmed.
    /// - Throws: `Refusal` (`invalid_request`): too many, or one beyond the text or overlapping another.
    public func accepted(in text: String, cutTo accepted: String) throws(Refusal) -> [Mention] {
        if isEmpty { return self }
        guard count <= Limits.mentions else {
            throw Refusal(.invalidRequest, "A message has at most \(Limits.mentions) mentions.")
        }
        let cut = TextRule.leadingSpace(of: text)
        let characters = accepted.unicodeScalars.count
        var end = 0
        var result: [Mention] = []
        for mention in self {
            // Both numbers come from a client: their sum may overflow.
            guard mention.start - cut >= end, mention.start - cut < characters, mention.length > 0,
                mention.length <= characters - (mention.start - cut)
            else { throw Refusal(.invalidRequest, "A mention lies outside the text.") }
            let moved = Mention(user: mention.user, start: mention.start - cut, length: mention.length)
            result.append(moved)
            end = moved.end
        }
        return result
    }
}

/// A text with its mentions.
public struct MentioningText: Equatable, Sendable {
    public var text: String
    public var mentions: [Mention]

    public init(_ text: String, _ mentions: [Mention] = []) {
        self.text = text
        self.mentions = mentions
    }

    /// The text with present names. Unknown users keep the written name.
    public func shown(_ name: (UserID) -> String) -> MentioningText {
        if mentions.isEmpty { return self }
        let written = Array(text.unicodeScalars)
        var scalars = String.UnicodeScalarView()
        var result: [Mention] = []
        var position = 0
        var shift = 0
        for mention in mentions {
            guard mention.start >= position, mention.length > 0, mention.length <= written.count - mention.start else {
                continue
            }
            scalars.append(contentsOf: written[position..<mention.start])
            let name = name(mention.user)
            var length = mention.length
            if name.isEmpty {
                scalars.append(contentsOf: written[mention.start..<mention.end])
            } else {
                scalars.append("@")
                scalars.append(contentsOf: name.unicodeScalars)
                length = name.unicodeScalars.count + 1
            }
            result.append(Mention(user: mention.user, start: mention.start + shift, length: length))
            shift += length - mention.length
            position = mention.end
        }
        scalars.append(contentsOf: written[position...])
        return MentioningText(String(scalars), result)
    }
}

// The column format of mentions: for each the identifier (16 bytes), start and length (2 bytes each, big-endian).
extension [Mention] {
    /// The bytes of a column; `nil` without mentions.
    public var stored: [UInt8]? {
        guard !isEmpty else { return nil }
        var bytes: [UInt8] = []
        for mention in self {
            for word in [mention.user.high, mention.user.low] {
                for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - shift * 8))) }
            }
            for number in [mention.start, mention.length] {
                bytes.append(UInt8(truncatingIfNeeded: number >> 8))
                bytes.append(UInt8(truncatingIfNeeded: number))
            }
        }
        return bytes
    }

    /// Reads what ``stored`` wrote; `nil` for any other bytes.
    public init?(stored bytes: [UInt8]) {
        guard bytes.count % 20 == 0 else { return nil }
        self = []
        for first in stride(from: 0, to: bytes.count, by: 20) {
            var words: [UInt64] = [0, 0]
            for position in 0..<16 { words[position / 8] = words[position / 8] << 8 | UInt64(bytes[first + position]) }
            append(
                Mention(
                    user: UserID(high: words[0], low: words[1]),
                    start: Int(bytes[first + 16]) << 8 | Int(bytes[first + 17]),
                    length: Int(bytes[first + 18]) << 8 | Int(bytes[first + 19])))
        }
    }
}
