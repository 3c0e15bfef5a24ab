import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// Keeps insights up: reads messages shortly after their posts, edits and deletions, and once there is nothing new those from before, newest
/// conversations first. It reads, thinks, and writes in small transactions that share their commit with posts.
///
/// What is found does not depend on how the reading was cut: it goes on from a checkpoint, as if from the conversation's beginning. After an edit
/// it goes back to the checkpoint before it, and stops at the first later one that is as it was.
final class InsightFollower: Sendable {
    /// Messages between two checkpoints.
    static let stride = 64
    /// How long posts are gathered before they are read.
    private static let settling = Duration.milliseconds(50)
    private static let behindLimit = 100
    /// Waiting transactions from which the writer counts as busy, and how long reading then rests.
    private static let busyLine = 32
    private static let rest = Duration.milliseconds(200)

    private let database: any Database
    private let zone: InsightZone
    /// Told of conversations whose insights have changed, and of their members.
    private let moved: @Sendable (ConversationID, [UserID]) -> Void
    private let logger: Logger
    private let waiting = Mutex<Set<ConversationID>>([])
    private let news: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let read = Atomic<Int>(0)
    private let remaining = Atomic<Int64>(0)

    /// - Parameter zone: where those write whose zone is not known.
    init(
        database: any Database, zone: InsightZone, logger: Logger,
        moved: @escaping @Sendable (ConversationID, [UserID]) -> Void
    ) {
        self.database = database
        self.zone = zone
        self.logger = logger
        self.moved = moved
        (news, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Messages read since the server started; those that are read again count again.
    var readCount: Int { read.load(ordering: .relaxed) }
    /// Messages and other changes from before that wait, as of the last look.
    var remainingCount: Int64 { remaining.load(ordering: .relaxed) }

    /// Something was changed. Called on the writer's thread.
    func published(_ publication: Publication) {
        // A conversation's own row tells that it may, or may not, be read from now on.
        guard !publication.change.messages.isEmpty || publication.change.info != nil else { return }
        if waiting.withLock({ $0.insert(publication.change.conversation).inserted }) { wake.yield() }
    }

    /// Works until its task is cancelled or the database closes.
    func run() async {
        do {
            try await catchUp()
            for await _ in news {
                try await Task.sleep(for: Self.settling)
                try await followWaiting()
            }
        } catch is CancellationError {
        } catch let error as DatabaseError where error.code == .unavailable {
        } catch {
            logger.error("insights stopped following: \(error)")
        }
    }

    /// Reads all there is. News never wait for history.
    private func catchUp() async throws {
        while true {
            remaining.store(try await database.readPatiently { try InsightProgress.remaining($0) }, ordering: .relaxed)
            let behind = try await database.readPatiently { try InsightProgress.behind(limit: Self.behindLimit, $0) }
            if behind.isEmpty { return }
            for id in behind {
                let began = ContinuousClock.now
                _ = try await step(id)
                // Of history nobody waits: half of the time is left to who asks for something.
                try await Task.sleep(for: ContinuousClock.now - began)
                try await followWaiting()
            }
        }
    }

    private func followWaiting() async throws {
        let ids = waiting.withLock { ids in
            defer { ids = [] }
            return ids
        }
        for id in ids { while try await step(id) {} }
    }

    /// Reads on in a conversation. Returns whether there is more to read.
    func step(_ id: ConversationID) async throws -> Bool {
        let looked = try await database.readPatiently { reader -> (InsightProgress.Place, Bool)? in
            guard let place = try InsightProgress.place(of: id, reader) else { return nil }
            return (place, try InsightPolicy.mayRead(id, reader))
        }
        guard let (place, mayRead) = looked else { return false }
        guard mayRead, place.changed != nil || place.read < place.head else {
            // What nobody may read, or has nothing to read, is not to come up again and again.
            let audience = try await database.writePatiently { transaction -> [UserID] in
                guard try InsightProgress.put(place.head, in: id, over: place, transaction), !mayRead, place.read == 0
                else { return [] }
                return try InsightProgress.members(of: id, transaction).map(\.id)
            }
            // Its members have closed it: who shows what was found there shows nothing any more.
            if !audience.isEmpty { moved(id, audience) }
            return false
        }
        while database.statistics.waitingTransactions >= Self.busyLine { try await Task.sleep(for: Self.rest) }
        if let changed = place.changed { return try await readAgain(id, place, changed) }
        return try await readOn(id, place)
    }

    /// Reads the next messages: those since the last checkpoint among them, which are not many.
    private func readOn(_ id: ConversationID, _ place: InsightProgress.Place) async throws -> Bool {
        let zone = zone
        let portion = try await database.readPatiently { reader in
            let start = try InsightProgress.checkpoint(in: id, before: place.read + 1, reader)
            return try InsightPortion(
                of: id, after: start.seq, from: start.checkpoint, limit: Self.stride, serverZone: zone, reader)
        }
        let reading = portion.reading()
        let last = portion.lines.last?.seq ?? portion.start
        let work = Work(
            after: portion.start, through: last, count: portion.lines.count, found: reading.found(everything: false),
            checkpoints: portion.lines.count == Self.stride ? [(last, reading.checkpoint)] : [])
        let reached = work.checkpoints.isEmpty ? place.head : work.through
        guard try await keep(work, in: id, over: place, read: max(reached, place.read), isTold: false) else {
            return true
        }
        return !work.checkpoints.isEmpty
    }

    /// Reads again from the checkpoint before the messages that were edited or deleted.
    private func readAgain(
        _ id: ConversationID, _ place: InsightProgress.Place, _ changed: ClosedRange<Seq>
    ) async throws -> Bool {
        let zone = zone
        let beginning = try await database.readPatiently { reader in
            let start = try InsightProgress.checkpoint(in: id, before: changed.lowerBound, reader)
            return try InsightPortion(
                of: id, after: start.seq, from: start.checkpoint, limit: 0, serverZone: zone, reader)
        }
        var reading = beginning.reading()
        var work = Work(after: beginning.start, through: beginning.start, count: 0, found: [], checkpoints: [])
        var settled: InsightCheckpoint?
        var touched: Set<MessageID> = []
        while settled == nil {
            let through = work.through
            let (lines, earlier) = try await database.readPatiently { reader in
                let lines = try InsightProgress.lines(
                    in: id, after: through, limit: Self.stride, serverZone: zone, reader)
                let last = lines.last?.seq ?? 0
                return (lines, try InsightProgress.checkpoint(in: id, at: last, reader))
            }
            let known = lines.prefix { $0.seq <= place.read }
            for line in known {
                reading.take(line)
                if changed.contains(line.seq) { touched.insert(line.message.id) }
            }
            work.count += known.count
            work.through = known.last?.seq ?? work.through
            guard known.count == Self.stride else { break }
            let checkpoint = reading.checkpoint
            work.checkpoints.append((work.through, checkpoint))
            // The rows of changed messages are gone: what became of their items is to be read to its end.
            if earlier == checkpoint, work.through >= changed.upperBound, touched.isDisjoint(with: checkpoint.sources) {
                settled = checkpoint
            }
        }
        if settled == nil { work.through = place.read }
        work.held = Set(settled?.sources ?? [])
        work.found = reading.found(everything: true, settledBefore: settled)
        _ = try await keep(work, in: id, over: place, read: place.read, isTold: true)
        return true
    }

    /// What a reading found.
    private struct Work: Sendable {
        var after: Seq
        var through: Seq
        var count: Int
        var found: [FoundInsight]
        var checkpoints: [(Seq, InsightCheckpoint)]
        /// Items that are as they were.
        var held: Set<MessageID> = []
    }

    /// - Parameter isTold: whether it is told in any case.
    /// - Returns: Whether it was kept: not where something was edited meanwhile.
    private func keep(
        _ work: Work, in id: ConversationID, over place: InsightProgress.Place, read seq: Seq, isTold: Bool
    ) async throws -> Bool {
        let outcome = try await database.writePatiently { transaction -> (isKept: Bool, audience: [UserID]) in
            guard try InsightProgress.put(seq, in: id, over: place, transaction) else { return (false, []) }
            for (seq, checkpoint) in work.checkpoints {
                try InsightProgress.put(checkpoint, in: id, at: seq, transaction)
            }
            let hasChanged = try InsightRepository.take(
                work.found, in: id, after: work.after, through: work.through, keeping: work.held, transaction)
            guard hasChanged || isTold else { return (true, []) }
            return (true, try InsightProgress.members(of: id, transaction).map(\.id))
        }
        guard outcome.isKept else { return false }
        read.add(work.count, ordering: .relaxed)
        if !outcome.audience.isEmpty { moved(id, outcome.audience) }
        return true
    }
}
