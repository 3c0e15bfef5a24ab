import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// Lets one projection catch up as long as the server runs: from its durable cursors after a start, and soon after each
/// change. New changes never wait for old ones.
///
/// It is supervised. Storage errors are retried with backoff. A conversation whose step fails for its own reason is set
/// aside and retried alone, so that it blocks no others. Only its task's cancellation ends it.
final class Follower: Sendable {
    /// The maximum of conversations in a step of catch-up.
    static let conversationsPerStep = 100
    /// The maximum of conversations that one look finds behind: a look reads all conversations there are, so it must serve many steps.
    static let conversationsPerLook = 2_000
    /// After so long it looks again: what moved last comes first, and metrics say how much is left.
    private static let lookLife: Duration = .seconds(10)

    let projection: any Projection
    private let work: CatchUp
    private let settling: Duration
    private let backoff: FollowerBackoff
    private let logger: Logger
    private let condition: Mutex<FollowerCondition>
    private let remaining = Atomic<Int64>(0)
    private let signal = WakeSignal()
    private let mustLook = Atomic(false)

    /// - Parameter settling: how long changes are gathered before they are followed.
    init(
        _ projection: any Projection, database: any Database, clock: FollowerClock = .continuous,
        settling: Duration = .milliseconds(50), backoff: FollowerBackoff = FollowerBackoff(),
        threads: BackgroundThreads? = nil, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.projection = projection
        self.settling = settling
        self.backoff = backoff
        self.logger = logger
        work = CatchUp(
            projection: projection.name, database: database, clock: clock, now: now, skipped: SkippedRowCount(),
            threads: threads)
        condition = Mutex(FollowerCondition(at: clock.now()))
    }

    /// The older changes of conversations that wait, as of the last scan.
    var remainingCount: Int64 { remaining.load(ordering: .relaxed) }
    /// Messages that could not be processed.
    var skippedCount: Int { work.skipped.value.load(ordering: .relaxed) }
    /// Age of the oldest unprocessed change.
    var lag: Duration { condition.withLock { $0.lag(at: work.clock.now()) } }
    var failureCount: Int { condition.withLock { $0.failuresInAll } }
    /// Its part of `/health`.
    var health: HealthPart {
        condition.withLock { $0.part(projection.name, skipped: skippedCount, at: work.clock.now()) }
    }

    /// A change was committed. Called on the writer's thread.
    func published(_ change: Change) {
        if projection.concerns(change) { note(change.conversation) }
    }

    /// A conversation has work.
    func note(_ id: ConversationID) {
        if condition.withLock({ $0.wait(for: id, at: work.clock.now()) }) { signal.wake() }
    }

    /// Any conversation may have work.
    func lookAgain() {
        mustLook.store(true, ordering: .relaxed)
        signal.wake()
    }

    /// Works until its task is cancelled.
    func run() async {
        var isPrepared = false
        var isCaughtUp = false
        condition.withLock { $0.begin(at: work.clock.now()) }
        defer {
            condition.withLock { $0.end() }
            remaining.store(0, ordering: .relaxed)
        }
        while !Task.isCancelled {
            do {
                if !isPrepared {
                    try await work.write { [projection] in try projection.begin($0) }
                    try await work.countSkipped()
                    isPrepared = true
                }
                if mustLook.exchange(false, ordering: .relaxed) { isCaughtUp = false }
                if !isCaughtUp { isCaughtUp = try await catchUp() }
                try await followWaiting()
                succeeded()
                if isCaughtUp { try await rest() }
            } catch is CancellationError {
                return
            } catch {
                isCaughtUp = false
                guard await waitAfter(error) else { return }
            }
        }
    }

    // MARK: Steps

    /// One round over older changes. Returns whether none is left.
    private func catchUp() async throws -> Bool {
        let now = work.clock.now()
        let aside = condition.withLock { Set($0.setAside.filter { $0.value.dueAt > now }.keys) }
        let (behind, count) = try await work.read { [projection] reader in
            let behind = try projection.behind(limit: Self.conversationsPerLook + aside.count, reader)
            return (behind.filter { !aside.contains($0) }, try projection.remaining(reader))
        }
        remaining.store(count, ordering: .relaxed)
        guard !behind.isEmpty else { return try await projection.followHistory(work) }
        var rest = behind[...]
        let looked = work.clock.now()
        while !rest.isEmpty, work.clock.now() - looked < Self.lookLife {
            try Task.checkCancellation()
            var ids = Array(rest.prefix(Self.conversationsPerStep))
            rest = rest.dropFirst(ids.count)
            while !ids.isEmpty {
                ids = Array(try await step(ids))
                try await followWaiting()
            }
        }
        return false
    }

    private func followWaiting() async throws {
        while true {
            let now = work.clock.now()
            var ids = condition.withLock { $0.takeDue(at: now) }
            if ids.isEmpty { return }
            do {
                while !ids.isEmpty { ids = Array(try await step(ids)) }
            } catch {
                condition.withLock { $0.putBack(ids) }
                throw error
            }
            succeeded()
        }
    }

    /// A step in these conversations; returns those with more work. One that fails for its own reason is set aside.
    private func step(_ ids: [ConversationID]) async throws -> Set<ConversationID> {
        do {
            let more = try await projection.follow(ids, work)
            condition.withLock { condition in
                condition.lastStep = work.clock.now()
                if !condition.setAside.isEmpty { for id in ids { condition.setAside[id] = nil } }
            }
            return more
        } catch let error as CancellationError {
            throw error
        } catch {
            guard !Self.isPassing(error) else { throw error }
            guard ids.count > 1 else {
                try setAside(ids, error)
                return []
            }
            var more: Set<ConversationID> = []
            for id in ids { more.formUnion(try await step([id])) }
            return more
        }
    }

    /// Whether an error comes from the storage, not from a conversation.
    private static func isPassing(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.code else { return false }
        return code == .full || code == .overloaded || code == .unavailable
    }

    private func setAside(_ ids: [ConversationID], _ error: any Error) throws {
        let now = work.clock.now()
        let isKept = condition.withLock { condition in
            guard condition.setAside.count < FollowerCondition.setAsideLimit else { return false }
            for id in ids { condition.setAside(id, because: error, backoff: backoff, at: now) }
            return true
        }
        guard isKept else { throw error }
        logger.warning(
            "\(projection.name) sets a conversation aside, and tries it again later",
            metadata: ["conversation": "\(ids.first?.text ?? "")", "error": "\(error)"])
    }

    // MARK: Waiting

    private func succeeded() {
        let hadFailed = condition.withLock { condition in
            defer { condition.succeed(at: work.clock.now()) }
            return condition.failures > 0
        }
        if hadFailed { logger.notice("\(projection.name) follows again") }
    }

    /// Waits until something is new or due, and then until more of it has gathered.
    private func rest() async throws {
        let due = condition.withLock { condition in
            condition.waiting.isEmpty ? condition.setAside.values.map(\.dueAt).min() : .zero
        }
        let alarm = due.map { due in
            Task { [work, signal] in
                try await work.clock.sleep(max(.zero, due - work.clock.now()))
                signal.wake()
            }
        }
        defer { alarm?.cancel() }
        await signal.next()
        try Task.checkCancellation()
        try await work.clock.sleep(settling)
    }

    /// Waits after a failure of its own. Returns false once its task is cancelled.
    private func waitAfter(_ error: any Error) async -> Bool {
        let now = work.clock.now()
        let (failures, delay) = condition.withLock { condition in
            let delay = backoff.delay(after: condition.failures + 1)
            condition.fail(error, until: now + delay)
            return (condition.failures, delay)
        }
        if failures == 1 || failures == FollowerCondition.stuckAfterFailures {
            logger.error(
                "\(projection.name) could not follow, and tries again",
                metadata: ["error": "\(error)", "failures": "\(failures)"])
        }
        do {
            try await work.clock.sleep(delay)
            return true
        } catch {
            return false
        }
    }
}
