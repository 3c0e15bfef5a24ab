import NexusCore

/// A statement that may be shown: each citation is in a message that the asker may see, and the statement agrees with
/// it.
public struct CheckedStatement: Equatable, Sendable {
    /// One line of plain text without markup. A link appears only if a cited message contains it.
    public var text: String
    /// At least one.
    public var citations: [Citation]
    /// Why the text quotes the sources; nil if it is the model's own wording.
    public var doubt: StatementDoubt?

    public init(text: String, citations: [Citation], doubt: StatementDoubt? = nil) {
        self.text = text
        self.citations = citations
        self.doubt = doubt
    }

    /// Words of a message.
    public struct Citation: Equatable, Sendable {
        public var message: MessageID
        public var conversation: ConversationID
        public var seq: Seq
        /// The words as in the message.
        public var quote: String
        /// Their range in Unicode scalars of the message's text.
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

/// The reason why a statement is replaced by its sources: it seems to contradict them.
public enum StatementDoubt: String, Equatable, Sendable, CaseIterable {
    /// A number, an amount or its unit.
    case number
    case day
    /// A time of day.
    case time
    /// Only one of the two is negated.
    case negation
    /// Raised or lowered, accepted or refused, before or after.
    case direction
    /// A person whom the sources do not name, or who did something else.
    case person
    /// The statement asserts what the source only asks, supposes or announces.
    case certainty
    /// The statement is in the first person.
    case voice
    /// More than a third of the added words are in no source.
    case wording
    /// The source looks like a prompt injection.
    case planted
    /// The model itself, asked a second time, does not find it in its citations.
    case entailment
}

/// The reason why a statement is not shown.
public enum StatementFault: String, Error, Equatable, Sendable, CaseIterable {
    /// No citation names a message of the request that the asker may see.
    case noSource = "no_source"
    /// No quote is in the message that it names.
    case noQuote = "no_quote"
    /// The sources contain too few of the statement's words.
    case unsupported
    /// No text is left without markup and links.
    case empty
    /// It speaks of other people or another month than the question, or does not answer it.
    case irrelevant
}

/// The checked statements of a reply.
public struct CheckedAnswer: Equatable, Sendable {
    public var statements: [CheckedStatement]
    /// The number of dropped statements by reason.
    public var faults: [StatementFault: Int]
    /// True if the reply contained a list of statements, even an empty one.
    public var isAnswer: Bool
    /// The number of messages in the request.
    public var messages = 0

    public init(statements: [CheckedStatement] = [], faults: [StatementFault: Int] = [:], isAnswer: Bool = true) {
        self.statements = statements
        self.faults = faults
        self.isAnswer = isAnswer
    }

    public var droppedCount: Int { faults.values.reduce(0, +) }
}
