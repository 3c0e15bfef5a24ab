import NexusClient
import NexusCore

/// Where a notification leads: its conversation, and the message in it. It travels in the notification's `userInfo`.
public struct NotificationPlace: Hashable, Sendable {
    public var conversation: ConversationID
    public var message: MessageID?

    public init(_ conversation: ConversationID, message: MessageID? = nil) {
        (self.conversation, self.message) = (conversation, message)
    }

    public init?(userInfo: [AnyHashable: Any]) {
        guard let conversation = (userInfo["conversationId"] as? String).flatMap({ ConversationID($0) }) else {
            return nil
        }
        self.init(conversation, message: (userInfo["messageId"] as? String).flatMap { MessageID($0) })
    }

    /// The fields of a payload without a relay, so that both are read alike.
    public var userInfo: [AnyHashable: Any] {
        var fields: [AnyHashable: Any] = ["conversationId": conversation.text]
        if let message { fields["messageId"] = message.text }
        return fields
    }

    public var destination: BannersViewModel.Destination { .init(conversation, message: message) }
}
