import NexusCore

/// One user on one device: their account, conversations and messages, online or offline.
///
/// ```swift
/// let client = NexusClient(try ProfileFolder("/home/ada/.nexus"))
/// try await client.signIn(server: "https://chat.example.org", email: "ada@example.org", password: password)
/// async let connection: Void = client.run()
/// for await event in client.events() {
///     if case .arrived(let message) = event { _ = try await client.send("You said: \(message.text)", in: message.conversation) }
/// }
/// ```
///
/// Reads come from the local store and never wait for the network. Mutations are durable in the outbox when the call returns;
/// they are sent while ``run()`` or ``sync(within:)-(Duration)`` keeps a connection open. Several processes may share one
/// profile if ``ClientConfiguration/sharesProfile`` says so: the first to need it locks it, the others pass their requests
/// through the store.
public actor NexusClient {
    let folder: ProfileFolder
    let configuration: ClientConfiguration
    let credentials: any CredentialStore
    nonisolated let broadcast = EventBroadcast<ClientEvent>()
    /// The chats that are open; runners update them in turn.
    nonisolated let chats = ChatRegistry()

    var store: LocalStore?
    var lease: Lease?
    var imagePipeline: ImagePipeline?
    /// Prevents other tasks from opening the profile during a sign-out.
    var isLeaving = false
    /// Sign-outs under way.
    var signOuts = 0
    /// Sign-ins that wait for them.
    var waitingSignIns: [CheckedContinuation<Void, Never>] = []
    /// Leaves the profile to other processes.
    var isSuspended = false

    /// The claim of this process on the profile, and the engine it therefore runs.
    struct Lease {
        var runner: SyncRunner
        var lock: FileLock
        /// Looks for the requests of other processes, if the profile is shared.
        var mailbox: Task<Void, Never>?
    }

    public init(_ folder: ProfileFolder, configuration: ClientConfiguration = ClientConfiguration()) {
        self.folder = folder
        self.configuration = configuration
        credentials = configuration.credentials ?? folder.credentials
    }

    deinit {
        guard let lease else { return }
        lease.mailbox?.cancel()
        Task {
            await lease.runner.close()
            withExtendedLifetime(lease.lock) {}
        }
    }

    nonisolated var clock: any ClientClock { configuration.clock }

    /// Events from now on. An unread stream keeps the newest 4,096.
    public nonisolated func events() -> AsyncStream<ClientEvent> { broadcast.stream(keeping: 4_096) }

    /// Coalescing stream of the events that match `isWanted`.
    public nonisolated func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    /// Closes the connection and releases the profile; the next call opens it again. The outbox stays queued.
    /// Deallocating the client does the same.
    public func close() async {
        guard let lease else { return }
        self.lease = nil
        lease.mailbox?.cancel()
        await lease.runner.close()
        withExtendedLifetime(lease.lock) {}
    }

    // MARK: The parts of a signed-in client

    /// The store, opened at the first need.
    func openStore() throws(ClientError) -> LocalStore {
        if let store { return store }
        let opened = try LocalStore(at: folder.store)
        store = opened
        return opened
    }

    /// The runner, if this process has the profile or can lock it.
    func runner() async throws(ClientError) -> SyncRunner? {
        if let lease { return lease.runner }
        if isLeaving { throw .signedOut }
        let store = try openStore()
        guard try store.profile() != nil else { throw .signedOut }
        if isSuspended { return nil }
        guard let lock = try await claimProfile(), !isSuspended else { return lease?.runner }
        guard let snapshot = try store.snapshot() else { throw .signedOut }
        let runner = SyncRunner(
            store: store, snapshot: snapshot, connector: Connector(client: self), clock: clock, events: broadcast,
            uploader: PartUploader(folder: folder.uploads) { [weak self] () throws(ClientError) in
                guard let self else { throw .signedOut }
                return try await self.api()
            }, chats: chats)
        folder.uploads.removeOrphans(besides: Set(snapshot.outbox.map(\.operation.id)))
        lease = Lease(runner: runner, lock: lock, mailbox: mailbox(of: runner, in: store))
        // Requests that other processes left while no process had the profile come first.
        try await runner.takeMailbox()
        try await runner.refreshChats()
        return runner
    }

    /// The present engine, from which screens are derived.
    func engine() async throws(ClientError) -> SyncEngine {
        if let lease { return await lease.runner.engine }
        return try storedEngine()
    }

    /// An engine as of the store.
    func storedEngine() throws(ClientError) -> SyncEngine {
        guard let snapshot = try openStore().snapshot() else { throw .signedOut }
        var engine = SyncRunner.engine(from: snapshot)
        engine.look(at: clock.now())
        return engine
    }

    /// A new operation identifier.
    func newOperationID() -> OperationID {
        var random = SystemRandomNumberGenerator()
        return OperationID(at: clock.now(), using: &random)
    }

    /// Queues a mutation; returns once it is durable.
    func perform(_ kind: Operation.Kind, people: [User] = []) async throws(ClientError) -> OperationID {
        let operation = Operation(id: newOperationID(), kind: kind)
        try await take(.perform(operation, people: people))
        return operation.id
    }

    // MARK: The server

    func heldCredentials() throws(ClientError) -> Credentials {
        guard let held = try credentials.load() else { throw .signedOut }
        return held
    }

    /// One token store for all callers, so that they share a refresh.
    private var sessionTokens: (session: SessionID, tokens: AccessTokens)?

    func tokens(_ held: Credentials) -> AccessTokens {
        if let sessionTokens, sessionTokens.session == held.session { return sessionTokens.tokens }
        let tokens = AccessTokens(
            api: ServerAPI(server: held.server, http: configuration.http), store: credentials,
            lockPath: folder.refreshLock, clock: clock)
        sessionTokens = (held.session, tokens)
        return tokens
    }

    func api() throws(ClientError) -> AuthorizedAPI {
        let held = try heldCredentials()
        return AuthorizedAPI(
            api: ServerAPI(server: held.server, http: configuration.http), tokens: tokens(held), clock: clock)
    }

    /// Connects as the user who is signed in at that time.
    private struct Connector: LiveConnector {
        weak var client: NexusClient?

        func connect() async throws(ClientError) -> any LiveSocket { try await connector().connect() }

        func renew(_ socket: SocketID) async throws(ClientError) { try await connector().renew(socket) }

        private func connector() async throws(ClientError) -> SessionConnector {
            guard let client else { throw .signedOut }
            let held = try await client.heldCredentials()
            return SessionConnector(
                server: held.server, transport: client.configuration.live, tokens: await client.tokens(held),
                api: try await client.api())
        }
    }
}
