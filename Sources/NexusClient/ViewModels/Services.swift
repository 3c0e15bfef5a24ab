import NexusCore

/// Signals to view models to reload.
public protocol ChangeService: Sendable {
    /// Coalescing stream of the events that match `isWanted`.
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent>
}

/// The service of the account's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol AccountService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func signUp(server: String, name: String, email: String, password: String) async throws(ClientError) -> Profile
    func signIn(
        server: String, email: String, password: String, code: String?
    ) async throws(ClientError) -> Profile
    func signOut() async throws(ClientError)
    func run() async throws(ClientError)
}

/// The service of the list's view model.
public protocol ConversationService: ChangeService {
    func conversations() async throws(ClientError) -> [ConversationRow]
    var isOnline: Bool { get async }
    func people(matching query: String, after cursor: String?, limit: Int?) async throws(ClientError) -> PeopleFound
    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?)
    func createGroup(title: String, members: [User]) async throws(ClientError) -> (ConversationID, OperationID)
}

/// The service of a conversation's view model.
public protocol ChatService: ChangeService {
    func screen(
        of conversation: ConversationID, from seq: Seq?, readWhenOpened: Seq?, minutesFromUTC: Int
    ) async throws(ClientError) -> ChatScreen?
    func fetchMessages(
        in conversation: ConversationID, before seq: Seq?, limit: Int, within milliseconds: Int64
    ) async throws(ClientError) -> TimelinePage
    func typing(in conversation: ConversationID) async throws(ClientError) -> [Member]
    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning: [UserID]
    ) async throws(ClientError) -> MessageID
    func edit(_ message: MessageID, to text: String) async throws(ClientError) -> OperationID
    func react(_ emoji: String, to message: MessageID, on: Bool) async throws(ClientError) -> OperationID
    func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID
    func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion]
    func forward(
        _ messages: [MessageID], to conversations: [ConversationID]
    ) async throws(ClientError) -> [OperationID]
    func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID
    func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID]
    func retry(_ operation: OperationID) async throws(ClientError)
    func discard(_ operation: OperationID) async throws(ClientError)
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError)
    func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError)
    func setViewed(_ conversation: ConversationID?) async throws(ClientError)
    func endViewing(_ conversation: ConversationID) async throws(ClientError)
    func draft(in conversation: ConversationID) async throws(ClientError) -> String
    func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError)
}

/// The service of the assistant's view model.
public protocol AssistantAnswering: ChangeService {
    func ask(
        _ text: String, topic: TopicID?, in conversation: ConversationID?,
        told: @escaping @Sendable (AssistantEvent) async -> Void
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange)
    func topics(about conversation: ConversationID?) async throws(ClientError) -> TopicList
    func thread(_ topic: TopicID) async throws(ClientError) -> AssistantThread
    func deleteTopic(_ topic: TopicID) async throws(ClientError)
    func summary(
        of conversation: ConversationID, _ range: ConversationSummary.Range
    ) async throws(ClientError) -> ConversationSummary
    func catchUp(
        on conversation: ConversationID, after seq: Seq?
    ) async throws(ClientError) -> ConversationSummary
}

extension NexusClient: AccountService, ConversationService, ChatService, AssistantAnswering {}
