import NexusClient
import NexusSystem
import UserNotifications

/// The notification service extension: opens what arrived, before it is shown.
final class NotificationService: UNNotificationServiceExtension {
    private var pending: PendingNotification?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let opener = NotificationOpener(keys: SharedProfile.pushKeys, pictures: try? SharedProfile.client())
        pending = opener.receive(request.content, handler: contentHandler)
    }

    override func serviceExtensionTimeWillExpire() { pending?.deliver() }
}
