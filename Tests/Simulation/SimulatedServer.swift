import NexusCore
import NexusDatabase
import Synchronization

@testable import NexusServer

/// The server: the real services on a real database in memory, and a gateway that does what the live one does, step by step
/// on the simulation's thread. A crash takes its memory and its sockets; what was committed stays.
final class SimulatedServer {
    /// A transaction that the run wants to fail.
    private enum Interruption: Error { case storage, crash }

    unowned let world: Simulation
    private let database: SQLiteDatabase
    private var operations: OperationService
    private let history = HistoryService()
    private var sockets: [SimulatedSocket] = []
    /// Until when it is not there.
    private(set) var downUntil: Int64 = 0

    init(world: Simulation) throws {
        self.world = world
        database = try SQLiteDatabase(.inline, migrations: Schema.migrations)
        operations = OperationService(heads: ConversationHeads())
        keepHeads()
    }

    private func keepHeads() {
        let heads = operations.heads
        let isKept = world.plant != .losesHeads
        database.beforeCommit { transaction in if isKept { try heads.writeHeads(transaction) } }
    }

    // MARK: Sockets

    func accept(_ socket: SimulatedSocket) throws {
        sockets.append(socket)
        let user = socket.device.user
        let now = world.time
        guard let profile = try read({ try AccountRepository.profile(of: user, in: $0) }) else {
            throw SimulationFailure("everybody has an account")
        }
        let session = SessionID(high: 1, low: UInt64(socket.number))
        try socket.toDevice(.welcome(Welcome(session: session, profile: profile, time: now)))
    }

    /// Its memory is gone, and whoever was connected finds out sooner or later.
    func crash() {
        world.log("server crashes")
        operations = OperationService(heads: ConversationHeads())
        keepHeads()
        downUntil = world.now + Int64(world.pick(0...15_000))
        for socket in sockets {
            socket.isOpenAtServer = false
            world.schedule(at: world.now + Int64(world.pick(0...5_000))) { [unowned socket] in
                try socket.device.closed(socket)
            }
        }
        sockets = []
    }

    // MARK: Frames

    func receive(_ frame: ClientFrame, from socket: SimulatedSocket) throws {
        let user = socket.device.user
        switch frame {
        case .operation(let operation): try receive(operation, from: socket)
        case .discover(let since):
            let now = world.time
            let moved = try read { [history] in try history.moved(since: since, for: user, now: now, in: $0) }
            try socket.toDevice(.moved(moved))
        case .changes(let id, let after):
            try answer(socket, about: id) { [history] in
                .changes(try history.changes(of: id, after: after, for: user, in: $0))
            }
        case .page(let request):
            try answer(socket, about: request.conversation) { [history] in
                .page(try history.page(request, for: user, in: $0))
            }
        case .typing(let id, let active):
            for other in sockets where other.device.user != user && world.ledger.isMember(other.device.user, of: id) {
                guard world.ledger.isMember(user, of: id) else { break }
                try other.toDevice(.typing(id, user: user, active: active))
            }
        case .activity: break
        }
    }

    private func answer(
        _ socket: SimulatedSocket, about id: ConversationID, _ body: @escaping @Sendable (Reader) throws -> ServerFrame
    ) throws {
        if world.chance(world.conditions.transientRefusal) {
            return try socket.toDevice(.refusal(.conversation(id), Refusal(.overloaded, "Try again.")))
        }
        let frame: ServerFrame
        do {
            frame = try read(body)
        } catch let refusal as Refusal {
            frame = .refusal(.conversation(id), refusal)
        }
        try world.ledger.tells(socket.device.user, frame)
        guard world.chance(world.conditions.delay * 2) else { return try socket.toDevice(frame) }
        // A busy reader: what it has read goes out after later changes.
        world.schedule(at: world.now + Int64(world.pick(0...(world.conditions.latency * 4)))) { [frame] in
            try socket.toDevice(frame)
        }
    }

    private func receive(_ operation: Operation, from socket: SimulatedSocket) throws {
        if world.chance(world.conditions.transientRefusal) {
            let code =
                world.random.pick([ErrorCode.overloaded, .rateLimited, .storageFull, .unavailable]) ?? .overloaded
            let wait = world.chance(5_000) ? Int64(world.pick(0...5_000)) : nil
            return try socket.toDevice(
                .refusal(.operation(operation.id), Refusal(code, "Try again later.", retryAfter: wait)))
        }
        let crashes = world.chance(world.conditions.serverCrash) ? world.pick(0...2) : nil
        if world.plant == .acknowledgesBeforeCommit, world.chance(500) {
            try socket.toDevice(.ack(Acknowledgement(operation: operation.id, seq: 1, at: world.time)))
            return crash()
        }
        do {
            let applied = try commit(operation, by: socket.device.user, crashes: crashes == 0)
            if crashes == 1 { return crash() }
            try socket.toDevice(.ack(applied.acknowledgement))
            if crashes == 2 { return crash() }
            for publication in applied.publications { try publish(publication) }
        } catch Interruption.crash {
            crash()
        } catch Interruption.storage {
            try socket.toDevice(.refusal(.operation(operation.id), Refusal(.storageFull, "The disk is full.")))
        } catch let refusal as Refusal {
            try world.ledger.refused(operation.id, refusal)
            world.log("server refuses \(operation.kind.name) \(operation.id): \(refusal.code.text)")
            try socket.toDevice(.refusal(.operation(operation.id), refusal))
        }
    }

    /// One operation in one transaction, which may fail or be the server's last.
    private func commit(_ operation: Operation, by user: UserID, crashes: Bool) throws -> Applied {
        let fails = !crashes && world.chance(world.conditions.storageFailure)
        let planted = world.plant?.altered(operation, ledger: world.ledger, random: &world.random) ?? operation
        let isBackwards = world.plant == .movesReceiptsBack
        var applied = try write(
            by: user, planted, isBackwards: isBackwards, interruption: crashes ? .crash : fails ? .storage : nil)
        applied.acknowledgement.operation = operation.id
        try world.ledger.committed(operation.id, applied.publications.map(\.change))
        return applied
    }

    private func write(
        by user: UserID, _ operation: Operation, isBackwards: Bool, interruption: Interruption?
    ) throws -> Applied {
        let now = world.time
        return try write { [operations] transaction in
            if isBackwards, case .receipt(let id, _, _) = operation.kind,
                let head = try operations.heads.conversation(id, in: transaction), var place = head.place(of: user)
            {
                (place.read, place.delivered) = (0, 0)
                head.setPlace(place, of: user)
            }
            let applied = try operations.apply(operation, by: user, in: transaction, now: now)
            if let interruption { throw interruption }
            return applied
        }
    }

    private func publish(_ publication: Publication) throws {
        let change = publication.change
        for socket in sockets {
            let user = socket.device.user
            if publication.recipients.contains(user) {
                try tell(socket, .change(change))
            } else if publication.departed.contains(user) {
                var farewell = change
                if world.plant != .tellsWhoLeft {
                    farewell = Change(
                        conversation: change.conversation, seq: change.seq,
                        members: change.members.filter { $0.user == user })
                }
                try tell(socket, .change(farewell))
            } else if world.plant == .tellsWhoLeft, world.ledger.members[change.conversation]?[user] != nil {
                try tell(socket, .change(change))
            }
        }
    }

    private func tell(_ socket: SimulatedSocket, _ frame: ServerFrame) throws {
        try world.ledger.tells(socket.device.user, frame)
        try socket.toDevice(frame)
    }

    // MARK: The database

    /// Carries out an operation that no socket sent: what was there before the run.
    func apply(_ operation: Operation, by user: UserID) throws {
        let now = world.time
        let applied = try write { [operations] in try operations.apply(operation, by: user, in: $0, now: now) }
        try world.ledger.committed(operation.id, applied.publications.map(\.change))
    }

    /// Messages just before a `seq`, as many as a page has.
    func messages(in id: ConversationID, before seq: Seq) throws -> [Message] {
        try read { try HistoryRepository.messages(in: id, before: seq, limit: Limits.defaultPageMessages, $0) }
    }

    func createAccount(_ user: User) throws {
        let now = world.time
        _ = try write { try AccountRepository.insert(user, passwordHash: "", at: now, $0) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.query(body) { result in outcome.result.withLock { $0 = result } }
        return try outcome.get()
    }

    private func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.submit(body) { result in outcome.result.withLock { $0 = result } }
        return try outcome.get()
    }
}

/// What a piece of work on the database came to; inline execution has filled it when the call returns.
private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)

    func get() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw SimulationFailure("the database answers at once") }
        return try result.get()
    }
}
