import NexusClient
import NexusCore

/// What answers to notifications ask of the SDK. `NexusClient` is all of it.
public protocol NotificationAnswering: Sendable {
    func conversation(_ id: ConversationID) async throws(ClientError) -> ConversationState?
    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning mentioned: [UserID]
    ) async throws(ClientError) -> MessageID
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError)
    func sync(within time: Duration) async throws(ClientError) -> SyncSummary
}

extension NexusClient: NotificationAnswering {}

/// Performs the actions of notifications, with the app in the background.
public struct NotificationResponder: Sendable {
    /// The system ends the app after 30 s.
    public static let patience = Duration.seconds(10)

    private let service: any NotificationAnswering

    public init(_ service: any NotificationAnswering) { self.service = service }

    /// Performs an action: a reply is in the outbox when this returns, and is sent if there is a network.
    ///
    /// - Returns: where the app is to go; nil to stay in the background.
    /// - Throws: ``ClientError``, for a reply that is not queued.
    public func perform(_ answer: NotificationAnswer) async throws(ClientError) -> NotificationPlace? {
        switch answer {
        case .opened(let place): return place
        case .replied(let text, let place):
            guard !text.allSatisfy(\.isWhitespace) else { return nil }
            try await meet(place.conversation)
            // As the composer of a chat, which marks what it answers as read.
            _ = try await service.send(text, in: place.conversation, replyingTo: nil, mentioning: [])
            try? await service.markRead(place.conversation, through: nil)
        case .markedRead(let place):
            // The message may not be on the device yet.
            _ = try? await service.sync(within: NotificationResponder.patience)
            try await service.markRead(place.conversation, through: nil)
        }
        _ = try? await service.sync(within: NotificationResponder.patience)
        return nil
    }

    /// A message of a new conversation may arrive as a notification first.
    private func meet(_ conversation: ConversationID) async throws(ClientError) {
        guard try await service.conversation(conversation) == nil else { return }
        _ = try await service.sync(within: NotificationResponder.patience)
    }
}
