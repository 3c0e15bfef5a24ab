import NexusCore
import Synchronization

@testable import NexusClient

/// The services of view models, with scripted answers and failures.
final class ScriptedService: Sendable {
    /// A call that can be made to fail.
    enum Call: Hashable, Sendable {
        case account, enter, signOut, run, conversations, people, open
        case screen, send, change, outbox, read, typing, view, draft
    }

    struct State: Sendable {
        var failures: [Call: ClientError] = [:]
        var account: Account?
        var rows: [ConversationRow] = []
        var draft = ""
        /// The texts and numbers of files of sent messages.
        var sent: [ScriptedChat.Sent] = []
        var edits: [String] = []
        var deleted: [MessageID] = []
        var forwarded: [MessageID] = []
        var read: [Seq?] = []
        var pins: [MessageRow] = []
        /// The original of each sent reply.
        var replies: [MessageID?] = []
        var viewed: ConversationID?
        var isTyping = false
        /// The number of open connections, and of those opened in all.
        var running = 0
        var runs = 0
        /// How many of the connections opened so far have to end as signed out.
        var endedRuns = 0
        /// How a connection ends after a sign-out.
        var end = ClientError.signedOut
        /// How often the account was asked for.
        var looks = 0
    }

    let broadcast = EventBroadcast<ClientEvent>()
    let chat = ScriptedChat()
    private let state: Mutex<State>

    init(_ state: State = State()) { self.state = Mutex(state) }

    var now: State { state.withLock { $0 } }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Has a call fail from now on, or work again.
    func fail(_ call: Call, with error: ClientError?) { state.withLock { $0.failures[call] = error } }

    func check(_ call: Call) throws(ClientError) {
        if let error = state.withLock({ $0.failures[call] }) { throw error }
    }
}

extension ScriptedService: AccountService {
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func account() async throws(ClientError) -> Account? {
        change { $0.looks += 1 }
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
        let number = state.withLock {
            $0.running += 1
            $0.runs += 1
            return $0.runs
        }
        defer { change { $0.running -= 1 } }
        while !Task.isCancelled {
            try check(.run)
            let now = now
            if now.account == nil { throw now.end }
            if number <= now.endedRuns { throw .signedOut }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}
