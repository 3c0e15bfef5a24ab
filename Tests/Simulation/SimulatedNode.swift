import NIOCore
import NexusCore
import NexusDatabase

@testable import NexusServer

/// A node of the server, in most runs the only one: the real services, and a gateway like the live one, step by step on the simulation's thread. A
/// crash loses its memory and its sockets; committed transactions stay.
///
/// `@unchecked Sendable`: used on the thread of its run alone.
final class SimulatedNode: @unchecked Sendable {
    unowned let world: Simulation
    unowned let server: SimulatedServer
    let number: Int
    private(set) var database: SQLDatabase
    private(set) var operations = OperationService(heads: ConversationHeads())
    private(set) var sockets: [SimulatedSocket] = []
    /// Operations that wait for the next commit.
    var line: [Waiting] = []
    /// The failure of the next commit.
    let failure = Failure()
    /// What a faulty node tells before its commit.
    let uncommitted = Uncommitted()
    /// Counts starts, so that delayed actions of earlier ones are dropped.
    private(set) var start = 0
    /// The end of its downtime.
    private(set) var downUntil: Int64 = 0
    /// What it has because there are others; nil for a server that is alone.
    private(set) var parts: NodeParts?
    /// Under which number it believes to lead; nil if it does not.
    var term: Leadership.Term?
    /// Whether work that it does as the leader stands still.
    var isHeldUp = false
    private var hasLookDue = false

    init(_ number: Int, of server: SimulatedServer, on database: SQLDatabase) throws {
        self.number = number
        self.server = server
        self.database = database
        world = server.world
        try begin(on: database)
    }

    var history: HistoryService { server.history }
    var isUp: Bool { world.now >= downUntil }

    /// Begins anew over a database.
    func begin(on database: SQLDatabase) throws {
        self.database = database
        operations = OperationService(heads: ConversationHeads())
        let (heads, isKept) = (operations.heads, world.plant != .losesHeads)
        database.beforeCommit { [failure] transaction in
            if isKept { try heads.writeHeads(transaction) }
            if let interruption = failure.take() { throw interruption }
        }
        guard server.hasOthers else { return }
        let parts = try NodeParts(database, server)
        parts.end?.delivered = { [unowned self] in try handOver() }
        self.parts = parts
        let isTold = world.plant != .ignoresTurns
        database.afterOthers { [terms = parts.terms] transaction, others in
            let notes = others.read
            if isTold { heads.take(notes, in: transaction) }
            terms.take(notes, in: transaction)
        }
    }

    // MARK: Life

    /// Its memory is lost, and connected devices notice sooner or later.
    func crash() throws {
        world.log(server.hasOthers ? "node \(number) crashes" : "server crashes")
        start += 1
        end()
        try begin(on: try server.newDatabase(instead: database))
        line = []
        downUntil = world.now + Int64(world.pick(0...15_000))
        for socket in sockets {
            socket.isOpenAtServer = false
            world.schedule(at: world.now + Int64(world.pick(0...5_000))) { [unowned socket] in
                try socket.device.closed(socket)
            }
        }
        sockets = []
    }

    /// Ends what goes on beside operations.
    func end() {
        parts?.stop()
        parts = nil
        (term, isHeldUp, hasLookDue) = (nil, false, false)
    }

    // MARK: Sockets

    func accept(_ socket: SimulatedSocket) throws {
        sockets.append(socket)
        socket.node = self
        let user = socket.device.user
        let now = world.time
        guard let profile = try read({ try AccountRepository.profile(of: user, in: $0) }) else {
            throw SimulationFailure("everybody has an account")
        }
        let session = SessionID(high: 1, low: UInt64(socket.number))
        let live = LiveSession(session: session, profile: profile, accessUntil: now.advanced(by: .max / 4))
        if let parts { socket.connection = parts.connect(live, to: socket.outlet) }
        try socket.toDevice(
            .welcome(
                Welcome(
                    session: session, profile: profile, time: now, epoch: history.epoch, hasInsights: true)))
        if let parts, world.plant != .followsNobody {
            parts.link.opened(user) { [unowned self] in catchUp(user, since: now) }
        }
        try tellPresence(of: user, isOnline: true)
        for person in world.people where person.id != user && world.ledger.areTogether(person.id, user) {
            try tell(socket, .presence([Presence(user: person.id, isOnline: false, lastSeen: now)]))
        }
    }

    /// As ``LiveGateway`` does: tells what moved while the node did not hear of a user's conversations yet.
    private func catchUp(_ user: UserID, since time: Timestamp) {
        guard let parts else { return }
        let (history, now, start) = (history, world.time, time.advanced(by: -5_000))
        let moved = try? read { try history.moved(since: start, for: user, now: now, in: $0) }
        guard let moved, !moved.conversations.isEmpty else { return }
        parts.hub.send(SharedFrame(text: ServerFrame.moved(moved).json), to: [user])
    }

    /// A device has gone; the node notices some time later, if it has others beside it.
    func left(_ socket: SimulatedSocket) {
        guard server.hasOthers, let connection = socket.connection else { return }
        let running = start
        world.schedule(at: world.now + Int64(server.random.pick(0...30_000))) { [self] in
            guard start == running, let parts, let place = sockets.firstIndex(where: { $0 === socket }) else { return }
            sockets.remove(at: place)
            socket.isOpenAtServer = false
            socket.connection = nil
            guard parts.hub.remove(connection, of: socket.device.user) else { return }
            parts.link.closed(socket.device.user)
            world.schedule(at: world.now + NodeInterest.afterglow) { [self] in
                if start == running { self.parts?.link.sweep() }
            }
        }
    }

    /// Hands what the hub has written to the network, socket by socket.
    func handOver() throws {
        guard let parts else { return }
        parts.settle()
        for socket in sockets {
            for frame in try socket.outlet.take() { try tell(socket, frame) }
        }
    }

    /// Somebody has committed: within a second this node looks.
    func scheduleLook() {
        guard let parts, !hasLookDue else { return }
        hasLookDue = true
        let running = start
        world.schedule(at: world.now + Int64(server.random.pick(1...1_000))) { [self] in
            guard start == running else { return }
            hasLookDue = false
            parts.look()
            try handOver()
        }
    }

    // MARK: The database

    func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.query(body) { outcome.set($0) }
        return try outcome.get()
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.submit(body) { outcome.set($0) }
        server.wrote()
        return try outcome.get()
    }
}
