import NexusCore

/// A model's unverified record of a message. ``ExtractionCheck`` decides what of it holds.
public struct ExtractedRecord: Equatable, Sendable {
    /// `task`, `decision`, `deadline` or `urgent`, unless the model invented another.
    public var kind: String
    /// The message's ``QuotedMessage/label``.
    public var message: String
    /// The words that it claims to quote.
    public var quote: String
    /// Characters of the message before the quote; it only tells apart repeated words.
    public var start: Int64
    /// A name; empty for nobody.
    public var assignee: String
    /// The words that give a date; empty for none.
    public var due: String
    /// The label of an earlier record; empty for none.
    public var record: String
    /// What the message does to that record; empty for nothing.
    public var relation: String

    public init(
        kind: String, message: String, quote: String, start: Int64 = 0, assignee: String = "", due: String = "",
        record: String = "", relation: String = ""
    ) {
        self.kind = kind
        self.message = message
        self.quote = quote
        self.start = start
        self.assignee = assignee
        self.due = due
        self.record = record
        self.relation = relation
    }

    /// Records of one reply, at most.
    static let limit = 40

    /// The shape of a reply.
    static let replyShape = ReplyShape.object([
        .init(
            "records",
            .array(
                .object([
                    .init("kind", .string, note: "task, decision, deadline or urgent."),
                    .init("message", .string, note: "The id of the message that states it, such as m7."),
                    .init("quote", .string, note: "Words copied exactly from that message's text."),
                    .init("start", .integer, note: "The characters of the text before the quote."),
                    .init("assignee", .string, note: "Who has to do it, as the messages name them; empty if unknown."),
                    .init("due", .string, note: "The words of that message that give the date; empty without one."),
                    .init("record", .string, note: "The id of an earlier record, such as r2; empty for none."),
                    .init(
                        "relation", .string,
                        note: "What the message does to that record: accepted, refused, moved, reassigned, repeated, "
                            + "done, cancelled or replaces; empty for nothing."),
                ]), limit: limit), note: "Empty when the messages hold none.")
    ])

    /// The records of a reply that has the shape.
    public static func all(in reply: JSONValue) -> [ExtractedRecord] {
        guard case .array(let records)? = reply["records"] else { return [] }
        return records.compactMap(ExtractedRecord.init)
    }

    private init?(_ value: JSONValue) {
        func text(_ name: String) -> String? {
            guard case .string(let text)? = value[name] else { return nil }
            return text
        }
        guard let kind = text("kind"), let message = text("message"), let quote = text("quote"),
            let assignee = text("assignee"), let due = text("due"), let record = text("record"),
            let relation = text("relation"), case .integer(let start)? = value["start"]
        else { return nil }
        self.init(
            kind: kind, message: message, quote: quote, start: start, assignee: assignee, due: due, record: record,
            relation: relation)
    }
}
