import NexusCore

/// An action item, decision, deadline or priority, always with its source message. A message may have several of a kind;
/// they differ by where their words begin.
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

    /// The words that state it, within the source's text.
    public var span: TextSpan {
        switch self {
        case .actionItem(let item): item.span
        case .decision(let decision): decision.span
        case .deadline(let deadline): deadline.span
        case .priority(let priority): priority.span
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
    /// The message whose words the task has beside its own: those that a pronoun stands for. Nil without any.
    public var borrowsFrom: MessageID?
    /// The assignee: a member who is named, accepts or volunteers; never a guess.
    public var assignee: UserID?
    public var due: DueDate?
    /// The message that gave the date: the source itself, or one that accepts or repeats it.
    public var dueSource: MessageID?
    /// Whether its message is urgent.
    public var isUrgent: Bool
    public var state: State
    /// The words that state it, within the source's text.
    public var span: TextSpan
    public var confidence: Confidence
    /// What messages after the source say of it, in their order: the first ``eventLimit``.
    public private(set) var events: [InsightEvent]

    /// Events that are kept: what a conversation repeats for years must not grow with it.
    public static let eventLimit = InsightRecord.eventLimit

    public init(
        source: MessageID, task: String, assignee: UserID?, due: DueDate?, dueSource: MessageID? = nil, isUrgent: Bool,
        state: State, span: TextSpan, confidence: Confidence = .certain, events: [InsightEvent] = [],
        borrowsFrom: MessageID? = nil
    ) {
        self.source = source
        self.task = task
        self.borrowsFrom = borrowsFrom
        self.assignee = assignee
        self.due = due
        self.dueSource = dueSource
        self.isUrgent = isUrgent
        self.state = state
        self.span = span
        self.confidence = confidence
        self.events = Array(events.prefix(Self.eventLimit))
    }

    mutating func note(_ event: InsightEvent) {
        if events.count < Self.eventLimit { events.append(event) }
    }
}

/// A decision, in the words of the message or of the proposal that it settles.
public struct Decision: Hashable, Sendable {
    public var source: MessageID
    public var text: String
    public var span: TextSpan
    public var confidence = Confidence.certain
    /// The message of the earlier decision that this one replaces.
    public var replaces: MessageID?
    /// The message of the proposal whose words the text begins with; nil without them.
    public var borrowsFrom: MessageID?

    public init(
        source: MessageID, text: String, span: TextSpan, confidence: Confidence = .certain, replaces: MessageID? = nil,
        borrowsFrom: MessageID? = nil
    ) {
        self.source = source
        self.text = text
        self.span = span
        self.confidence = confidence
        self.replaces = replaces
        self.borrowsFrom = borrowsFrom
    }
}

/// A date for a task or event.
public struct Deadline: Hashable, Sendable {
    public var source: MessageID
    public var text: String
    public var due: DueDate
    public var span: TextSpan
    public var confidence = Confidence.certain

    public init(
        source: MessageID, text: String, due: DueDate, span: TextSpan, confidence: Confidence = .certain
    ) {
        self.source = source
        self.text = text
        self.due = due
        self.span = span
        self.confidence = confidence
    }
}

/// An urgent message, and the words that express it.
public struct Priority: Hashable, Sendable {
    public var source: MessageID
    public var reason: String
    public var span: TextSpan
    public var confidence = Confidence.certain

    public init(source: MessageID, reason: String, span: TextSpan, confidence: Confidence = .certain) {
        self.source = source
        self.reason = reason
        self.span = span
        self.confidence = confidence
    }
}
