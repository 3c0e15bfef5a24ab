import NexusCore

/// The service of a conversation's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol ChatService: ChangeService {
    func openChat(_ conversation: ConversationID, minutesFromUTC: Int) async throws(ClientError) -> any OpenChat
    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning: [UserID]
    ) async throws(ClientError) -> MessageID
    func send(
        _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID?,
        mentioning: [UserID]
    ) async throws(ClientError) -> MessageID
    func edit(_ message: MessageID, to text: String, mentioning: [UserID]) async throws(ClientError) -> OperationID
    func react(_ emoji: String, to message: MessageID, on: Bool) async throws(ClientError) -> OperationID
    func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID
    func pinnedMessages(in conversation: ConversationID) async throws(ClientError) -> [MessageRow]
    func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion]
    func receipts(of message: MessageID) async throws(ClientError) -> [MemberReceipt]
    func report(_ message: MessageID, because reason: String) async throws(ClientError) -> OperationID
    func forward(
        _ messages: [MessageID], to conversations: [ConversationID]
    ) async throws(ClientError) -> [OperationID]
    func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID
    func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID]
    /// The operations of the outbox that post, edit or delete a message.
    func queuedOperations(of message: MessageID) async throws(ClientError) -> [OperationID]
    func retry(_ operation: OperationID) async throws(ClientError)
    func discard(_ operation: OperationID) async throws(ClientError)
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError)
    func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError)
    func setViewed(_ conversation: ConversationID?) async throws(ClientError)
    func endViewing(_ conversation: ConversationID) async throws(ClientError)
    func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError)
}
