import NexusCore

/// A statement that may be shown: each of its citations stands in a message that the asker may see, and what it says is of them.
public struct CheckedStatement: Equatable, Sendable {
    /// One line of plain text, without markup; a link only where a cited message holds it.
    public var text: String
    /// At least one.
    public var citations: [Citation]

    public init(text: String, citations: [Citation]) {
        self.text = text
        self.citations = citations
    }

    /// Words of a message.
    public struct Citation: Equatable, Sendable {
        public var message: MessageID
        public var conversation: ConversationID
        public var seq: Seq
        /// As they stand in the message.
        public var quote: String
        /// Where: Unicode scalars of the message's text.
        public var range: Range<Int>

        public init(
            message: MessageID, conversation: ConversationID, seq: Seq, quote: String, range: Range<Int>
        ) {
            self.message = message
            self.conversation = conversation
            self.seq = seq
            self.quote = quote
            self.range = range
        }
    }
}

/// Why a statement is not shown.
public enum StatementFault: String, Error, Equatable, Sendable, CaseIterable {
    /// It names no message, or only such as it was not given or as the asker may not see.
    case noSource = "no_source"
    /// The words do not stand in the messages that it names.
    case noQuote = "no_quote"
    /// The quote is there, but the statement says something else: a number or name that is not of it, or too few of its words.
    case unsupported
    /// Nothing is left of its text without markup and links.
    case empty
}

/// What became of a reply.
public struct CheckedAnswer: Equatable, Sendable {
    public var statements: [CheckedStatement]
    /// How many were dropped, by reason.
    public var faults: [StatementFault: Int]
    /// Whether the model answered in statements at all, were it none of them.
    public var isAnswer: Bool
    /// How many messages the model was given.
    public var messages = 0

    public init(statements: [CheckedStatement] = [], faults: [StatementFault: Int] = [:], isAnswer: Bool = true) {
        self.statements = statements
        self.faults = faults
        self.isAnswer = isAnswer
    }

    public var droppedCount: Int { faults.values.reduce(0, +) }
}
