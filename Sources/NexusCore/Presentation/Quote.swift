/// The quote of a reply's original, in its present state.
public struct Quote: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// `text` is the beginning of its present text.
        case shown
        case deleted
        /// The user has deleted it for themself; there is no link.
        case hidden
        /// It is from a user who is blocked.
        case folded
        /// It is not on this device; viewing it fetches it.
        case missing

        /// The word in JSON and in interfaces.
        public var name: String {
            switch self {
            case .shown: "shown"
            case .deleted: "deleted"
            case .hidden: "hidden"
            case .folded: "folded"
            case .missing: "missing"
            }
        }
    }

    /// Characters of a quote's text, at most.
    public static let textCharacters = 140

    public var message: MessageID
    public var state: State
    /// `nil` while it is missing.
    public var sender: UserID?
    public var senderName: String
    public var text: String

    /// The quote of a message that is not on this device.
    public init(missing message: MessageID) {
        self.message = message
        state = .missing
        senderName = ""
        text = ""
    }

    /// The quote of a message.
    ///
    /// - Parameter isHidden: whether the user has deleted it for themself.
    public init(of row: MessageRow, isHidden: Bool = false) {
        message = row.id
        state = row.isDeleted ? .deleted : isHidden ? .hidden : row.isFolded ? .folded : .shown
        sender = row.sender
        senderName = row.senderName
        guard !row.isFolded, !isHidden else {
            text = ""
            return
        }
        let words = row.text.isEmpty ? row.attachments.summary : FormattedText(row.text, mentions: row.mentions).words
        text = Excerpt.of(words, characters: Quote.textCharacters)
    }
}

/// The beginning of a text for a preview.
public enum Excerpt {
    /// The maximum characters (grapheme clusters), including an ellipsis.
    public static func of(_ text: String, characters limit: Int) -> String {
        var short = ""
        var count = 0
        for character in text {
            if count == limit {
                short.removeLast()
                short += "…"
                break
            }
            short.append(character)
            count += 1
        }
        return short
    }
}
