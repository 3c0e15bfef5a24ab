import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// Keeps the vectors up: embeds messages shortly after their posts and edits, and once there is nothing new those from before, newest
/// conversations first. It reads, embeds in the engine's thread, and writes in small transactions that share their commit with posts.
final class MeaningFollower: Sendable {
    /// Messages embedded together.
    private static let batch = 32
    /// How long posts are gathered before they are embedded.
    private static let settling = Duration.milliseconds(50)
    private static let behindLimit = 100

    private let database: any Database
    private let engine: MeaningEngine
    private let logger: Logger
    /// Conversations with messages that were posted since they were last followed: only these are looked at, not all there are.
    private let waiting = Mutex<Set<ConversationID>>([])
    private let news: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let embedded = Atomic<Int>(0)
    private let remaining = Atomic<Int64>(0)

    init(database: any Database, engine: MeaningEngine, logger: Logger) {
        self.database = database
        self.engine = engine
        self.logger = logger
        (news, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Messages embedded since the server started.
    var embeddedCount: Int { embedded.load(ordering: .relaxed) }
    /// Messages and other changes from before that wait, as of the last look.
    var remainingCount: Int64 { remaining.load(ordering: .relaxed) }

    /// An operation has taken effect. Called on the writer's thread.
    func applied(_ applied: Applied) {
        // What may be read again is read from its beginning.
        for change in applied.publications.map(\.change)
        where !change.messages.isEmpty || change.info?.allowsAI == true {
            waiting.withLock { _ = $0.insert(change.conversation) }
            wake.yield()
        }
    }

    /// Works until its task is cancelled or the database closes.
    func run() async {
        do {
            try await catchUp()
            for await _ in news {
                try await Task.sleep(for: Self.settling)
                try await followEdited()
                try await followWaiting()
            }
        } catch is CancellationError {
        } catch let error as DatabaseError where error.code == .unavailable {
        } catch {
            logger.error("search by meaning stopped following: \(error)")
        }
    }

    /// Embeds all there is. Each round looks at edits and at the newest conversations again, so that news never wait for history.
    private func catchUp() async throws {
        while true {
            remaining.store(
                try await database.readPatiently { try MeaningRepository.remaining($0) }, ordering: .relaxed)
            try await followEdited()
            let behind = try await database.readPatiently { try MeaningRepository.behind(limit: Self.behindLimit, $0) }
            if behind.isEmpty { return }
            for id in behind { _ = try await step(id) }
        }
    }

    private func followEdited() async throws {
        while true {
            let edited = try await database.readPatiently { try MeaningRepository.edited(limit: Self.batch, $0) }
            if edited.isEmpty { return }
            try await embed(edited)
        }
    }

    private func followWaiting() async throws {
        let ids = waiting.withLock { ids in
            defer { ids = [] }
            return ids
        }
        for id in ids { while try await step(id) == Self.batch {} }
    }

    /// Embeds the next messages of a conversation. Returns how many they were; fewer than ``batch`` once it is followed to its end.
    private func step(_ id: ConversationID) async throws -> Int {
        let next = try await database.readPatiently { try MeaningRepository.next(in: id, limit: Self.batch, $0) }
        let vectors = try await compact(next.messages)
        try await database.writePatiently { transaction in
            guard try AIConsent.allows(id, transaction) else { return }
            try MeaningRepository.follow(id, to: next.reached, transaction)
            try MeaningRepository.keep(vectors, transaction)
        }
        embedded.add(vectors.count, ordering: .relaxed)
        return vectors.count
    }

    private func embed(_ messages: [MeaningRepository.Due]) async throws {
        let vectors = try await compact(messages)
        try await database.writePatiently { try MeaningRepository.keep(vectors, $0) }
        embedded.add(vectors.count, ordering: .relaxed)
    }

    private func compact(_ messages: [MeaningRepository.Due]) async throws -> [(MeaningRepository.Due, CompactVector)] {
        guard !messages.isEmpty else { return [] }
        let lines = messages.map { Passage.line(sender: $0.sender, text: $0.text) }
        return zip(messages, try await engine.vectors(of: lines)).map { ($0, CompactVector($1)) }
    }
}
