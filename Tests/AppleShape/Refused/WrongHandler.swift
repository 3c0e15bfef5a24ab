// refused: do not match those of overridden method
import UserNotifications

final class WrongHandler: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, completionHandler: @escaping (UNNotificationContent) -> Void
    ) {}
}
