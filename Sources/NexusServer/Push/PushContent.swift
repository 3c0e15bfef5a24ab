import NexusCore

/// What a push notification shows. Each transport writes it in the form of its service.
struct PushContent: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Shows a message, in place of an earlier one of the same conversation.
        case message
        /// Removes what is shown of a conversation, because it was read or deleted.
        case withdrawal
        /// Reminds the user of an insight, as they asked for it.
        case reminder
        /// A test that a user asked for.
        case test
    }

    var kind: Kind
    /// Nil for a test.
    var conversation: ConversationID?
    var message: MessageID?
    /// Of a reminder.
    var insight: InsightID?
    /// The sender, and their name as the recipient sees it; nil where the recipient hides the content.
    var sender: UserID?
    var senderName: String?
    /// The first line: the group's title or the sender's name, or the product's name where the content is hidden.
    var title: String
    /// The text, in which the sender's name stands for groups.
    var text: String
    /// Unread messages of all conversations that count.
    var badge: Int
    /// Whether it may break through the device's own quiet mode.
    var isUrgent = false
    var playsSound = false
    /// The address of the sender's picture on this server.
    var picture: String?
    /// The page to open, an absolute URL of the server; empty if the server does not know its public address.
    var page: String

    /// By which a device replaces what it shows: messages of a conversation are one notification, each reminder is its own. Nil for a test.
    var tag: String? { insight.map { "reminder-\($0.text)" } ?? conversation?.text }
    /// What it is, for programs.
    var kindName: String {
        switch kind {
        case .message: "message"
        case .withdrawal: "withdrawal"
        case .reminder: "reminder"
        case .test: "test"
        }
    }
}
