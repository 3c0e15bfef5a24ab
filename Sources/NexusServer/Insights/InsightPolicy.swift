import NexusCore
import NexusDatabase

/// Where insights are read and shown at all: the one place that asks.
enum InsightPolicy {
    /// Whether the messages of a conversation may be read for insights.
    static func mayRead(_ conversation: ConversationID, _ reader: Reader) throws -> Bool {
        try AIConsent.allows(conversation, reader)
    }

    /// Whether somebody is shown insights: not where they hide what artificial intelligence does.
    static func shows(to user: UserID, _ reader: Reader) throws -> Bool {
        try AIConsent.isWanted(by: user, reader)
    }
}
