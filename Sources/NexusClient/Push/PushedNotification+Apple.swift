import Foundation
import NexusCore

extension PushedNotification {
    /// Reads what Apple's service delivered: the payload of a relay, or that of a server with the app's own key (docs/notifications.md).
    ///
    /// - Parameters:
    ///   - userInfo: the payload, as the system hands it to the app and its service extension.
    ///   - keys: the device's; only the payload of a relay needs them.
    /// - Throws: ``PushDecryptionError``; `malformed` for a payload that is not of Nexus, `wrongKeys` where keys are missing.
    public init(apple userInfo: [AnyHashable: Any], keys: PushKeys?) throws(PushDecryptionError) {
        if let sealed = userInfo[PushedNotification.relayField] as? String {
            guard let keys else { throw .wrongKeys }
            try self.init(relayed: sealed, keys: keys)
            return
        }
        guard let kind = (userInfo["kind"] as? String).flatMap(PushedNotification.kinds.firstIndex(of:)) else {
            throw .malformed
        }
        self.init(kind: [Kind.message, .withdrawal, .reminder, .test][kind])
        let system = userInfo["aps"] as? [AnyHashable: Any] ?? [:]
        let alert = system["alert"] as? [AnyHashable: Any] ?? [:]
        title = alert["title"] as? String ?? ""
        text = alert["body"] as? String ?? ""
        conversation = (userInfo["conversationId"] as? String).flatMap { .init($0) }
        message = (userInfo["messageId"] as? String).flatMap { .init($0) }
        sender = (userInfo["senderId"] as? String).flatMap { .init($0) }
        senderName = userInfo["senderName"] as? String
        badge = max(0, system["badge"] as? Int ?? userInfo["badge"] as? Int ?? 0)
    }

    /// As the payload names them.
    private static let kinds = ["message", "withdrawal", "reminder", "test"]
}
