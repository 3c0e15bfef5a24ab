import NexusCore

/// What a push notification shows. Each transport writes it in the form of its service.
struct PushContent: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Shows a message, in place of an earlier one of the same conversation.
        case message
        /// Removes what is shown of a conversation, because it was read or deleted.
        case withdrawal
        /// A test that a user asked for.
        case test
    }

    var kind: Kind
    /// Nil for a test.
    var conversation: ConversationID?
    var message: MessageID?
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
}
