import NexusCore
import NexusIntelligence

/// The answer to "Extract action items", "What decisions were made?" and "Any deadlines?": the insights on record,
/// without a language model.
enum InsightAnswer {
    /// The maximum of insights in an answer.
    static let limit = 20

    /// - Parameter insights: all of the conversation, in the order in which they are shown.
    static func answer(to intent: AssistantIntent, from insights: [CitedInsight]) -> StoredAnswer {
        let asked = insights.filter { $0.stands && isAsked($0, for: intent) }
        var notice: String?
        if asked.count > limit { notice = "The first \(limit) of \(asked.count); the others are among the insights." }
        if asked.isEmpty { notice = nothing(intent) }
        return StoredAnswer(
            kind: asked.isEmpty ? .notFound : .quotes, sources: asked.prefix(limit).map(source), notice: notice)
    }

    private static func isAsked(_ cited: CitedInsight, for intent: AssistantIntent) -> Bool {
        switch (intent, cited.insight.kind) {
        case (.actions, .action), (.decisions, .decision), (.deadlines, .deadline): true
        case (.deadlines, .action): cited.insight.due != nil
        default: false
        }
    }

    private static func source(_ cited: CitedInsight) -> StoredAnswer.Source {
        let insight = cited.insight
        let excerpt = Excerpt(of: cited.text, holding: insight.text, limit: Limits.excerptCharacters)
        return StoredAnswer.Source(
            message: insight.source, conversation: insight.conversation, seq: insight.seq, sender: cited.sender,
            writtenAt: insight.writtenAt, range: excerpt.range, kind: insight.kind.rawValue, note: cited.note)
    }

    private static func nothing(_ intent: AssistantIntent) -> String {
        switch intent {
        case .actions: "No action items were found in this conversation."
        case .decisions: "No decision was found in this conversation."
        case .deadlines: "No deadline was found in this conversation."
        case .catchUp, .summary, .question: "Nothing was found in this conversation."
        }
    }
}
