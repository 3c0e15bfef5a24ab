import Foundation
import NexusClient
import NexusCore
import UserNotifications

/// The notifications that the device shows.
public enum DeliveredNotifications {
    /// Removes those of a conversation that was read elsewhere, and corrects the number on the icon.
    public static func withdraw(_ notification: PushedNotification, from center: UNUserNotificationCenter) async {
        if let conversation = notification.conversation {
            let shown = await center.deliveredNotifications().map(\.request)
            center.removeDeliveredNotifications(withIdentifiers: identifiers(of: conversation, in: shown))
        }
        try? await center.setBadgeCount(notification.badge)
    }

    static func identifiers(of conversation: ConversationID, in shown: [UNNotificationRequest]) -> [String] {
        shown.filter { $0.content.threadIdentifier == conversation.text }.map(\.identifier)
    }

    /// Tells that a reply could not be queued, and keeps its text.
    public static func tell(
        notSent text: String, to place: NotificationPlace, in center: UNUserNotificationCenter
    ) async {
        let content = UNMutableNotificationContent()
        content.title = NSLocalizedString("Your reply was not sent", comment: "")
        content.body = text
        content.threadIdentifier = place.conversation.text
        content.userInfo = place.userInfo
        try? await center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil))
    }
}
