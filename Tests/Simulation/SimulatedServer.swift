import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization

@testable import NexusServer

/// The server: one node, or several that take turns, over one real database in memory.
final class SimulatedServer {
    /// A transaction or a commit that the run lets fail.
    enum Interruption: Error { case storage, crash }

    unowned let world: Simulation
    private(set) var nodes: [SimulatedNode] = []
    private(set) var epoch = EpochID(high: 0xE, low: 1)
    /// The committed transactions, in order: a backup is a prefix.
    var journal: [Entry] = []
    private var backup: Backup?
    /// The received parts of each medium; they are on disk.
    var parts: [MediaID: Int] = [:]
    /// What happens between nodes; nil for a server that is alone.
    let conditions: NodeConditions?
    /// Nil for a server that is alone, and for nodes without one.
    private(set) var bus: SimulatedBus?
    private(set) lazy var leaders = SimulatedLeaders(self)
    /// Of what happens between nodes: its decisions do not change those of the run beside.
    var random: DeviceRandom
    /// What all nodes share.
    private var store: SQLDatabase
    /// Nodes that were begun over it.
    private var begun = 1

    init(world: Simulation) throws {
        self.world = world
        conditions = NodeConditions(seed: world.conditions.seed)
        random = DeviceRandom(seed: world.conditions.seed &* 0x8EBC_6AF0_9C88_C6E3)
        store = try SimulatedServer.newStore(of: epoch, isShared: conditions != nil)
        if let conditions, conditions.hasBus { bus = SimulatedBus(world: world, conditions) }
        try beginAll()
    }

    var history: HistoryService { HistoryService(epoch: epoch) }
    /// Whether it is several nodes.
    var hasOthers: Bool { conditions != nil }

    private static func newStore(of epoch: EpochID, isShared: Bool) throws -> SQLDatabase {
        var configuration = DatabaseConfiguration(storage: try TestDatabase.memory(), execution: .inline)
        configuration.isShared = isShared
        guard isShared else { return try SQLDatabase(configuration, migrations: Schema.migrations) }
        // Each node watches whether the epoch is still its own.
        return try SQLDatabase(configuration, migrations: Schema.migrations) {
            try EpochRepository.put(epoch, at: .zero, because: "simulation", $0)
        }
    }

    /// Begins all nodes over the store.
    private func beginAll() throws {
        if nodes.isEmpty {
            for number in 1...(conditions?.count ?? 1) {
                nodes.append(
                    try SimulatedNode(number, of: self, on: try number == 1 ? store : newDatabase(instead: store)))
            }
            return
        }
        for node in nodes {
            node.end()
            try node.begin(on: try node === nodes[0] ? store : newDatabase(instead: store))
        }
    }

    /// The database of a node that begins.
    ///
    /// - Parameter earlier: what a server that is alone goes on with.
    func newDatabase(instead earlier: SQLDatabase) throws -> SQLDatabase {
        guard hasOthers else { return earlier }
        begun += 1
        return try store.anotherNode(Int64(begun))
    }

    /// A node that is there; one that is not, if none is.
    var anyNode: SimulatedNode { random.pick(nodes.filter(\.isUp)) ?? nodes[0] }

    /// The end of a time without any node.
    var downUntil: Int64 { nodes.map(\.downUntil).min() ?? 0 }

    func accept(_ socket: SimulatedSocket) throws { try anyNode.accept(socket) }

    /// Something may have been committed.
    func wrote() {
        guard hasOthers else { return }
        for node in nodes { node.scheduleLook() }
    }

    func crash() throws { try (random.pick(nodes) ?? nodes[0]).crash() }

    /// The run is over.
    func end() { for node in nodes { node.end() } }

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
        for node in nodes { try node.crash() }
        world.cutAll()
        if world.plant != .keepsEpoch { epoch = EpochID(high: 0xE, low: 2) }
        store = try SimulatedServer.newStore(of: epoch, isShared: hasOthers)
        begun = 1
        try beginAll()
        journal = Array(journal.prefix(backup.entries))
        let first = nodes[0]
        for entry in journal { try first.write { [operations = first.operations] in try entry($0, operations) } }
        parts = backup.parts
        world.ledger.goBack(to: backup.history)
        leaders.forget()
        try world.notifications.restored()
    }

    // MARK: The database

    /// Performs an operation without a socket: the initial state.
    func apply(_ operation: Operation, by user: UserID) throws {
        let (now, node) = (world.time, anyNode)
        let applied = try node.write { [operations = node.operations] in
            try operations.apply(operation, by: user, in: $0, now: now)
        }
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
        let node = anyNode
        try node.write { [operations = node.operations] in try entry($0, operations) }
        journal.append(entry)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) throws -> Value {
        try nodes[0].read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
        try anyNode.write(body)
    }
}

/// Results of transactions whose commit is under way.
final class Uncommitted: Sendable {
    private let all = Mutex<[Applied]>([])

    func add(_ applied: Applied) { all.withLock { $0.append(applied) } }

    func take() -> [Applied] {
        all.withLock { all in
            defer { all = [] }
            return all
        }
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
        do {
            return try result.get()
        } catch let error as DatabaseError {
            throw SimulationFailure("the database takes what the server writes", "\(error)")
        }
    }
}
