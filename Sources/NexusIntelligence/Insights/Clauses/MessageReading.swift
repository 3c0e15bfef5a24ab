import NexusCore

/// What a message states and does, by its clauses.
struct MessageReading: Sendable {
    struct Action: Sendable {
        enum Kind: Sendable {
            /// The speaker takes it on.
            case promise
            /// A request, or a statement that something has to be done.
            case request
        }

        var kind: Kind
        var task: String
        var assignee: UserID?
        var due: DueDate?
        var stems: Set<String>
        /// The clause that states it.
        var span: TextSpan
        var confidence: Confidence
        /// The message whose words the task has beside its own.
        var borrowsFrom: MessageID?
    }

    /// A proposal or a decision, with the words of its topic.
    struct Choice: Sendable {
        var text: String
        var stems: Set<String>
        var span: TextSpan
        var confidence: Confidence
        /// Whether its topic is named before.
        var isElliptic: Bool
    }

    /// At most this many records of a kind of a message are kept.
    static let limit = 16

    var actions: [Action] = []
    var proposals: [Choice] = []
    var decisions: [Choice] = []
    var deadlines: [Deadline] = []
    var priority: Priority?
    /// What it does to items of earlier messages.
    var does: Set<ClauseAct> = []
    /// Whether it may accept: enough where a request waits for this very answer.
    var mayAccept = false
    /// The probability that it reports completion, the greatest of its clauses.
    var reported = 0.0
    /// Whether it ends with a question.
    var asks = false
    /// Whether it is so short that its topic comes from the messages before.
    var isShort = false
    var due: DueDate?
    var stems: Set<String> = []
    /// Members it names.
    var named: [UserID] = []
}
