import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization

@testable import NexusServer

/// The real services on an inline database in memory: an operation has taken effect when the call returns. The test
/// sets the time.
final class InlineServer {
    let database: SQLDatabase
    let history = HistoryService()
    private(set) var operations: OperationService
    var now = Timestamp(milliseconds: 1_700_000_000_000)
    private var made: UInt64 = 0

    convenience init() throws { self.init(on: try SQLDatabase(TestDatabase.inline(), migrations: Schema.migrations)) }

    /// - Parameter earlier: of the same data; identifiers go on after its own.
    init(on database: SQLDatabase, after earlier: InlineServer? = nil) {
        self.database = database
        if let earlier { (now, made) = (earlier.now, earlier.made) }
        operations = OperationService(heads: ConversationHeads())
        keepHeads(failing: nil)
    }

    /// Clears all caches, as after a restart.
    func restart() {
        operations = OperationService(heads: ConversationHeads())
        keepHeads(failing: nil)
    }

    /// Lets every commit fail with `error` just before its end, until `error` is `nil` again.
    func failCommits(with error: DatabaseError?) { keepHeads(failing: error) }

    private func keepHeads(failing error: DatabaseError?) {
        database.beforeCommit { [heads = operations.heads] transaction in
            try heads.writeHeads(transaction)
            if let error { throw error }
        }
        database.afterOthers { [heads = operations.heads] transaction, others in
            heads.take(others.read, in: transaction)
        }
    }

    // MARK: Factories

    /// A new version 7 identifier; later ones are greater.
    func identifier<Subject>(_: Subject.Type = Subject.self) -> ID<Subject> {
        made += 1
        return ID(high: 0x7000, low: 0x8000_0000_0000_0000 | made)
    }

    func person(_ name: String) throws -> UserID {
        let user = User(id: identifier(), name: name, email: "\(name.lowercased())@example.org")
        return try write { [now] transaction in
            _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
            return user.id
        }
    }

    func operation(_ kind: Operation.Kind) -> Operation { Operation(id: identifier(), kind: kind) }

    @discardableResult
    func apply(_ kind: Operation.Kind, by user: UserID) throws -> Applied { try apply(operation(kind), by: user) }

    @discardableResult
    func apply(_ operation: Operation, by user: UserID) throws -> Applied {
        try write { [operations, now] in try operations.apply(operation, by: user, in: $0, now: now) }
    }

    func direct(_ one: UserID, _ other: UserID) throws -> ConversationID {
        let id = ConversationID.direct(between: one, and: other)
        try apply(.createDirect(id, with: other), by: one)
        return id
    }

    func group(of owner: UserID, with members: [UserID], title: String = "Plans") throws -> ConversationID {
        let id: ConversationID = identifier()
        try apply(.createGroup(id, title: title, members: members), by: owner)
        return id
    }

    /// Posts a text and returns the message as it was published.
    @discardableResult
    func post(
        _ text: String, in id: ConversationID, by user: UserID, replyTo original: MessageID? = nil
    ) throws -> Message {
        let applied = try apply(.post(id, Post(text: text, writtenAt: now, replyTo: original)), by: user)
        guard let message = applied.publications.first?.change.messages.first else { throw Missing() }
        return message
    }

    /// Runs a projection's catch-up on request.
    func catchUp(_ projection: String) -> CatchUp {
        CatchUp(
            projection: projection, database: database, clock: .continuous, now: { [now] in now },
            skipped: SkippedRowCount())
    }

    // MARK: Reading

    func changes(of id: ConversationID, after seq: Seq, for user: UserID) throws -> Changes {
        try read { [history] in try history.changes(of: id, after: seq, for: user, in: $0) }
    }

    func page(
        of id: ConversationID, _ anchor: PageRequest.Anchor = .before(.max), limit: Int = 50, for user: UserID
    ) throws -> Page {
        let request = PageRequest(conversation: id, anchor: anchor, limit: limit)
        return try read { [history] in try history.page(request, for: user, in: $0) }
    }

    func position(of message: MessageID, in id: ConversationID, for user: UserID) throws -> Seq {
        try read { [history] in try history.position(of: message, in: id, for: user, $0) }
    }

    func moved(since: Timestamp?, for user: UserID) throws -> Moved {
        try read { [history, now] in try history.moved(since: since, for: user, now: now, in: $0) }
    }

    /// A member's row, present or former.
    func member(_ user: UserID, of id: ConversationID) throws -> Member {
        let members = try read { try HistoryRepository.members(of: id, changedAfter: 0, in: $0) }
        guard let member = members.first(where: { $0.user == user }) else { throw Missing() }
        return member
    }

    // MARK: The database

    func read<Value: Sendable>(_ body: @escaping @Sendable (Reader) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.query(body, completion: outcome.set)
        return try outcome.get()
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        database.submit(body, completion: outcome.set)
        return try outcome.get()
    }

    /// Carries out several transactions that share one commit.
    func together<Value: Sendable>(
        _ bodies: [@Sendable (Transaction) throws -> Value]
    ) -> [Result<Value, any Error>] {
        let outcomes = bodies.map { _ in Outcome<Value>() }
        // Submissions during a transaction wait for the next commit.
        database.submit { [database] _ in
            for (body, outcome) in zip(bodies, outcomes) { database.submit(body, completion: outcome.set) }
        } completion: { _ in
        }
        return outcomes.map { outcome in Result { try outcome.get() } }
    }
}

/// An expected value is missing.
struct Missing: Error {}

/// The result of work; inline execution has set it when the call returns.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

    func get() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw Missing() }
        return try result.get()
    }
}

/// The code with which `body` is refused; `nil` when it is not.
func refusal(_ body: () throws -> Void) throws -> ErrorCode? {
    do {
        try body()
        return nil
    } catch let refusal as Refusal {
        return refusal.code
    }
}

extension Applied {
    /// The one change that it published.
    var change: Change? { publications.count == 1 ? publications.first?.change : nil }
}
