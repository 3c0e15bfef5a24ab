import NexusCore

/// A model's record that passed the check: everything in it is of the messages.
public struct CheckedRecord: Equatable, Sendable {
    /// What a record says of an earlier one.
    public enum Relation: Equatable, Sendable {
        /// It changes a task; there is no record of its own.
        case event(InsightEvent.Kind)
        /// A decision that replaces an earlier one.
        case replaces
    }

    public var kind: InsightRecord.Kind
    public var source: MessageID
    /// The place of the quote in the source's text.
    public var span: TextSpan
    /// The task, or the quoted words.
    public var text: String
    public var assignee: UserID?
    /// As our parser reads the quoted phrase.
    public var due: DueDate?
    public var relation: Relation?
    /// The earlier record; only with a relation.
    public var related: InsightID?
    /// The fields that the model gave and the messages do not support.
    public var dropped: Set<ExtractionFault> = []
    /// The message whose words a task has beside those of the source; nil without any.
    public var borrowsFrom: MessageID?
}

/// The reason why a model's record, or a field of it, is not used.
public enum ExtractionFault: String, Error, Equatable, Sendable, CaseIterable {
    /// No new message has that label.
    case noMessage = "no_message"
    /// The quote is not in the message.
    case noQuote = "no_quote"
    case noKind = "no_kind"
    /// No earlier record has that label, or it cannot have the relation.
    case noRecord = "no_record"
    /// Nothing near the quote requests, commits or settles.
    case noAct = "no_act"
    /// A deadline without a date.
    case noDate = "no_date"
    /// The assignee is no member who is named or speaks. Only the assignee is dropped.
    case noPerson = "no_person"
    /// The due phrase is not in the message, or is no date. Only the date is dropped.
    case noPhrase = "no_phrase"
    /// The message looks like a prompt injection.
    case planted
}
