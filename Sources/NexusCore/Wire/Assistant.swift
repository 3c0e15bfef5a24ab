/// A question to the assistant: the request of `Endpoints.ask`.
public struct AssistantQuestion: Equatable, Sendable {
    /// As typed; surrounding white space is ignored. At most `Limits.questionCharacters`.
    public var text: String
    /// The topic to continue; `nil` starts a new one.
    public var topic: TopicID?
    /// The one conversation that it is about; `nil` for all that one is in.
    public var conversation: ConversationID?
    /// Minutes by which the asker's clock is ahead of UTC: days begin by it.
    public var utcOffset: Int

    public init(_ text: String, topic: TopicID? = nil, conversation: ConversationID? = nil, utcOffset: Int = 0) {
        self.text = text
        self.topic = topic
        self.conversation = conversation
        self.utcOffset = utcOffset
    }
}

/// A source: a place in a message.
public struct Citation: Equatable, Sendable {
    /// The state of the message since it was cited.
    public enum State: String, Equatable, Sendable, CaseIterable {
        case current
        /// It was edited; the excerpt is from the present text.
        case edited
        /// It was deleted, or the reader may no longer see it; there is no excerpt.
        case gone
    }

    public var message: MessageID
    public var conversation: ConversationID
    /// The conversation's title, or the other user's name; empty once the message is gone.
    public var title: String
    public var seq: Seq
    public var sender: UserID
    /// The sender's name today.
    public var senderName: String
    public var writtenAt: Timestamp
    /// Of the message's text, at most `Limits.excerptCharacters` characters.
    public var excerpt: String
    /// The match with the question, from 0 to 100; `nil` if not compared, as for records.
    public var match: Int?
    /// Its kind, if it has one: `decision`, `action`, `deadline`, `urgent` or `mention`.
    public var kind: String?
    /// Assignee and due date of an action item or deadline: "Ann, by 2026-11-27".
    public var note: String?
    /// Why it is among the sources, as shown: "Decision", "Task of Bob", "Answer to Ann".
    public var reason: String?
    public var state: State

    public init(
        message: MessageID, conversation: ConversationID, title: String, seq: Seq, sender: UserID, senderName: String,
        writtenAt: Timestamp, excerpt: String, match: Int? = nil, kind: String? = nil, note: String? = nil,
        reason: String? = nil, state: State = .current
    ) {
        self.message = message
        self.conversation = conversation
        self.title = title
        self.seq = seq
        self.sender = sender
        self.senderName = senderName
        self.writtenAt = writtenAt
        self.excerpt = excerpt
        self.match = match
        self.kind = kind
        self.note = note
        self.reason = reason
        self.state = state
    }
}

/// An answer of the assistant.
public struct AssistantAnswer: Equatable, Sendable {
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// The citations are the answer: quotes from conversations, and no word beside them.
        case quotes
        /// A language model wrote the statements from the citations.
        case written
        /// The answer is not in the conversations; the citations, if any, come closest.
        case notFound
    }

    /// A sentence with the indices of its sources in ``AssistantAnswer/citations``.
    public struct Statement: Equatable, Sendable {
        public var text: String
        public var citations: [Int]

        public init(_ text: String, citations: [Int]) {
            self.text = text
            self.citations = citations
        }
    }

    public var kind: Kind
    public var statements: [Statement]
    public var citations: [Citation]
    /// The language model that wrote; `nil` for quotes.
    public var model: String?
    /// A note about its origin, such as why no language model wrote it.
    public var notice: String?

    public init(
        _ kind: Kind, statements: [Statement] = [], citations: [Citation], model: String? = nil, notice: String? = nil
    ) {
        self.kind = kind
        self.statements = statements
        self.citations = citations
        self.model = model
        self.notice = notice
    }
}

/// A question with its answer.
public struct AssistantExchange: Equatable, Sendable {
    /// Its place in its topic, from 1.
    public var number: Int
    public var question: String
    /// The standalone form of a follow-up question; `nil` if it is unchanged.
    public var readAs: String?
    public var askedAt: Timestamp
    public var answer: AssistantAnswer

    public init(number: Int, question: String, readAs: String? = nil, askedAt: Timestamp, answer: AssistantAnswer) {
        self.number = number
        self.question = question
        self.readAs = readAs
        self.askedAt = askedAt
        self.answer = answer
    }
}

/// A series of questions, private to the asker.
public struct AssistantTopic: Equatable, Sendable {
    public var id: TopicID
    /// The conversation that it is about; `nil` for all.
    public var conversation: ConversationID?
    /// Its first question.
    public var title: String
    public var changedAt: Timestamp
    /// The number of questions.
    public var count: Int

    public init(id: TopicID, conversation: ConversationID?, title: String, changedAt: Timestamp, count: Int) {
        self.id = id
        self.conversation = conversation
        self.title = title
        self.changedAt = changedAt
        self.count = count
    }
}

/// The response of `Endpoints.topics`: the newest first.
public struct TopicList: Equatable, Sendable {
    public var topics: [AssistantTopic]
    /// The language model, if there is one.
    public var model: String?

    public init(topics: [AssistantTopic], model: String? = nil) {
        self.topics = topics
        self.model = model
    }
}

/// The response of `Endpoints.topic`: its exchanges, in order.
public struct AssistantThread: Equatable, Sendable {
    public var topic: AssistantTopic
    public var exchanges: [AssistantExchange]

    public init(topic: AssistantTopic, exchanges: [AssistantExchange]) {
        self.topic = topic
        self.exchanges = exchanges
    }
}

/// A line of the streamed answer to `Endpoints.ask` (newline-delimited JSON).
public enum AssistantEvent: Equatable, Sendable {
    /// The question is taken, into that topic.
    case began(TopicID, readAs: String?)
    /// A retrieved source.
    case citation(Citation)
    /// More of a language model's text; the finished answer has all of it.
    case text(String)
    /// The stored answer. The last line.
    case finished(TopicID, AssistantExchange)
    /// The question failed. The last line.
    case failed(Refusal)
}

/// A summary of a conversation: the response of `Endpoints.summary` and `Endpoints.catchUp`.
public struct ConversationSummary: Equatable, Sendable {
    public enum Range: String, Equatable, Sendable, CaseIterable {
        /// Unread messages.
        case unread
        case today
        /// The last seven days.
        case week
        case all
    }

    /// The messages that it is of: how many, and the last change of the conversation that it knows.
    public var messages: Int
    public var through: Seq
    /// The number of examined ones: the newest, or with a language model as many as its window holds.
    public var read: Int
    /// A language model's bullets, with the indices of their sources in ``points``; empty without a model.
    public var statements: [AssistantAnswer.Statement]
    /// The sources of the statements; without statements each is one bullet, in its own words.
    public var points: [Citation]
    /// The language model that wrote; `nil` for quotes.
    public var model: String?
    /// A note about its origin, such as why no language model wrote it.
    public var notice: String?

    public init(
        messages: Int, through: Seq, read: Int, statements: [AssistantAnswer.Statement] = [], points: [Citation],
        model: String? = nil, notice: String? = nil
    ) {
        self.messages = messages
        self.through = through
        self.read = read
        self.statements = statements
        self.points = points
        self.model = model
        self.notice = notice
    }
}
