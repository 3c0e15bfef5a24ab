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

extension NexusClient: AccountService, ChatService {}
