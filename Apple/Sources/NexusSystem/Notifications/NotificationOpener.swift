import Foundation
import NexusClient
import NexusCore
import UserNotifications

/// Brings the picture of a sender. `NexusClient` takes it from its caches, or from the server.
public protocol SenderPictures: Sendable {
    /// The encoded picture; nil if there is none, or it cannot be had.
    func senderPicture(of user: UserID) async -> [UInt8]?
}

extension NexusClient: SenderPictures {
    public func senderPicture(of user: UserID) async -> [UInt8]? {
        guard let media = try? knownPeople(matching: "").first(where: { $0.id == user })?.picture else { return nil }
        return try? await images.picture(ImageRequest(portrait: media, side: 192))
    }
}

/// Opens what arrived for the device: the work of the notification service extension.
public struct NotificationOpener: Sendable {
    /// Seconds for a picture: the text of a message does not wait longer.
    public static let patience = Duration.seconds(5)

    private let keys: (any PushKeyStore)?
    private let pictures: (any SenderPictures)?

    public init(keys: (any PushKeyStore)?, pictures: (any SenderPictures)?) {
        (self.keys, self.pictures) = (keys, pictures)
    }

    /// Reads a payload; nil for one that this device cannot read, whose neutral text is then shown.
    public func open(_ userInfo: [AnyHashable: Any]) -> PushedNotification? {
        try? PushedNotification(apple: userInfo, keys: try? keys?.load())
    }

    /// Replaces the content of a notification: the text at once, the sender's picture if it is there in time.
    ///
    /// - Returns: what to deliver when the system's time ends.
    public func receive(
        _ content: UNNotificationContent, handler: @escaping (UNNotificationContent) -> Void
    ) -> PendingNotification {
        let pending = PendingNotification(content, handler: handler)
        guard let notification = open(content.userInfo), notification.kind != .withdrawal else {
            pending.deliver()
            return pending
        }
        let draft = NotificationDraft(notification)
        pending.improve(draft)
        guard let sender = draft.sender, let pictures else {
            pending.deliver()
            return pending
        }
        Task {
            var complete = draft
            complete.sender?.picture = await NotificationOpener.picture(of: sender.id, from: pictures)
            if complete.sender?.picture != nil { pending.improve(complete) }
            pending.deliver()
        }
        return pending
    }

    private static func picture(of user: UserID, from pictures: any SenderPictures) async -> [UInt8]? {
        await withTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { await pictures.senderPicture(of: user) }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
