import NexusCore

/// A queue of questions, answered in batches by one read at a time, so that announcements keep the order of events.
struct PresenceQuestionQueue {
    /// Questions answered by one read at most.
    static let questionsPerRead = 64
    /// The maximum of queued questions; presence is a hint, so further ones are dropped.
    static let limit = 100_000

    private var waiting: [PresenceQuestion] = []
    /// The same as `waiting`, to find one quickly.
    private var isWaiting: Set<PresenceQuestion> = []
    private var asked: [PresenceQuestion] = []
    private var isOvertaken = false

    var isEmpty: Bool { waiting.isEmpty && asked.isEmpty }

    /// Queues a question. A queued one is not added again: its answer will be current.
    ///
    /// - Returns: Whether it is queued.
    @discardableResult
    mutating func add(_ question: PresenceQuestion) -> Bool {
        if isWaiting.contains(question) { return true }
        guard waiting.count < PresenceQuestionQueue.limit else { return false }
        isWaiting.insert(question)
        waiting.append(question)
        return true
    }

    /// The next batch; empty while another is being read.
    mutating func next() -> [PresenceQuestion] {
        guard asked.isEmpty, !waiting.isEmpty else { return [] }
        asked = Array(waiting.prefix(PresenceQuestionQueue.questionsPerRead))
        waiting.removeFirst(asked.count)
        isWaiting.subtract(asked)
        return asked
    }

    /// The members of a conversation have changed: the running read may be stale.
    mutating func membersChanged(in conversation: ConversationID, someLeft: Bool) {
        guard !asked.isEmpty else { return }
        // A question of its own introduces a new member; only a cached audience would lack them.
        if someLeft || asked.contains(.audience(conversation)) { isOvertaken = true }
    }

    /// A block has changed: the running read may be stale.
    mutating func relationsChanged() {
        if !asked.isEmpty { isOvertaken = true }
    }

    /// The batch has been answered; returns whether the answers are current. If not, it is read again.
    mutating func answered() -> Bool {
        guard !isOvertaken else {
            askAgain(asked)
            return false
        }
        asked = []
        return true
    }

    /// The read failed and is retried, except for audiences: typing would come too late.
    ///
    /// - Returns: The conversations whose audiences stay unknown.
    mutating func failed() -> [ConversationID] {
        var conversations: [ConversationID] = []
        var others: [PresenceQuestion] = []
        for question in asked {
            if case .audience(let conversation) = question {
                conversations.append(conversation)
            } else {
                others.append(question)
            }
        }
        askAgain(others)
        return conversations
    }

    private mutating func askAgain(_ questions: [PresenceQuestion]) {
        asked = []
        isOvertaken = false
        let again = questions.filter { isWaiting.insert($0).inserted }
        waiting = again + waiting
    }
}
