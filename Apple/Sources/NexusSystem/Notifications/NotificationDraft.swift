import NexusClient
import NexusCore

/// What a notification is to show: a message comes from a person, perhaps in a group.
public struct NotificationDraft: Equatable, Sendable {
    public struct Sender: Equatable, Sendable {
        public var id: UserID
        public var name: String
        /// The encoded picture, if it is there in time.
        public var picture: [UInt8]?
    }

    public var title: String
    public var body: String
    /// Nil where the user hides the content, and for a reminder and a test.
    public var sender: Sender?
    /// The title of the group; nil for a direct message.
    public var group: String?
    public var badge: Int
    /// The identifier of the category whose actions it has.
    public var category: String?
    /// Where a tap leads.
    public var place: NotificationPlace?

    public init(_ notification: PushedNotification) {
        (title, body, badge) = (notification.title, notification.text, notification.badge)
        place = notification.conversation.map { NotificationPlace($0, message: notification.message) }
        guard notification.kind == .message else { return }
        category = NotificationActions.category
        guard let id = notification.sender, let name = notification.senderName else { return }
        sender = Sender(id: id, name: name)
        // In a group the text begins with the sender, whom the system shows by itself.
        let prefix = "\(name): "
        guard body.hasPrefix(prefix) else { return }
        group = title
        body = String(body.dropFirst(prefix.count))
    }
}
