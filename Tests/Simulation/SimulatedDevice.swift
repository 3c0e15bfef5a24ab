@testable import NexusCore

/// A user's device: the real engine, a store that survives it, and timers. It may crash between any two effects.
final class SimulatedDevice {
    unowned let world: Simulation
    let number: Int
    let name: String
    /// Whether it works like the SDK's runner: frames that arrive together are handled together, with their stores
    /// first, in one transaction.
    let worksAsClient: Bool
    private let profile: Profile
    private(set) var store: any DeviceStore
    private(set) var engine: SyncEngine?
    var socket: SimulatedSocket?
    /// Frames that arrived at this moment.
    private var inbox: [ServerFrame] = []
    /// Counts starts, so that events of earlier ones are dropped.
    private(set) var start = 0
    var timers: [SyncTimer: Int] = [:]
    var timerCount = 0
    /// Uploads that go on.
    var uploads: [OperationID: Int] = [:]
    var uploadCount = 0
    /// Every operation that was ever stored here.
    var stored: Set<OperationID> = []
    /// Those that it repeats after a restore.
    var repeats: Set<OperationID> = []
    /// The announcements since the engine started.
    var announced: [ConversationID: Set<MessageID>] = [:]
    /// Whether the server has ended its session.
    private(set) var isSessionOver = false
    /// Milliseconds by which its clock is wrong.
    var skew: Int64 = 0
    /// Until when it has no network.
    var offlineUntil: Int64 = 0

    init(world: Simulation, number: Int, profile: Profile) throws {
        self.world = world
        self.number = number
        self.profile = profile
        name = "device \(number) (\(profile.user.name))"
        worksAsClient = world.random.chance(5_000)
        store = try SimulatedDevice.newStore(of: profile, in: world)
    }

    private static func newStore(of profile: Profile, in world: Simulation) throws -> any DeviceStore {
        world.conditions.usesClientStore
            ? try ClientStore(profile: profile) : ModelStore(profile: profile, plant: world.plant)
    }

    var user: UserID { profile.user.id }
    var isOnline: Bool { world.now >= offlineUntil && world.now >= world.server.downUntil }
    var clock: Timestamp { world.time.advanced(by: skew) }

    // MARK: Life

    func launch() throws {
        guard engine == nil else { return }
        start += 1
        var snapshot = try store.snapshot()
        world.plant?.alter(&snapshot)
        engine = SyncEngine(restoring: snapshot, seed: DeviceRandom(seed: world.random.next()))
        world.log("\(name) starts")
        try handle(.start)
    }

    /// Crashes: everything that was not stored is lost.
    func crash() {
        guard engine != nil else { return }
        world.log("\(name) crashes")
        end()
        store.crash()
        let restart = world.now + Int64(world.pick(0...8_000))
        world.schedule(at: restart) { [self] in try launch() }
    }

    private func end() {
        engine = nil
        dropSocket()
        timers = [:]
        uploads = [:]
        announced = [:]
    }

    /// The user signs out: the device is cleared. Later they sign in again.
    func signOut() throws {
        guard engine != nil else { return }
        world.log("\(name) signs out")
        try handle(.stop)
        for entry in try store.outbox() { world.ledger.discarded(entry.operation.id) }
        end()
        store = try SimulatedDevice.newStore(of: profile, in: world)
        world.schedule(at: world.now + Int64(world.pick(0...60_000))) { [self] in try launch() }
    }

    /// Its session is ended elsewhere: rows and outbox stay, until the user signs in again.
    func loseSession() throws {
        guard engine != nil, !isSessionOver else { return }
        world.log("\(name) loses its session")
        isSessionOver = true
        if socket != nil {
            dropSocket()
            try handle(.socketClosed(.sessionEnded(Refusal(.sessionEnded, "The session is over."))))
        }
        world.schedule(at: world.now + Int64(world.pick(0...60_000))) { [self] in try signInAgain() }
    }

    func signInAgain() throws {
        guard isSessionOver else { return }
        isSessionOver = false
        end()
        try launch()
    }

    // MARK: Input

    func handle(_ input: SyncInput) throws { try perform(effects(of: input)) }

    private func effects(of input: SyncInput) throws -> [SyncEffect] {
        guard let engine else { return [] }
        guard let altered = world.plant.map({ $0.altered(input, for: engine) }) ?? input else {
            try requireQuestion(after: input)
            return []
        }
        if let plant = world.plant { plant.alter(&self.engine, before: input) }
        let effects = self.engine?.handle(altered, at: clock) ?? []
        try requireQuestion(after: input)
        return effects
    }

    /// A device with a change that it cannot apply has a question.
    private func requireQuestion(after input: SyncInput) throws {
        guard case .frame(.change(let change)) = input, let engine, engine.connection.isOpen, !engine.isStartingOver,
            let state = engine.conversations[change.conversation], state.record.cursor < change.seq
        else { return }
        try require(
            engine.catchUp.wants(change.conversation), "a change that skips others leads to a question",
            "\(name) at \(state.record.cursor) heard of \(change.seq)")
    }

    /// The user requests a mutation; one that the engine refuses does not count.
    func ask(_ kind: Operation.Kind, people: [User] = []) throws {
        guard let (id, effects) = try? engine?.perform(kind, people: people, at: clock) else { return }
        world.log("\(name) performs \(kind.name) \(id)")
        // A later change of a reaction replaces an unsent one.
        for case .store(let mutations) in effects {
            for case .removeOperation(let replaced) in mutations { world.ledger.replaced(replaced, by: kind) }
        }
        world.ledger.performed(Operation(id: id, kind: kind), on: number, by: user)
        try perform(effects)
        // Crashed before it was stored: the user saw that nothing happened.
        if engine == nil, !stored.contains(id) { world.ledger.discarded(id) }
    }

    /// The user discards an operation.
    func discard(_ id: OperationID) throws {
        guard let effects = engine?.handle(.discard(id), at: clock) else { return }
        for case .store(let mutations) in effects {
            for case .removeOperation(let id) in mutations { world.ledger.discarded(id) }
        }
        try perform(effects)
    }

    /// The user sends the text of a post without its attachments, which follow or are discarded.
    /// - Returns: the message of the attachments, which follows; nil if they are left out.
    func sendText(of id: OperationID) throws -> MessageID? {
        let files = world.random.chance(7_000) ? OperationID(at: clock, using: &world.random) : nil
        world.log("\(name) sends the text of \(id) alone")
        try handle(.sendText(id, files: files))
        return files?.retyped()
    }

    func hear(_ frame: ServerFrame) throws {
        guard worksAsClient else { return try handle(.frame(frame)) }
        inbox.append(frame)
        guard inbox.count == 1 else { return }
        world.schedule(at: world.now) { [self] in
            let frames = inbox
            inbox = []
            try perform(frames.flatMap { try effects(of: .frame($0)) })
        }
    }

    /// Ignores the socket's remaining frames.
    func dropSocket() {
        socket?.isOpenAtDevice = false
        if let socket { socket.node?.left(socket) }
        socket = nil
        inbox = []
    }
}
