import NexusCore
import NexusDatabase

/// The only place that decides whether insights are extracted and shown.
enum InsightPolicy {
    /// Whether the messages of a conversation may be processed for insights.
    static func mayRead(_ conversation: ConversationID, _ reader: Reader) throws -> Bool {
        try AIConsent.allows(conversation, reader)
    }

    /// Whether a user sees insights: not if they hide AI.
    static func shows(to user: UserID, _ reader: Reader) throws -> Bool {
        try AIConsent.isWanted(by: user, reader)
    }
}
