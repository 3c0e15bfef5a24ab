import Foundation
import NexusCore
import NexusDatabase

/// Makes what a device is to show of a conversation, from the present state of messages, receipts and settings.
struct PushComposer: Sendable {
    /// Characters of a notification's text, at most; services may allow fewer bytes.
    static let textCharacters = 500

    enum Result: Sendable {
        /// - Parameter seq: the message that the device then shows; 0 for none.
        case send(OutgoingPush, shown: Seq)
        /// There is nothing to tell: the device keeps showing what it shows.
        case nothing
    }

    /// The public address of this server; empty if it is not known.
    let server: String
    /// The zone of users whose own is unknown.
    let zone: TimeZone
    let now: @Sendable () -> Timestamp
    let isActive: @Sendable (SessionID, UserID) -> Bool

    func compose(_ push: QueuedPush, for endpoint: PushEndpoint, _ reader: Reader) throws -> Result {
        let time = now()
        let badge = try UnreadTotal.of(endpoint.user, at: time, in: reader)
        let told =
            try push.wanted == 0
            ? nil
            : ToldMessages(
                of: endpoint.user, in: push.conversation, through: push.wanted, isUrgent: push.isUrgent, zone: zone,
                at: time, reader)
        guard let told, let message = told.messages.first?.message else {
            guard push.shown > 0, try !PushQueueRepository.isUnread(push, by: endpoint.user, reader) else {
                return .nothing
            }
            let withdrawal = PushContent(
                kind: .withdrawal, conversation: push.conversation, title: "", text: "", badge: badge, page: "")
            return .send(outgoing(withdrawal, push, at: time), shown: 0)
        }
        // On a device in use, the message is on its screen or in a banner.
        if isActive(endpoint.session, endpoint.user) || message.seq == push.shown { return .nothing }
        let content = try content(of: message, told, urgent: push.isUrgent, badge: badge, reader)
        return .send(outgoing(content, push, at: time), shown: message.seq)
    }

    private func content(
        of message: Message, _ told: ToldMessages, urgent: Bool, badge: Int, _ reader: Reader
    ) throws -> PushContent {
        let id = message.conversation
        var content = PushContent(
            kind: .message, conversation: id, message: message.id, title: "Nexus", text: "New message", badge: badge,
            isUrgent: urgent, playsSound: true,
            page: server.isEmpty ? "" : "\(server)/c/\(id.text)")
        guard try !told.listener.settings.hidesContent && !TeamRepository.hidesNotifications(in: reader) else {
            return content
        }
        let (sender, text) = try ToldMessages.text(of: message, characters: Self.textCharacters, reader)
        content.sender = message.sender
        content.senderName = sender
        content.title = told.audience.title ?? sender
        content.text = told.audience.isDirect ? text : "\(sender): \(text)"
        let unread = told.unreadCount
        if unread > 1 { content.title += unread == UnreadTotal.limit ? " (99+)" : " (\(unread))" }
        return content
    }

    /// Of several pushes of a conversation that wait for a device, services keep the last.
    private func outgoing(_ content: PushContent, _ push: QueuedPush, at time: Timestamp) -> OutgoingPush {
        OutgoingPush(
            content: content, collapseKey: push.conversation.text.filter { $0 != "-" },
            life: Int(max(0, push.expiresAt.since(time)) / 1_000))
    }
}
