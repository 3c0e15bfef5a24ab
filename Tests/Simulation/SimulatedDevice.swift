@testable import NexusCore

/// A device of somebody's: the real engine, a store that survives it, and timers. It may crash between any two effects.
final class SimulatedDevice {
    unowned let world: Simulation
    let number: Int
    let user: UserID
    let name: String
    private(set) var store: ModelStore
    private(set) var engine: SyncEngine?
    private var socket: SimulatedSocket?
    /// Counts starts, so that what was meant for an earlier one is dropped.
    private var start = 0
    private var timers: [SyncTimer: Int] = [:]
    private var timerCount = 0
    /// Milliseconds by which its clock is wrong.
    var skew: Int64 = 0
    /// Until when it has no network.
    var offlineUntil: Int64 = 0

    init(world: Simulation, number: Int, profile: Profile) {
        self.world = world
        self.number = number
        user = profile.user.id
        name = "device \(number) (\(profile.user.name))"
        store = ModelStore(profile: profile)
    }

    var isRunning: Bool { engine != nil }
    var isOnline: Bool { world.now >= offlineUntil && world.now >= world.server.downUntil }
    var clock: Timestamp { world.time.advanced(by: skew) }

    // MARK: Life

    func launch() throws {
        guard engine == nil else { return }
        start += 1
        var snapshot = store.snapshot
        world.plant?.alter(&snapshot)
        engine = SyncEngine(restoring: snapshot, seed: DeviceRandom(seed: world.random.next()))
        world.log("\(name) starts")
        try handle(.start)
    }

    /// Stops without a word: whatever was not stored is lost.
    func crash() {
        guard engine != nil else { return }
        world.log("\(name) crashes")
        engine = nil
        dropSocket()
        timers = [:]
        let restart = world.now + Int64(world.pick(0...8_000))
        world.schedule(at: restart) { [self] in try launch() }
    }

    // MARK: Input

    func handle(_ input: SyncInput) throws {
        guard var engine else { return }
        world.plant?.alter(&engine, before: input)
        let effects = engine.handle(world.plant?.altered(input) ?? input, at: clock)
        self.engine = engine
        try perform(effects)
    }

    /// The person asks for a mutation; what the engine refuses at once is not asked.
    func ask(_ kind: Operation.Kind, people: [User] = []) throws {
        guard var engine, let (id, effects) = try? engine.perform(kind, people: people, at: clock) else { return }
        self.engine = engine
        world.log("\(name) performs \(kind.name) \(id)")
        world.ledger.performed(Operation(id: id, kind: kind), on: number)
        try perform(effects)
        // Crashed before it was stored: then the person has seen that nothing happened.
        if self.engine == nil, store.outbox[id] == nil { world.ledger.discarded(id) }
    }

    /// The person gives an operation up.
    func discard(_ id: OperationID) throws {
        guard var engine else { return }
        let effects = engine.handle(.discard(id), at: clock)
        self.engine = engine
        for case .store(let mutations) in effects {
            for case .removeOperation(let id) in mutations { world.ledger.discarded(id) }
        }
        try perform(effects)
    }

    func hear(_ frame: ServerFrame) throws { try handle(.frame(frame)) }

    // MARK: Effects

    private func perform(_ effects: [SyncEffect]) throws {
        let running = start
        for effect in world.plant?.ordered(effects) ?? effects {
            guard engine != nil, start == running else { return }
            if world.chance(world.conditions.deviceCrash) { return crash() }
            try perform(effect)
        }
    }

    private func perform(_ effect: SyncEffect) throws {
        switch effect {
        case .store(let mutations): try write(mutations)
        case .openSocket: openSocket()
        case .closeSocket: dropSocket()
        case .send(let frame):
            if case .operation(let operation) = frame {
                world.ledger.performed(operation, on: number)
                try require(
                    store.outbox[operation.id] != nil, "an operation is stored before it is sent", "\(operation.id)")
            }
            try socket?.toServer(frame)
        case .schedule(let timer, let delay):
            try require(delay > 0, "a timer waits", "\(timer)")
            timerCount += 1
            let (running, mark) = (start, timerCount)
            timers[timer] = mark
            world.schedule(at: world.now.addingReportingOverflow(delay).partialValue) { [self] in
                guard start == running, timers[timer] == mark, engine != nil else { return }
                timers[timer] = nil
                try handle(.timer(timer))
            }
        case .cancel(let timer): timers[timer] = nil
        case .arrived(let message):
            try require(message.sender != user && !message.isDeleted, "only others' messages arrive", "\(message.id)")
        case .redraw, .refused: break
        case .signedOut: throw SimulationFailure("nobody is signed out")
        }
    }

    private func write(_ mutations: [StoreMutation]) throws {
        for mutation in mutations {
            if case .removeOperation(let id) = mutation { try world.ledger.removed(id) }
        }
        if let plant = world.plant, let half = plant.torn(mutations), world.chance(500) {
            store.apply(half)
            return crash()
        }
        store.apply(mutations)
    }

    // MARK: The socket

    private func openSocket() {
        dropSocket()
        let running = start
        let socket = world.newSocket(for: self)
        self.socket = socket
        world.schedule(at: world.now + Int64(world.pick(1...world.conditions.latency))) { [self] in
            guard start == running, self.socket === socket else { return }
            guard isOnline else {
                self.socket = nil
                return try handle(.socketClosed(.lost))
            }
            world.log("\(name) opens socket \(socket.number)")
            try world.server.accept(socket)
            try handle(.socketOpened)
        }
    }

    private func dropSocket() {
        socket?.isOpenAtDevice = false
        socket = nil
    }

    /// The network breaks the connection; the device learns of it now, or never.
    func cut(silently: Bool) throws {
        guard let socket else { return }
        world.log("\(name) loses socket \(socket.number)\(silently ? " silently" : "")")
        socket.isDead = true
        if silently { return }
        try closed(socket)
    }

    /// The server closed the socket.
    func closed(_ socket: SimulatedSocket) throws {
        guard self.socket === socket else { return }
        dropSocket()
        try handle(.socketClosed(.lost))
    }

    /// Takes the network away until a time.
    func goOffline(until time: Int64) throws {
        offlineUntil = max(offlineUntil, time)
        try cut(silently: world.chance(3_000))
    }
}
