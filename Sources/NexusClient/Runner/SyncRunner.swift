import NexusCore

/// The home of one sync engine: feeds it what happens and performs what it asks, in order. A `store` is on the disk before the
/// next effect begins; nothing interrupts that, since the actor runs on a queue of its own and waits there for the disk.
///
/// A store that fails (a full disk) must not be outrun by the engine: the engine is dropped, as in a crash, and restored from
/// what the store holds once that works again.
actor SyncRunner {
    private let executor = BlockingExecutor(label: "nexus.sync")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let store: LocalStore
    let clock: any ClientClock
    let connector: any LiveConnector
    let events: EventBroadcast<ClientEvent>
    let uploader: (any Uploader)?

    /// The engine as it stands: what screens are made of.
    private(set) var engine: SyncEngine
    /// Why the session is over, once it is.
    private(set) var ending: Refusal?
    /// Why the store does not work at the moment.
    private(set) var failure: ClientError?

    /// Milliseconds for which a try to connect is left alone, whatever the network is said to do.
    static let patience: Int64 = 1_000

    var socket = SocketHold()
    var timers: [SyncTimer: Task<Void, Never>] = [:]
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    var uploads: [OperationID: Task<Void, Never>] = [:]
    private var recoveries = 0
    /// How many want a connection.
    private var holds = 0
    private var isActive = true
    private(set) var viewed: ConversationID?

    init(
        store: LocalStore, snapshot: SyncSnapshot, connector: any LiveConnector, clock: any ClientClock,
        events: EventBroadcast<ClientEvent>, uploader: (any Uploader)? = nil
    ) {
        self.store = store
        self.clock = clock
        self.connector = connector
        self.events = events
        self.uploader = uploader
        engine = SyncRunner.engine(from: snapshot)
    }

    static func engine(from snapshot: SyncSnapshot) -> SyncEngine {
        var random = SystemRandomNumberGenerator()
        let seed = DeviceRandom(seed: (random.next(), random.next(), random.next(), random.next()))
        return SyncEngine(restoring: snapshot, seed: seed)
    }

    // MARK: What happens

    /// Does what a person asks; returns once it is durable.
    ///
    /// - Throws: ``ClientError/refused(_:)`` where no server is needed to know; ``ClientError/storeUnavailable(_:)``, and
    ///   nothing is queued then.
    func take(_ command: ClientCommand) throws(ClientError) {
        switch command {
        case .perform(let operation, let people):
            try checkStore()
            let effects: [SyncEffect]
            do throws(Refusal) {
                (_, effects) = try engine.perform(operation.kind, id: operation.id, people: people, at: clock.now())
            } catch {
                throw .refused(error)
            }
            try perform(effects)
        case .retry(let id): try handle(.retry(id))
        case .discard(let id): try handle(.discard(id))
        case .read(let conversation, let seq): try handle(.read(conversation, through: seq))
        case .loadOlder(let conversation, let seq): try handle(.loadOlder(conversation, before: seq))
        case .loadAround(let conversation, let seq): try handle(.loadAround(conversation, seq))
        case .hurry: try handle(.signOfLife)
        case .look: break
        }
    }

    /// Feeds the engine one input and performs what it asks.
    func handle(_ input: SyncInput) throws(ClientError) {
        switch input {
        case .view(let conversation): viewed = conversation
        case .activity(let active): isActive = active
        default: break
        }
        try checkStore()
        try perform(engine.handle(input, at: clock.now()))
    }

    /// Frames that arrived together: what they bring is stored in one transaction.
    func take(_ frames: [ServerFrame]) throws(ClientError) {
        try checkStore()
        let now = clock.now()
        var effects: [SyncEffect] = []
        for frame in frames {
            if case .assistant(let conversation) = frame { events.send(.assistant(conversation)) }
            if case .renew(let socket) = frame { renew(socket) }
            effects += engine.handle(.frame(frame), at: now)
        }
        try perform(effects)
        var moved: Set<ConversationID> = []
        for case .insights(let id) in frames where moved.insert(id).inserted { events.send(.insights(id)) }
    }

    /// That conversation is no longer on the screen.
    func endViewing(_ conversation: ConversationID) throws(ClientError) {
        if viewed == conversation { try handle(.view(nil)) }
    }

    /// The network came back. A try to connect that has gone on for a while began before that, and would end in a time-out.
    func networkReturned() throws(ClientError) {
        if engine.connection.state == .connecting, clock.now().since(socket.since) > SyncRunner.patience {
            try handle(.networkLost)
        }
        try handle(.signOfLife)
    }

    /// Wants a connection until ``release()``. Where the store does not work, it comes once that does.
    func hold() {
        holds += 1
        if holds == 1 { try? handle(.start) }
    }

    /// No longer wants a connection; it is closed with the last who wanted it.
    func release() {
        holds = max(0, holds - 1)
        if holds == 0 { try? handle(.stop) }
    }

    /// Closes for good: what was queued stays queued.
    func close() {
        holds = 0
        // Where the store does not work there is nothing to perform, but whoever waits for the end should see it.
        if (try? handle(.stop)) == nil { _ = engine.handle(.stop, at: clock.now()) }
        dropSocket()
        stopUploads()
        for timer in timers.values { timer.cancel() }
        timers = [:]
        for number in waits.keys { settle(number, met: false) }
    }

    /// Does what other processes of the profile ask, in order.
    func takeMailbox() throws(ClientError) {
        for request in try store.requests() {
            var answer = MailboxAnswer.done(.offline)
            if let command = request.command {
                do throws(ClientError) {
                    try take(command)
                    answer = .done(Standing(engine))
                } catch {
                    guard case .refused(let refusal) = error else { throw error }
                    answer = .refused(refusal)
                }
            } else {
                answer = .refused(
                    Refusal(.invalidRequest, "The process that holds this profile is of another version."))
            }
            try store.answer(request.position, with: answer)
        }
    }

    // MARK: What follows

    private func perform(_ effects: [SyncEffect]) throws(ClientError) {
        // All that is to be stored goes first, in one transaction: every store is then durable before any effect that
        // came after it, and one disk write serves a whole batch.
        var mutations: [StoreMutation] = []
        for case .store(let part) in effects { mutations += part }
        do throws(ClientError) {
            try store.apply(mutations)
        } catch {
            drop(because: error)
            throw error
        }
        for case .removeOperation(let id) in mutations { uploader?.forget(id) }
        let change = StoreChange(mutations)
        if !change.isEmpty { events.send(.changed(change)) }
        for effect in effects { perform(effect) }
        checkWaits()
    }

    func signedOut(_ refusal: Refusal) {
        ending = refusal
        events.send(.signedOut(refusal))
    }

    // MARK: A store that fails

    private func checkStore() throws(ClientError) {
        if let failure { throw failure }
    }

    func drop(because error: ClientError) {
        failure = error
        dropSocket()
        stopUploads()
        for timer in timers.values { timer.cancel() }
        timers = [:]
        let people = Array(engine.presence.keys)
        // What the engine did last is not on the disk: from here on it shows what a restart would find, and no connection.
        if let held = try? restored() {
            engine = held
            if holds > 0 { _ = engine.handle(.start, at: clock.now()) }
        }
        _ = engine.handle(.networkLost, at: clock.now())
        events.send(.connection(isOnline: false))
        if !people.isEmpty { events.send(.presence(people)) }
        events.send(.failed(error))
        checkWaits()
        recoverLater()
    }

    /// An engine as a restart would make it, with nothing asked of it yet; `nil` when nobody's store is left.
    private func restored() throws(ClientError) -> SyncEngine? {
        guard let snapshot = try store.snapshot() else { return nil }
        var engine = SyncRunner.engine(from: snapshot)
        // With no socket open these ask for nothing.
        _ = engine.handle(.view(viewed), at: clock.now())
        _ = engine.handle(.activity(isActive), at: clock.now())
        return engine
    }

    private func recoverLater() {
        recoveries += 1
        var random = SystemRandomNumberGenerator()
        let delay = Backoff(first: 500, limit: 30_000).delay(after: recoveries, using: &random)
        timers[.reconnect] = Task {
            guard (try? await clock.sleep(milliseconds: delay)) != nil, !Task.isCancelled else { return }
            recover()
        }
    }

    private func recover() {
        do throws(ClientError) {
            // It writes again, or else this fails and the wait begins anew.
            try store.probe()
            guard let held = try restored() else { return }
            engine = held
            failure = nil
            recoveries = 0
            if holds > 0 { try handle(.start) }
        } catch {
            failure = error
            recoverLater()
        }
    }
}
