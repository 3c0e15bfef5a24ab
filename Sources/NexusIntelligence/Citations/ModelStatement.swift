import NexusCore

/// A model's unverified statement with its citations.
public struct ModelStatement: Equatable, Sendable {
    public var text: String
    public var citations: [Citation]

    public struct Citation: Equatable, Sendable {
        /// The message's ``QuotedMessage/label``, unless the model invented it.
        public var label: String
        /// The words it claims to quote.
        public var quote: String

        public init(_ label: String, quote: String) {
            self.label = label
            self.quote = quote
        }
    }

    public init(_ text: String, _ citations: [Citation] = []) {
        self.text = text
        self.citations = citations
    }

    /// The maximum number of statements per reply, and of citations per statement.
    static let limit = 24
    static let citationLimit = 8

    /// The shape of a reply in statements.
    public static let replyShape = ReplyShape.object([
        .init(
            "statements",
            .array(
                .object([
                    .init("text", .string, note: "One sentence that the quoted messages support."),
                    .init(
                        "citations",
                        .array(
                            .object([
                                .init("id", .string, note: "The id of a quoted message, such as m1."),
                                .init("quote", .string, note: "Words copied exactly from that message's text."),
                            ]), limit: citationLimit)),
                ]), limit: limit), note: "Empty when the messages do not hold the answer.")
    ])

    /// Decodes an object of the reply; nil if it is no statement.
    init?(_ value: JSONValue) {
        guard case .string(let text)? = value["text"], case .array(let citations)? = value["citations"] else {
            return nil
        }
        self.text = text
        self.citations = citations.prefix(ModelStatement.citationLimit).compactMap { citation in
            guard case .string(let label)? = citation["id"], case .string(let quote)? = citation["quote"] else {
                return nil
            }
            return Citation(label, quote: quote)
        }
    }
}
