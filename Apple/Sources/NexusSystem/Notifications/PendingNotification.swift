import Foundation
import UserNotifications

/// A notification that the system waits for. It is delivered once: complete, or as far as it is when the time ends.
public final class PendingNotification: @unchecked Sendable {
    // The lock guards both; content of the system is not marked as sendable.
    private let lock = NSLock()
    private var best: UNNotificationContent
    private var handler: ((UNNotificationContent) -> Void)?

    public init(_ original: UNNotificationContent, handler: @escaping (UNNotificationContent) -> Void) {
        best = original
        self.handler = handler
    }

    /// Makes what is known so far the content that is delivered when the time ends.
    public func improve(_ draft: NotificationDraft) {
        lock.withLock { if handler != nil { best = draft.content(over: best) } }
    }

    /// Delivers what is known; a second call does nothing.
    public func deliver() {
        let (content, waiting) = lock.withLock {
            defer { handler = nil }
            return (best, handler)
        }
        waiting?(content)
    }
}
