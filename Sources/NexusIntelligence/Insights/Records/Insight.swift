import NexusCore

/// An action item, decision, deadline or priority, always with its source message.
public enum Insight: Hashable, Sendable {
    case actionItem(ActionItem)
    case decision(Decision)
    case deadline(Deadline)
    case priority(Priority)

    /// The source message.
    public var source: MessageID {
        switch self {
        case .actionItem(let item): item.source
        case .decision(let decision): decision.source
        case .deadline(let deadline): deadline.source
        case .priority(let priority): priority.source
        }
    }
}

/// A task for a member.
public struct ActionItem: Hashable, Sendable {
    /// The state according to messages. Users decide on the final one.
    public enum State: Hashable, Sendable {
        case open
        /// A message reports completion.
        case saidDone(by: MessageID)
        /// A message cancels it.
        case cancelled(by: MessageID)
    }

    public var source: MessageID
    /// The task, in the words of the message.
    public var task: String
    /// The assignee: a member who is named, accepts or volunteers; never a guess.
    public var assignee: UserID?
    public var due: DueDate?
    /// The message that gave the date: the source itself, or one that accepts or repeats it.
    public var dueSource: MessageID?
    /// Whether its message is urgent.
    public var isUrgent: Bool
    public var state: State
    /// The first messages that accept or repeat it, in their order: at most ``relatedLimit``.
    public private(set) var related: [MessageID]

    /// Messages kept in ``related``: what a conversation repeats for years must not grow with it.
    public static let relatedLimit = 8

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
        self.related = Array(related.prefix(Self.relatedLimit))
    }

    /// Notes a message that accepts or repeats it.
    mutating func relate(_ message: MessageID) {
        if related.count < Self.relatedLimit { related.append(message) }
    }
}

/// A decision, in the words of the message.
public struct Decision: Hashable, Sendable {
    public var source: MessageID
    public var text: String
}

/// A date for a task or event.
public struct Deadline: Hashable, Sendable {
    public var source: MessageID
    public var text: String
    public var due: DueDate
}

/// An urgent message, and the words that express it.
public struct Priority: Hashable, Sendable {
    public var source: MessageID
    public var reason: String
}
