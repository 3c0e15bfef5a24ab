import NexusCore

/// Who is there and who is typing, told to those who share a conversation.
final class PresenceService: Sendable {
    func connected(_ connection: LiveConnection, _ session: LiveSession) {}
    func disconnected(_ connection: LiveConnection, _ session: LiveSession) {}
    func heard(_ connection: LiveConnection, _ session: LiveSession) {}
    func activity(_ active: Bool, _ connection: LiveConnection, _ session: LiveSession) {}
    func typing(in conversation: ConversationID, _ active: Bool, _ session: LiveSession, _ connection: LiveConnection) {
    }
    /// An operation took effect: on the writer's thread.
    func applied(_ operation: Operation, by user: UserID) {}
}
