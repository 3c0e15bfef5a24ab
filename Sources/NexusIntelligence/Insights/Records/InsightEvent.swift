import NexusCore

/// What a message says of an action item that an earlier one states.
public struct InsightEvent: Hashable, Sendable {
    public typealias Kind = InsightRecord.Event.Kind

    public var kind: Kind
    public var message: MessageID
    /// The sender of the message.
    public var person: UserID
    /// The date that the message gives.
    public var due: DueDate?
    /// The member who takes over.
    public var assignee: UserID?

    public init(
        _ kind: Kind, _ message: MessageID, by person: UserID, due: DueDate? = nil, assignee: UserID? = nil
    ) {
        self.kind = kind
        self.message = message
        self.person = person
        self.due = due
        self.assignee = assignee
    }
}
