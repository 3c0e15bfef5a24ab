/// A parsed search query (``SearchGrammar``).
public struct SearchQuery: Equatable, Sendable {
    /// A user named after `from:`.
    public enum Person: Equatable, Sendable {
        case me
        case id(UserID)
        /// Whose name has words that begin so, or whose e-mail address this is.
        case named(String)
    }

    /// A conversation named after `in:`.
    public enum Place: Equatable, Sendable {
        case id(ConversationID)
        /// By prefixes of words of its title, or in a direct conversation of the other user's name.
        case named(String)
    }

    /// The values of `has:`.
    public enum Content: String, Equatable, Sendable, CaseIterable {
        case image, file, link, voice

        /// The kind of attachment; `nil` for links, which are in the text.
        public var attachment: Attachment.Kind? {
            switch self {
            case .image: .image
            case .file: .file
            case .voice: .voice
            case .link: nil
            }
        }
    }

    /// All of them must be found.
    public var terms: [SearchTerm] = []
    /// Senders; empty for any.
    public var from: [Person] = []
    /// Conversations; empty for any.
    public var places: [Place] = []
    /// Not earlier than this.
    public var after: Timestamp?
    /// Earlier than this.
    public var before: Timestamp?
    /// All of it must be there.
    public var contents: [Content] = []
    /// Whether it must mention the caller.
    public var mentionsMe = false

    public init() {}

    /// Whether a message's text has all terms, and the links of `has:`.
    public func matches(_ text: String) -> Bool {
        if !terms.isEmpty {
            let folded = FoldedText(text)
            for term in terms where !term.matches(folded) { return false }
        }
        return !contents.contains(.link) || MessageLink.appears(in: text)
    }

    /// Whether a message has the attachments of `has:` and the mentions of `mentions:`; links are checked in its text.
    public func admits(_ attachments: [Attachment], _ mentions: [Mention], for me: UserID) -> Bool {
        if mentionsMe, !mentions.names(me) { return false }
        for content in contents {
            guard let kind = content.attachment else { continue }
            if !attachments.contains(where: { $0.kind == kind }) { return false }
        }
        return true
    }

    /// Whether a time satisfies `after:` and `before:`.
    public func covers(_ time: Timestamp) -> Bool {
        if let after, time < after { return false }
        if let before, time >= before { return false }
        return true
    }

    /// Whether each word of the query is a prefix of a word of a name.
    public static func names(_ asked: String, _ name: String) -> Bool {
        let name = FoldedText(name)
        let words = FoldedText(asked).scalars.split(separator: SearchFolding.space)
        guard !words.isEmpty else { return false }
        return words.allSatisfy { word in
            SearchTerm(scalars: Array(word), startsWord: true, endsWord: false).matches(name)
        }
    }
}

/// Web addresses in a text.
public enum MessageLink {
    /// Whether there is a link: `http://` or `https://` and at least one more character.
    public static func appears(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        var index = 0
        while index + 7 < bytes.count {
            if bytes[index] | 0x20 == UInt8(ascii: "h"), let end = schemeEnd(in: bytes, at: index), end < bytes.count,
                bytes[end] > 32
            {
                return true
            }
            index += 1
        }
        return false
    }

    private static func schemeEnd(in bytes: [UInt8], at start: Int) -> Int? {
        var index = start
        for letter in "http".utf8 {
            guard index < bytes.count, bytes[index] | 0x20 == letter else { return nil }
            index += 1
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "s") { index += 1 }
        for letter in "://".utf8 {
            guard index < bytes.count, bytes[index] == letter else { return nil }
            index += 1
        }
        return index
    }
}
