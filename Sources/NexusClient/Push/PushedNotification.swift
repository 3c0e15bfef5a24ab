import NexusCore

/// What a push notification says, decrypted: for a notification service extension and for programs with a UnifiedPush endpoint.
public struct PushedNotification: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// Show a message, in place of an earlier one of the same conversation.
        case message
        /// Remove what is shown of the conversation.
        case withdrawal
        /// Show a reminder that the user set: its text and the message that it leads to.
        case reminder
        /// A test that the user asked for.
        case test
    }

    public var kind = Kind.message
    public var title = ""
    public var text = ""
    public var conversation: ConversationID?
    public var message: MessageID?
    /// Nil where the user hides the content.
    public var sender: UserID?
    public var senderName: String?
    /// The page of the web client; nil if the server does not know its public address.
    public var page: String?
    /// Unread messages of all conversations that count: the number on the app's icon.
    public var badge = 0

    /// A notification without content.
    public init(kind: Kind) { self.kind = kind }

    /// Reads the JSON of a decrypted message.
    ///
    /// - Throws: `JSONError`.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        let payload = try Payload.decode(bytes)
        badge = payload.badge
        if payload.withdrawal.kind == "withdrawal" {
            kind = .withdrawal
            conversation = payload.withdrawal.conversation
            return
        }
        kind =
            switch payload.notification.data.kind {
            case "test": .test
            case "reminder": .reminder
            default: .message
            }
        title = payload.notification.title
        text = payload.notification.body
        page = payload.notification.navigate
        conversation = payload.notification.data.conversation
        message = payload.notification.data.message
        sender = payload.notification.data.sender
        senderName = payload.notification.data.senderName
    }
}

/// The shape of Declarative Web Push, with what Nexus adds (docs/notifications.md).
private struct Payload: JSONRecord {
    struct Notification: JSONRecord {
        var title = ""
        var body = ""
        var navigate: String?
        var data = Details(.blank)

        init(_: Blank) {}

        mutating func fields(_ coder: inout FieldCoder) {
            coder.present("title", &title)
            coder.present("body", &body)
            coder.optional("navigate", &navigate)
            coder.present("data", &data)
        }
    }

    struct Details: JSONRecord {
        var kind = ""
        var conversation: ConversationID?
        var message: MessageID?
        var sender: UserID?
        var senderName: String?

        init(_: Blank) {}

        mutating func fields(_ coder: inout FieldCoder) {
            coder.present("kind", &kind)
            coder.optional("conversation", &conversation)
            coder.optional("message", &message)
            coder.optional("sender", &sender)
            coder.optional("senderName", &senderName)
        }
    }

    var notification = Notification(.blank)
    /// What a withdrawal is of.
    var withdrawal = Details(.blank)
    var badge = 0

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("notification", &notification)
        coder.present("nexus", &withdrawal)
        coder.unless(badge == 0, "app_badge", &badge, in: 0...1_000_000)
    }
}
