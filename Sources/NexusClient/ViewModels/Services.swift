import NexusCore

/// Signals to view models to reload.
public protocol ChangeService: Sendable {
    /// Coalescing stream of the events that match `isWanted`.
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent>
}

extension ChangeService {
    /// Loads, and loads again after each event that matches; returns when the task is cancelled.
    @MainActor
    func follow(
        _ isWanted: @escaping @Sendable (ClientEvent) -> Bool, load: @MainActor () async -> Void
    ) async {
        let signals = signals(isWanted)
        await load()
        for await _ in signals { await load() }
    }
}

extension ClientEvent {
    /// Whether the connection was opened: what needs the server is loaded again.
    var isReconnect: Bool { self == .connection(isOnline: true) }

    /// Whether the account may differ from what is shown.
    var changesAccount: Bool { if case .changed(let change) = self { change.profile || change.outbox } else { false } }
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

extension NexusClient: AccountService, ChatService {}
