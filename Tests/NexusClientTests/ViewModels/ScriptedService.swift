import NexusCore
import Synchronization

@testable import NexusClient

/// The services of view models, with scripted answers and failures.
final class ScriptedService: Sendable {
    /// A call that can be made to fail.
    enum Call: Hashable, Sendable {
        case account, enter, signOut, run, conversations, people, open
        case screen, fetch, send, change, outbox, read, typing, view, draft
    }

    struct State: Sendable {
        var failures: [Call: ClientError] = [:]
        var account: Account?
        var rows: [ConversationRow] = []
        var screen: ChatScreen?
        var draft = ""
        /// The original of each sent reply.
        var replies: [MessageID?] = []
        var viewed: ConversationID?
        var isTyping = false
        /// The number of open connections, and of those opened in all.
        var running = 0
        var runs = 0
    }

    let broadcast = EventBroadcast<ClientEvent>()
    private let state: Mutex<State>

    init(_ state: State = State()) { self.state = Mutex(state) }

    var now: State { state.withLock { $0 } }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Has a call fail from now on, or work again.
    func fail(_ call: Call, with error: ClientError?) { state.withLock { $0.failures[call] = error } }

    private func check(_ call: Call) throws(ClientError) {
        if let error = state.withLock({ $0.failures[call] }) { throw error }
    }
}

extension ScriptedService: AccountService {
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func account() async throws(ClientError) -> Account? {
        try check(.account)
        return now.account
    }

    func signUp(server: String, name: String, email: String, password: String) async throws(ClientError) -> Profile {
        try await signIn(server: server, email: email, password: password, code: nil)
    }

    func signIn(
        server: String, email: String, password: String, code: String?
    ) async throws(ClientError) -> Profile {
        try check(.enter)
        let account = Account(
            server: try ServerAddress(server), session: SessionID(high: 1, low: 1), profile: Samples.profile)
        change { $0.account = account }
        broadcast.send(.changed(StoreChange([.putProfile(Samples.profile)])))
        return Samples.profile
    }

    func signOut() async throws(ClientError) {
        try check(.signOut)
        change { $0.account = nil }
    }

    func run() async throws(ClientError) {
        change {
            $0.running += 1
            $0.runs += 1
        }
        defer { change { $0.running -= 1 } }
        while !Task.isCancelled {
            try check(.run)
            if now.account == nil { throw .signedOut }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension ScriptedService: ConversationService {
    var isOnline: Bool { get async { now.running > 0 } }

    func conversations() async throws(ClientError) -> [ConversationRow] {
        try check(.conversations)
        return now.rows
    }

    func people(
        matching query: String, after cursor: String?, limit: Int?
    ) async throws(ClientError) -> PeopleFound {
        try check(.people)
        return PeopleFound(people: [Samples.bob], isComplete: true)
    }

    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?) {
        try check(.open)
        return (Samples.talk, nil)
    }

    func createGroup(title: String, members: [User]) async throws(ClientError) -> (ConversationID, OperationID) {
        try check(.open)
        return (Samples.talk, OperationID(high: 1, low: 1))
    }
}

extension ScriptedService: ChatService {
    func screen(
        of conversation: ConversationID, from seq: Seq?, readWhenOpened: Seq?, minutesFromUTC: Int
    ) async throws(ClientError) -> ChatScreen? {
        try check(.screen)
        return now.screen
    }

    func fetchMessages(
        in conversation: ConversationID, before seq: Seq?, limit: Int, within milliseconds: Int64
    ) async throws(ClientError) -> TimelinePage {
        try check(.fetch)
        return TimelinePage(messages: [], hasOlder: true, isComplete: false)
    }

    func typing(in conversation: ConversationID) async throws(ClientError) -> [Member] { [] }

    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning: [UserID]
    ) async throws(ClientError) -> MessageID {
        try check(.send)
        change { $0.replies.append(original) }
        return MessageID(high: 1, low: 1)
    }

    func edit(_ message: MessageID, to text: String) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func react(_ emoji: String, to message: MessageID, on: Bool) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion] {
        try check(.change)
        return []
    }

    func forward(
        _ messages: [MessageID], to conversations: [ConversationID]
    ) async throws(ClientError) -> [OperationID] {
        try check(.change)
        return []
    }

    func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID] {
        try check(.change)
        return []
    }

    func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func retry(_ operation: OperationID) async throws(ClientError) { try check(.outbox) }
    func discard(_ operation: OperationID) async throws(ClientError) { try check(.outbox) }
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) { try check(.read) }

    func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError) {
        try check(.typing)
        change { $0.isTyping = isTyping }
    }

    func setViewed(_ conversation: ConversationID?) async throws(ClientError) {
        try check(.view)
        change { $0.viewed = conversation }
    }

    func endViewing(_ conversation: ConversationID) async throws(ClientError) {
        change { if $0.viewed == conversation { $0.viewed = nil } }
    }

    func draft(in conversation: ConversationID) async throws(ClientError) -> String { now.draft }

    func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError) {
        try check(.draft)
        change { $0.draft = text }
    }
}
