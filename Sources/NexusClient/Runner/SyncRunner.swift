import Foundation
import NexusCore

/// The host of one sync engine: feeds it events and performs its effects, in order. A `store` effect is durable before
/// the next effect begins; nothing interrupts that, since the actor runs on its own queue and waits there for the disk.
///
/// The engine must not get ahead of a failing store (a full disk): it is dropped, as in a crash, and restored from
/// the store once that works again.
actor SyncRunner {
    private let executor = BlockingExecutor(label: "nexus.sync")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let store: LocalStore
    let clock: any ClientClock
    let connector: any LiveConnector
    let events: EventBroadcast<ClientEvent>
    let uploader: (any Uploader)?
    let chats: ChatRegistry

    /// The present engine, from which screens are derived.
    private(set) var engine: SyncEngine
    /// The reason why the session is over, or why it may not connect for now.
    private(set) var ending: Refusal?
    /// The present error of the store.
    private(set) var failure: ClientError?

    /// Milliseconds during which a connection attempt is not restarted.
    static let patience: Int64 = 1_000

    var socket = CurrentSocket()
    var timers: [SyncTimer: Task<Void, Never>] = [:]
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    var uploads: [OperationID: Task<Void, Never>] = [:]
    private var recoveries = 0
    /// The number of callers that want a connection.
    private var holds = 0
    private var isActive = true
    /// The phase of the connection as of the last event.
    private var announced = ConnectionReport.Phase.offline
    private(set) var viewed: ConversationID?

    init(
        store: LocalStore, snapshot: SyncSnapshot, connector: any LiveConnector, clock: any ClientClock,
        events: EventBroadcast<ClientEvent>, uploader: (any Uploader)? = nil, chats: ChatRegistry = ChatRegistry()
    ) {
        self.store = store
        self.clock = clock
        self.connector = connector
        self.events = events
        self.uploader = uploader
        self.chats = chats
        engine = SyncRunner.engine(from: snapshot)
    }

    static func engine(from snapshot: SyncSnapshot) -> SyncEngine {
        var random = SystemRandomNumberGenerator()
        let seed = DeviceRandom(seed: (random.next(), random.next(), random.next(), random.next()))
        var engine = SyncEngine(restoring: snapshot, seed: seed)
        engine.utcOffset = TimeZone.current.secondsFromGMT() / 60
        return engine
    }

    // MARK: What happens

    /// Performs a user's command; returns once it is durable.
    ///
    /// - Throws: ``ClientError/refused(_:)`` for errors that the client detects itself;
    ///   ``ClientError/storeUnavailable(_:)``, and nothing is queued then.
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
        case .sendText(let id, let files): try sendText(of: id, files: files)
        case .read(let conversation, let seq): try handle(.read(conversation, through: seq))
        case .loadOlder(let conversation, let seq): try handle(.loadOlder(conversation, before: seq))
        case .loadAround(let conversation, let seq): try handle(.loadAround(conversation, seq))
        case .hurry: try handle(.signOfLife)
        case .look: break
        }
    }

    /// Feeds the engine one input and performs its effects.
    func handle(_ input: SyncInput) throws(ClientError) {
        switch input {
        case .view(let conversation): viewed = conversation
        case .activity(let active):
            isActive = active
            engine.utcOffset = TimeZone.current.secondsFromGMT() / 60
        default: break
        }
        try checkStore()
        try perform(engine.handle(input, at: clock.now()))
    }

    /// Handles frames that arrived together, and stores their rows in one transaction.
    func take(_ frames: [ServerFrame]) throws(ClientError) {
        try checkStore()
        let now = clock.now()
        var effects: [SyncEffect] = []
        var changed: Set<ConversationID?> = []
        for frame in frames {
            // Of the notices about one conversation's insights one is enough.
            effects += engine.handle(.frame(frame), at: now).filter { effect in
                guard case .insightsChanged(let conversation) = effect else { return true }
                return changed.insert(conversation).inserted
            }
        }
        try perform(effects)
    }

    /// The conversation's screen has disappeared.
    func endViewing(_ conversation: ConversationID) throws(ClientError) {
        if viewed == conversation { try handle(.view(nil)) }
    }

    /// The network returned. Restarts a connection attempt that began earlier, since it would time out.
    func networkReturned() throws(ClientError) {
        if engine.connection.state == .connecting, clock.now().since(socket.since) > SyncRunner.patience {
            try handle(.networkLost)
        }
        try handle(.signOfLife)
    }

    /// Requests a connection until ``release()``; with a failing store, as soon as that works.
    func hold() {
        holds += 1
        guard holds == 1 else { return }
        // The user may have set a second factor up meanwhile.
        if ending?.endsSession == false { ending = nil }
        try? handle(.start)
    }

    /// Releases a request for a connection; the last one closes it.
    func release() {
        holds = max(0, holds - 1)
        if holds == 0 { try? handle(.stop) }
    }

    /// Closes permanently; the outbox stays queued.
    func close() {
        holds = 0
        // With a failing store nothing can be performed, but callers must see the end.
        if (try? handle(.stop)) == nil { _ = engine.handle(.stop, at: clock.now()) }
        dropSocket()
        stopUploads()
        for timer in timers.values { timer.cancel() }
        timers = [:]
        for number in waits.keys { settle(number, met: false) }
    }

    // MARK: What follows

    private func perform(_ effects: [SyncEffect]) throws(ClientError) {
        // Stores go first, in one transaction: each is then durable before later effects, and one disk write serves the
        // whole batch.
        var mutations: [StoreMutation] = []
        for case .store(let part) in effects { mutations += part }
        do throws(ClientError) {
            try store.apply(mutations)
        } catch {
            drop(because: error)
            throw error
        }
        for case .removeOperation(let id) in mutations { uploader?.forget(id) }
        chats.note(effects, in: engine)
        let change = StoreChange(mutations)
        if !change.isEmpty { events.send(.changed(change)) }
        for effect in effects { perform(effect) }
        tellProgress()
        checkWaits()
    }

    /// Announces steps of the connection that no effect announces.
    private func tellProgress() {
        let phase = ConnectionReport.Phase(engine)
        guard phase != announced else { return }
        announced = phase
        events.send(.connectionProgress)
    }

    func signedOut(_ refusal: Refusal) {
        ending = refusal
        if refusal.endsSession { events.send(.signedOut(refusal)) }
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
        // The engine's last changes are not on disk: from here on it shows what a restart would find, without a
        // connection.
        if let held = try? restored() {
            engine = held
            if holds > 0 { _ = engine.handle(.start, at: clock.now()) }
        }
        _ = engine.handle(.networkLost, at: clock.now())
        chats.note([.redraw(.own)], in: engine)
        events.send(.connection(isOnline: false))
        if !people.isEmpty { events.send(.presence(people)) }
        events.send(.failed(error))
        checkWaits()
        recoverLater()
    }

    /// An engine as after a restart, without pending requests; `nil` if the store has no user.
    private func restored() throws(ClientError) -> SyncEngine? {
        guard let snapshot = try store.snapshot() else { return nil }
        var engine = SyncRunner.engine(from: snapshot)
        // Without an open socket these have no effects.
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
            // It writes again, or this fails and the wait restarts.
            try store.probe()
            guard let held = try restored() else { return }
            engine = held
            failure = nil
            recoveries = 0
            chats.note([.redraw(.own)], in: engine)
            if holds > 0 { try handle(.start) }
        } catch {
            failure = error
            recoverLater()
        }
    }
}
