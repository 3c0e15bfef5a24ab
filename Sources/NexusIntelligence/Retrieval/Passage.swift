/// A message for retrieval.
public struct Passage: Sendable {
    public var sender: String
    public var text: String
    /// When it was written, in words that a question may use: "Friday 8 May 2026".
    public var day: String
    /// Messages of one exchange are adjacent in the list and share this number: they were written in one conversation
    /// without a long pause.
    public var exchange: Int
    /// The embedding of ``line``; nil without a model or until it is computed.
    public var vector: [Float]?
    /// The place in the list of the message that it replies to; nil if it replies to none, or that is not in the list.
    public var replyTo: Int?

    public init(
        sender: String, text: String, day: String, exchange: Int, vector: [Float]? = nil, replyTo: Int? = nil
    ) {
        self.sender = sender
        self.text = text
        self.day = day
        self.exchange = exchange
        self.vector = vector
        self.replyTo = replyTo
    }

    /// Whether a text is a question in the end, which others may answer.
    static func asks(_ text: String) -> Bool {
        text.last { !$0.isWhitespace }.map { $0 == "?" || $0 == "？" } ?? false
    }

    /// The embedded text, with the sender's name.
    public var line: String { Self.line(sender: sender, text: text) }

    /// The text to embed for a message.
    public static func line(sender: String, text: String) -> String { "\(sender): \(text)" }
}
