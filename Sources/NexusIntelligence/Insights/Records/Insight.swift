import NexusCore

/// What messages say is to be done, was decided, is due or matters most; always with the message that says it.
public enum Insight: Hashable, Sendable {
    case actionItem(ActionItem)
    case decision(Decision)
    case deadline(Deadline)
    case priority(Priority)

    /// The message that says it.
    public var source: MessageID {
        switch self {
        case .actionItem(let item): item.source
        case .decision(let decision): decision.source
        case .deadline(let deadline): deadline.source
        case .priority(let priority): priority.source
        }
    }
}

/// Something that somebody is to do.
public struct ActionItem: Hashable, Sendable {
    /// Where it stands, as far as messages tell. People settle it for good.
    public enum State: Hashable, Sendable {
        case open
        /// A message says that it is done.
        case saidDone(by: MessageID)
        /// A message takes it back.
        case cancelled(by: MessageID)
    }

    public var source: MessageID
    /// What is to be done, in the words of the message.
    public var task: String
    /// Who does it: a member who is named or accepts, or who speaks for themself; nobody guessed.
    public var assignee: UserID?
    public var due: DueDate?
    /// The message that gave the date: the source itself, or one that accepts or repeats it.
    public var dueSource: MessageID?
    /// Whether its message says that it cannot wait.
    public var isUrgent: Bool
    public var state: State
    /// Messages that accept or repeat it, in their order.
    public var related: [MessageID]

    public init(
        source: MessageID, task: String, assignee: UserID?, due: DueDate?, dueSource: MessageID? = nil, isUrgent: Bool,
        state: State, related: [MessageID]
    ) {
        self.source = source
        self.task = task
        self.assignee = assignee
        self.due = due
        self.dueSource = dueSource
        self.isUrgent = isUrgent
        self.state = state
        self.related = related
    }
}

/// What was decided, in the words of the message.
public struct Decision: Hashable, Sendable {
    public var source: MessageID
    public var text: String
}

/// A date that something has to keep.
public struct Deadline: Hashable, Sendable {
    public var source: MessageID
    public var text: String
    public var due: DueDate
}

/// A message that cannot wait, and the words that say so.
public struct Priority: Hashable, Sendable {
    public var source: MessageID
    public var reason: String
}
