import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// Keeps the vectors up: embeds messages shortly after their posts and edits. It reads, embeds in the engine's threads, and writes.
final class MeaningProjection: Projection {
    /// Messages embedded together.
    private static let batch = 32
    /// Messages embedded together while live traffic keeps the writer busy, before a rest.
    private static let busyBatch = 4

    private let engine: MeaningEngine?
    private let threads: BackgroundThreads?
    private let embedded = Atomic<Int>(0)
    /// Called with conversations of which messages were embedded.
    private let moved: @Sendable (ConversationID) -> Void

    /// - Parameters:
    ///   - engine: nil without a model: older vectors are still removed.
    ///   - threads: of its own, since embedding takes longest.
    init(
        engine: MeaningEngine? = nil, threads: BackgroundThreads? = nil,
        moved: @escaping @Sendable (ConversationID) -> Void = { _ in }
    ) {
        self.moved = moved
        self.engine = engine
        self.threads = threads
    }

    var name: String { "meaning" }
    var isFollowed: Bool { engine != nil }

    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {
        try MeaningRepository.replace(message, transaction)
    }

    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws {
        if !allowsAI { try MeaningRepository.forget(conversation, transaction) }
    }

    /// A conversation that is allowed again is processed from its beginning.
    func concerns(_ change: Change) -> Bool { !change.messages.isEmpty || change.info?.allowsAI == true }

    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        let edited = try MeaningRepository.editedConversations(limit: limit, reader)
        return edited
            + (try MeaningRepository.behind(limit: limit, version: version, reader)).filter { !edited.contains($0) }
    }

    func remaining(_ reader: Reader) throws -> Int64 {
        try MeaningRepository.remaining(version: version, reader)
    }

    private var version: Int64 { engine?.version ?? 0 }

    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        let version = version
        let step = try await work.read { reader -> Step in
            var step = Step()
            for id in conversations {
                var left = Self.batch - step.messages.count
                guard left > 0 else {
                    step.more.insert(id)
                    continue
                }
                let edited = try MeaningRepository.edited(in: id, limit: left, reader)
                step.messages += edited
                left -= edited.count
                guard left > 0 else {
                    step.more.insert(id)
                    continue
                }
                let next = try MeaningRepository.next(in: id, limit: left, version: version, reader)
                step.messages += next.messages.elements
                step.skipped += next.messages.skipped
                step.reached.append((id, next.reached))
                if next.messages.count == left { step.more.insert(id) }
            }
            for id in Set(step.messages.map(\.conversation)) {
                step.members[id] = MemberNames(try MeaningRepository.members(of: id, reader))
            }
            return step
        }
        let vectors = try await compact(step, work)
        try await work.write(skipping: step.skipped) { transaction in
            for (id, reached) in step.reached where try AIConsent.allows(id, transaction) {
                try MeaningRepository.follow(id, to: reached, version: version, transaction)
            }
            try MeaningRepository.keep(vectors, transaction)
        }
        embedded.add(vectors.count, ordering: .relaxed)
        for id in Set(step.reached.map(\.0) + step.messages.map(\.conversation)) { moved(id) }
        return step.more
    }

    func register(in registry: MetricsRegistry) {
        registry.counter("nexus_meaning_embedded_total", "Messages embedded.") { [self] in
            Double(embedded.load(ordering: .relaxed))
        }
    }

    /// The messages of one step.
    private struct Step: Sendable {
        var messages: [MeaningRepository.Due] = []
        var skipped: [SkippedRow] = []
        var members: [ConversationID: MemberNames] = [:]
        /// Conversations, and the `seq` up to which they will have been followed.
        var reached: [(ConversationID, Seq)] = []
        /// Conversations with more than this step takes.
        var more: Set<ConversationID> = []
    }

    private func compact(_ step: Step, _ work: CatchUp) async throws -> [MeaningRepository.Embedded] {
        guard let engine else { return [] }
        var vectors: [MeaningRepository.Embedded] = []
        var rest = step.messages[...]
        while !rest.isEmpty {
            let portion = rest.prefix(work.isBusy ? Self.busyBatch : Self.batch)
            rest = rest.dropFirst(portion.count)
            let lines = portion.map { message in
                MessageEncoder.Input(
                    sender: message.sender, text: message.text,
                    members: step.members[message.conversation] ?? MemberNames([]))
            }
            vectors += zip(portion, try await work.compute(on: threads) { engine.read(lines) }).map {
                MeaningRepository.Embedded(message: $0, vector: CompactVector($1.vector), meaning: $1.meaning)
            }
        }
        return vectors
    }
}
