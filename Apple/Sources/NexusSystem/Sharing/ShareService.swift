import NexusClient
import NexusCore

/// What the share extension asks of the SDK. `NexusClient` is all of it.
public protocol ShareService: Sendable {
    func account() async throws(ClientError) -> Account?
    func conversations() async throws(ClientError) -> [ConversationRow]
    /// The people that this device knows.
    func knownPeople(matching query: String) async throws(ClientError) -> [User]
    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?)
    func send(
        _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID?,
        mentioning mentioned: [UserID]
    ) async throws(ClientError) -> MessageID
    func sync(within time: Duration) async throws(ClientError) -> SyncSummary
    func close() async
}

extension NexusClient: ShareService {}
