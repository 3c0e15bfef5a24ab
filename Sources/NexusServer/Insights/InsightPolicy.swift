import NexusCore
import NexusDatabase
import NexusIntelligence

/// The only place that decides whether insights are extracted and shown.
enum InsightPolicy {
    /// The confidence from which an insight is shown among the others, before members teach another
    /// (``InsightThresholds``); below it, as suggested.
    static let likely = Confidence(0.5)
    /// The confidence of an insight that only the language model found, or that it contradicts, at most: suggested.
    static let disputed = Confidence(0.4)
    /// The confidence of an insight that both found, at least.
    static let agreed = Confidence(0.75)

    /// Whether the messages of a conversation may be processed for insights.
    static func mayRead(_ conversation: ConversationID, _ reader: Reader) throws -> Bool {
        try AIConsent.allows(conversation, reader)
    }

    /// Whether a user sees insights: not if they hide AI.
    static func shows(to user: UserID, _ reader: Reader) throws -> Bool {
        try AIConsent.isWanted(by: user, reader)
    }
}
