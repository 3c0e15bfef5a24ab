import Foundation
import UserNotifications

/// The actions of a notification of a message.
public enum NotificationActions {
    /// The identifier of their category, which the server names too.
    public static let category = "message"
    static let reply = "reply"
    static let read = "read"

    /// The category to register with the system when the app starts.
    public static var message: UNNotificationCategory {
        UNNotificationCategory(
            identifier: category,
            actions: [
                UNTextInputNotificationAction(
                    identifier: reply, title: NSLocalizedString("Reply", comment: ""), options: .authenticationRequired,
                    textInputButtonTitle: NSLocalizedString("Send", comment: ""),
                    textInputPlaceholder: NSLocalizedString("Message", comment: "")),
                UNNotificationAction(
                    identifier: read, title: NSLocalizedString("Mark as read", comment: ""),
                    options: .authenticationRequired),
            ], intentIdentifiers: ["INSendMessageIntent"])
    }
}

/// What the user did with a notification.
public enum NotificationAnswer: Equatable, Sendable {
    case opened(NotificationPlace)
    case replied(String, NotificationPlace)
    case markedRead(NotificationPlace)

    /// Nil for a dismissal, and for a notification that leads nowhere.
    public init?(_ response: UNNotificationResponse) {
        guard let place = NotificationPlace(userInfo: response.notification.request.content.userInfo) else {
            return nil
        }
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: self = .opened(place)
        case NotificationActions.read: self = .markedRead(place)
        case NotificationActions.reply:
            guard let text = (response as? UNTextInputNotificationResponse)?.userText else { return nil }
            self = .replied(text, place)
        default: return nil
        }
    }
}
