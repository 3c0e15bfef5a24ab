import Foundation
import UserNotifications

/// Hands what the user does with notifications to the app.
public final class NotificationCenterDelegate: NSObject, UNUserNotificationCenterDelegate {
    private let answered: @MainActor @Sendable (NotificationAnswer) async -> Void

    public init(answered: @escaping @MainActor @Sendable (NotificationAnswer) async -> Void) {
        self.answered = answered
    }

    /// An open app shows banners of its own.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler(.badge) }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let completion = CompletionHandler<Void> { completionHandler() }
        guard let answer = NotificationAnswer(response) else { return completion(()) }
        let answered = answered
        Task { @MainActor in
            await answered(answer)
            completion(())
        }
    }
}
