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
    /// A later decision replaced it.
    public var isReplaced: Bool
    /// The reader is not sure of it, and no member confirmed it.
    public var isSuggested: Bool
    /// A member made, confirmed or edited it.
    public var isSettled: Bool

    public init(
        kind: Kind, state: State = .open, sender: UserID, requester: UserID? = nil, assignee: UserID? = nil,
        due: DueDate? = nil, dueEnd: Timestamp? = nil, isUrgent: Bool = false, writtenAt: Timestamp,
        isChanged: Bool = false, isReplaced: Bool = false, isSuggested: Bool = false, isSettled: Bool = false
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
        self.isReplaced = isReplaced
        self.isSuggested = isSuggested
        self.isSettled = isSettled
    }

    /// How long after its time an open task is probably over though nobody said so, in milliseconds: after the date, or after it was
    /// written if it has none.
    static let overdueReach: Int64 = 12 * 3_600_000
    static let undatedReach: Int64 = 3 * 24 * 3_600_000

    /// Whether a task is probably over though nobody said so. Of 100 such tasks in labelled chats 12 were still open. What a member
    /// made, confirmed or edited stays open until a member ends it.
    public func isProbablyOver(at now: Timestamp) -> Bool {
        guard kind == .task, state == .open, !isSettled else { return false }
        let end = dueEnd?.advanced(by: Self.overdueReach) ?? writtenAt.advanced(by: Self.undatedReach)
        return end < now
    }

    /// Whether it is a decision that none replaced, or a task that is still open.
    public func stands(at now: Timestamp) -> Bool {
        switch kind {
        case .decision: state != .cancelled && !isReplaced
        case .task: state == .open
        case .deadline, .urgent: false
        }
    }
}
