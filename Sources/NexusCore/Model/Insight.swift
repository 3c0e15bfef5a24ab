/// An action item, decision, deadline or priority of a conversation, for its members. A message may have several of a
/// kind, each with its own identifier.
public struct InsightRecord: Equatable, Sendable {
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// A task.
        case action
        /// A decision.
        case decision
        /// A date for a task or event.
        case deadline
        /// An urgent message; the text is the urgent words.
        case priority
    }

    /// The state.
    public enum State: String, Equatable, Sendable, CaseIterable {
        case open
        /// A message reports completion; no member has agreed yet.
        case suggestedDone
        /// A member completed it.
        case done
        /// A member dismissed it.
        case dismissed
        /// A message cancels it, and no member had edited it.
        case cancelled

        /// Whether it still needs attention.
        public var isOpen: Bool { self == .open || self == .suggestedDone }
    }

    /// The priority.
    public enum Level: String, Equatable, Sendable, CaseIterable {
        case high
        case medium
        case low
    }

    /// When something is due.
    public struct Due: Equatable, Sendable {
        /// ISO 8601-1: `2026-03-03`, or `2026-03-03T17:00+01:00`.
        public var text: String
        /// The zone in which it was read, by its name in the tz database.
        public var zone: String
        /// Whether that zone is the server's, because the writer's is unknown.
        public var isServerZone: Bool

        public init(text: String, zone: String, isServerZone: Bool = false) {
            self.text = text
            self.zone = zone
            self.isServerZone = isServerZone
        }
    }

    /// A user with their present name.
    public struct Person: Equatable, Sendable {
        public var id: UserID
        public var name: String

        public init(id: UserID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// How sure it is.
    public enum Certainty: String, Equatable, Sendable, CaseIterable {
        /// A member has made, confirmed or edited it.
        case confirmed
        case likely
        /// It may be none: shown apart from the others.
        case suggested
    }

    /// The words of the source that state it.
    public struct Evidence: Equatable, Sendable {
        /// UTF-8 bytes of the source's text before them.
        public var start: Int64
        /// UTF-8 bytes.
        public var length: Int64

        public init(start: Int64, length: Int64) {
            self.start = start
            self.length = length
        }
    }

    /// Its identifier; `nil` from an older server, where a message has at most one of each kind.
    public var id: InsightID?
    public var conversation: ConversationID
    /// The source message.
    public var source: MessageID
    /// The position of that message in its conversation.
    public var seq: Seq
    public var kind: Kind
    /// The task, decision or deadline: in the words of the message, or a member's.
    public var text: String
    /// The assignee; `nil` if unassigned.
    public var assignee: Person?
    public var due: Due?
    public var level: Level
    public var state: State
    /// Whether a member has confirmed it.
    public var isConfirmed: Bool
    /// The message that reports completion or cancellation.
    public var saidBy: MessageID?
    /// The last member who changed it, and the time; `nil` if unchanged.
    public var changedBy: Person?
    public var changedAt: Timestamp?
    /// The author of its source.
    public var sender: Person
    /// When its source was written.
    public var writtenAt: Timestamp
    /// The source's text, cut to ``excerptLimit`` characters.
    public var excerpt: String
    public var certainty: Certainty
    /// Whether a member made it, not the server.
    public var isMade: Bool
    /// That member; `nil` if it was made before this was kept.
    public var madeBy: Person?
    /// What later messages say of an action item, in their order: at most ``eventLimit``.
    public var events: [Event]
    /// The message of the earlier decision that this one replaces.
    public var replaces: MessageID?
    /// `nil` if its words are not known.
    public var evidence: Evidence?

    /// The maximum of ``events``.
    public static let eventLimit = 16
    /// Characters of ``excerpt``.
    public static let excerptLimit = 150

    public init(
        id: InsightID? = nil, conversation: ConversationID, source: MessageID, seq: Seq, kind: Kind, text: String,
        assignee: Person? = nil, due: Due? = nil, level: Level = .medium, state: State = .open,
        isConfirmed: Bool = false, saidBy: MessageID? = nil, changedBy: Person? = nil, changedAt: Timestamp? = nil,
        sender: Person,
        writtenAt: Timestamp, excerpt: String, certainty: Certainty = .likely, isMade: Bool = false,
        madeBy: Person? = nil, events: [Event] = [], replaces: MessageID? = nil, evidence: Evidence? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.source = source
        self.seq = seq
        self.kind = kind
        self.text = text
        self.assignee = assignee
        self.due = due
        self.level = level
        self.state = state
        self.isConfirmed = isConfirmed
        self.saidBy = saidBy
        self.changedBy = changedBy
        self.changedAt = changedAt
        self.sender = sender
        self.writtenAt = writtenAt
        self.excerpt = excerpt
        self.certainty = certainty
        self.isMade = isMade
        self.madeBy = madeBy
        self.events = events
        self.replaces = replaces
        self.evidence = evidence
    }
}

extension InsightRecord {
    /// What a message says of an action item that an earlier one states.
    public struct Event: Equatable, Sendable {
        public enum Kind: String, Equatable, Sendable, CaseIterable {
            case accepted
            case refused
            /// Its date changes.
            case moved
            /// Another member does it.
            case reassigned
            /// It is asked for or promised again.
            case repeated
            case done
            case cancelled
        }

        public var kind: Kind
        public var message: MessageID
        /// The sender of the message.
        public var person: Person
        /// The date that the message gives, as ``InsightRecord/Due/text``.
        public var due: String?
        /// The member who takes over.
        public var assignee: Person?

        public init(
            kind: Kind, message: MessageID, person: Person, due: String? = nil, assignee: Person? = nil
        ) {
            self.kind = kind
            self.message = message
            self.person = person
            self.due = due
            self.assignee = assignee
        }
    }
}

/// A member's edit of an insight.
public struct InsightChange: Equatable, Sendable {
    /// A change of an optional field.
    public enum Setting<Value: Equatable & Sendable>: Equatable, Sendable {
        case unchanged
        case cleared
        case set(Value)
    }

    /// `open` confirms it, or reopens it and rejects a suggestion; `done` completes and `dismissed` dismisses it.
    public var state: InsightRecord.State?
    public var text: String?
    /// A member of the conversation, or unassigned.
    public var assignee: Setting<UserID>
    /// ISO 8601-1, as ``InsightRecord/Due/text``.
    public var due: Setting<String>
    /// The zone of `due`, by its name in the tz database; without one the asker's.
    public var zone: String?
    public var level: InsightRecord.Level?
    /// Takes a member's `done` or `dismissed` back, as if there had been none: it is as sure as before.
    public var isUndo: Bool

    public init(
        state: InsightRecord.State? = nil, text: String? = nil, assignee: Setting<UserID> = .unchanged,
        due: Setting<String> = .unchanged, zone: String? = nil, level: InsightRecord.Level? = nil,
        isUndo: Bool = false
    ) {
        self.isUndo = isUndo
        self.state = state
        self.text = text
        self.assignee = assignee
        self.due = due
        self.zone = zone
        self.level = level
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == InsightChange(zone: zone) }
}
