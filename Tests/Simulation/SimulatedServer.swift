import NexusCore
import NexusDatabase
import Synchronization

@testable import NexusServer

/// The server: the real services on a real database in memory, and a gateway like the live one, step by step on the
/// simulation's thread. A crash loses its memory and its sockets; committed transactions stay.
final class SimulatedServer {
    /// A transaction or a commit that the run lets fail.
    enum Interruption: Error { case storage, crash }

    unowned let world: Simulation
    private(set) var database: SQLDatabase
    private(set) var operations: OperationService
    private(set) var history = HistoryService(epoch: EpochID(high: 0xE, low: 1))
    /// The committed transactions, in order: a backup is a prefix.
    var journal: [Entry] = []
    private var backup: Backup?
    private(set) var sockets: [SimulatedSocket] = []
    /// Operations that wait for the next commit.
    var line: [Waiting] = []
    /// The failure of the next commit.
    let failure = Failure()
    /// Counts starts, so that delayed actions of earlier ones are dropped.
    private(set) var start = 0
    /// The received parts of each medium; they are on disk.
    var parts: [MediaID: Int] = [:]
    /// The end of its downtime.
    private(set) var downUntil: Int64 = 0

    init(world: Simulation) throws {
        self.world = world
        database = try SQLDatabase(.inline, migrations: Schema.migrations)
        operations = OperationService(heads: ConversationHeads())
        hookHeads()
    }

    private func hookHeads() {
        let isKept = world.plant != .losesHeads
        database.beforeCommit { [heads = operations.heads, failure] transaction in
            if isKept { try heads.writeHeads(transaction) }
            if let interruption = failure.take() { throw interruption }
        }
    }

    // MARK: Backup and restore

    /// A transaction that can be repeated.
    typealias Entry = @Sendable (Transaction, OperationService) throws -> Void

    private struct Backup {
        var entries: Int
        var parts: [MediaID: Int]
        var history: Ledger.History
    }

    func backUp() {
        world.log("server is backed up")
        backup = Backup(entries: journal.count, parts: parts, history: world.ledger.history)
    }

    /// The server goes back in time: it is stopped, its database is that of the backup, and it starts again.
    func restore() throws {
        guard let backup else { return }
        world.log("server is restored")
        crash()
        world.cutAll()
        database = try SQLDatabase(.inline, migrations: Schema.migrations)
        hookHeads()
        journal = Array(journal.prefix(backup.entries))
        for entry in journal { try write { [operations] in try entry($0, operations) } }
        parts = backup.parts
        world.ledger.goBack(to: backup.history)
        try world.notifications.restored()
        if world.plant != .keepsEpoch { history.epoch = EpochID(high: 0xE, low: 2) }
    }

    // MARK: Life

    func accept(_ socket: SimulatedSocket) throws {
        sockets.append(socket)
        let user = socket.device.user
        let now = world.time
        guard let profile = try read({ try AccountRepository.profile(of: user, in: $0) }) else {
            throw SimulationFailure("everybody has an account")
        }
        let session = SessionID(high: 1, low: UInt64(socket.number))
        try socket.toDevice(
            .welcome(
                Welcome(
                    session: session, profile: profile, time: now, epoch: history.epoch, hasInsights: true)))
        try tellPresence(of: user, isOnline: true)
        for person in world.people where person.id != user && world.ledger.areTogether(person.id, user) {
            try tell(socket, .presence([Presence(user: person.id, isOnline: false, lastSeen: now)]))
        }
    }

    /// Its memory is lost, and connected devices notice sooner or later.
    func crash() {
        world.log("server crashes")
        start += 1
        operations = OperationService(heads: ConversationHeads())
        hookHeads()
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

    // MARK: The database

    /// Performs an operation without a socket: the initial state.
    func apply(_ operation: Operation, by user: UserID) throws {
        let now = world.time
        let applied = try write { [operations] in try operations.apply(operation, by: user, in: $0, now: now) }
        journal.append { _ = try $1.apply(operation, by: user, in: $0, now: now) }
        try world.ledger.committed(operation.id, applied.publications.map(\.change))
    }

    /// Messages just before a `seq`, as many as a page has.
    func messages(in id: ConversationID, before seq: Seq) throws -> [Message] {
        try read { try HistoryRepository.messages(in: id, before: seq, limit: Limits.defaultPageMessages, $0) }
    }

    func createAccount(_ user: User) throws {
        let now = world.time
        try keep { transaction, _ in _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction) }
    }

    /// Carries out what belongs to no operation.
    func keep(_ entry: @escaping Entry) throws {
        try write { [operations] in try entry($0, operations) }
        journal.append(entry)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.query(body) { outcome.set($0) }
        return try outcome.get()
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.submit(body) { outcome.set($0) }
        return try outcome.get()
    }
}

/// The failure of the next commit; taken once.
final class Failure: Sendable {
    private let interruption = Mutex<SimulatedServer.Interruption?>(nil)

    func set(_ interruption: SimulatedServer.Interruption?) { self.interruption.withLock { $0 = interruption } }

    func take() -> SimulatedServer.Interruption? {
        interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
    }
}

/// The result of work on the database; inline execution has set it when the call returns.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func set(_ result: Result<Value, any Error>) { self.result.withLock { $0 = result } }

    func get() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw SimulationFailure("the database answers at once") }
        return try result.get()
    }
}
