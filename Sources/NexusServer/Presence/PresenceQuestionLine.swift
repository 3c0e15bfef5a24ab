import NexusCore

/// Questions that wait to be answered, a few by one read and one read after another: what people are told then keeps the order in
/// which it happened, and what happens meanwhile is asked together.
struct PresenceQuestionLine {
    /// Questions answered by one read at most.
    static let questionsPerRead = 64
    /// Questions that may wait; presence is a hint, so what comes beyond that is left out.
    static let limit = 100_000

    private var waiting: [PresenceQuestion] = []
    /// The same as `waiting`, to find one quickly.
    private var isWaiting: Set<PresenceQuestion> = []
    private var asked: [PresenceQuestion] = []
    private var isOvertaken = false

    var isEmpty: Bool { waiting.isEmpty && asked.isEmpty }

    /// Adds a question. One that waits already is not added again: it will be answered as things are then.
    ///
    /// - Returns: Whether it waits now.
    @discardableResult
    mutating func add(_ question: PresenceQuestion) -> Bool {
        if isWaiting.contains(question) { return true }
        guard waiting.count < PresenceQuestionLine.limit else { return false }
        isWaiting.insert(question)
        waiting.append(question)
        return true
    }

    /// The questions to ask now; none while others are asked.
    mutating func next() -> [PresenceQuestion] {
        guard asked.isEmpty, !waiting.isEmpty else { return [] }
        asked = Array(waiting.prefix(PresenceQuestionLine.questionsPerRead))
        waiting.removeFirst(asked.count)
        isWaiting.subtract(asked)
        return asked
    }

    /// The members of a conversation have changed: what is being asked may be answered as it was before that.
    mutating func membersChanged(in conversation: ConversationID, someLeft: Bool) {
        guard !asked.isEmpty else { return }
        // Who joined is introduced by a question of its own; only an audience would be remembered without them.
        if someLeft || asked.contains(.audience(conversation)) { isOvertaken = true }
    }

    /// Somebody has blocked somebody, or no longer: what is being asked may be answered as it was before that.
    mutating func relationsChanged() {
        if !asked.isEmpty { isOvertaken = true }
    }

    /// What was asked has been answered; returns whether the answers may be used. If not, it is asked again.
    mutating func answered() -> Bool {
        guard !isOvertaken else {
            askAgain(asked)
            return false
        }
        asked = []
        return true
    }

    /// What was asked could not be answered, and is asked again, but for audiences: typing would come too late.
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
