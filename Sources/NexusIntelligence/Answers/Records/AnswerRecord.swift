import NexusCore

/// A record of a conversation, as far as answers select by it.
public struct AnswerRecord: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case task, decision, deadline, urgent
    }

    public enum State: Int, Equatable, Sendable {
        case open
        /// A message reports completion.
        case saidDone
        case done
        case cancelled
    }

    public var kind: Kind
    public var state: State
    /// The user who wrote the message.
    public var sender: UserID
    /// The user who asked for the task; the sender, unless they took it on by themselves.
    public var requester: UserID?
    public var assignee: UserID?
    /// The day or time when it is due, and when that is over.
    public var due: DueDate?
    public var dueEnd: Timestamp?
    public var isUrgent: Bool
    public var writtenAt: Timestamp
    /// Whether it was moved, reassigned, cancelled or replaced, or replaces another.
    public var isChanged: Bool

    public init(
        kind: Kind, state: State = .open, sender: UserID, requester: UserID? = nil, assignee: UserID? = nil,
        due: DueDate? = nil, dueEnd: Timestamp? = nil, isUrgent: Bool = false, writtenAt: Timestamp,
        isChanged: Bool = false
    ) {
        self.kind = kind
        self.state = state
        self.sender = sender
        self.requester = requester
        self.assignee = assignee
        self.due = due
        self.dueEnd = dueEnd
        self.isUrgent = isUrgent
        self.writtenAt = writtenAt
        self.isChanged = isChanged
    }
}
