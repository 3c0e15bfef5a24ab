import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// Keeps insights current: processes messages shortly after their posts, edits and deletions. A step reads, computes,
/// and writes the results of all waiting conversations in one transaction.
///
/// The result does not depend on batches: extraction continues from its state, in memory or at a checkpoint, as if from
/// the conversation's beginning. After an edit it goes back to the checkpoint before it, and stops at the first later
/// one that is unchanged.
final class InsightProjection: Projection {
    /// Messages between two checkpoints.
    static let stride = 64
    /// Messages in one step, over all its conversations.
    static let messagesPerStep = 128

    private let zone: InsightZone
    let isFollowed: Bool
    /// The version of meanings that messages are read with; nil without a model.
    private let meaning: Int64?
    /// Called with conversations whose insights have changed, and their members.
    private let moved: @Sendable (ConversationID, [UserID]) -> Void
    private let states = InsightStates()
    private let read = Atomic<Int>(0)

    /// - Parameters:
    ///   - zone: the time zone of writers whose own is unknown.
    ///   - isOn: whether messages are processed; edits and deletions are undone in any case.
    ///   - meaning: the version of meanings that messages are read with, after they were embedded; nil without a model.
    init(
        zone: InsightZone, isOn: Bool = true, meaning: Int64? = nil,
        moved: @escaping @Sendable (ConversationID, [UserID]) -> Void = { _, _ in }
    ) {
        self.zone = zone
        isFollowed = isOn
        self.meaning = meaning
        self.moved = moved
    }

    static let name = "insights"

    var name: String { Self.name }

    /// Messages read since the server started; those that are read again count again.
    var readCount: Int { read.load(ordering: .relaxed) }

    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {
        try InsightRepository.replace(message, transaction)
    }

    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws {
        try InsightRepository.forget(conversation, transaction)
    }

    /// A change of a conversation's row may allow or forbid its processing.
    func concerns(_ change: Change) -> Bool { !change.messages.isEmpty || change.info != nil }

    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try InsightProgress.behind(limit: limit, meaning: meaning, reader)
    }

    func remaining(_ reader: Reader) throws -> Int64 { try InsightProgress.remaining(reader) }

    func register(in registry: MetricsRegistry) {
        registry.counter("nexus_insights_read_total", "Messages read for insights.") { [self] in
            Double(readCount)
        }
    }

    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        let tasks = try await work.read { [self] reader in try plan(of: conversations, reader) }
        let findings = try await work.compute { tasks.readings.map { $0.findings() } }
        var more = tasks.more
        try await end(tasks.ended, skipping: tasks.readings.flatMap { $0.skipped }, work)
        var rest = findings[...]
        while !rest.isEmpty {
            let written = try await write(rest, work)
            for (found, isKept) in zip(rest, written.isKept) {
                if isKept {
                    read.add(found.work.count, ordering: .relaxed)
                    if let entry = found.entry { states.keep(entry, of: found.work.id) }
                }
                if !isKept || found.reached < found.place.head { more.insert(found.work.id) }
            }
            rest = rest.dropFirst(written.isKept.count)
            tell(written.audiences)
        }
        for (id, place, changed) in tasks.changed {
            try await readAgain(id, place, changed, work)
            more.insert(id)
        }
        return more
    }

    // MARK: Writing

    /// The result of one transaction.
    private struct Written: Sendable {
        /// Members to notify, by conversation.
        var audiences: [ConversationID: [UserID]] = [:]
        /// For each finding it reached, whether it was stored.
        var isKept: [Bool] = []
    }

    /// Moves past conversations without new messages, and records skipped rows.
    private func end(
        _ ended: [(ConversationID, InsightProgress.Place, mayRead: Bool)], skipping skipped: [SkippedRow],
        _ work: CatchUp
    ) async throws {
        guard !ended.isEmpty || !skipped.isEmpty else { return }
        tell(
            try await work.write(skipping: skipped) { transaction in
                var audiences: [ConversationID: [UserID]] = [:]
                for (id, place, mayRead) in ended {
                    // Conversations that may not be processed, or have no messages, must not come up again and again.
                    guard try InsightProgress.put(place.head, in: id, over: place, transaction), !mayRead,
                        place.read == 0
                    else { continue }
                    // Its members have closed it: clients clear its insights.
                    audiences[id] = try MeaningRepository.members(of: id, transaction).map(\.id)
                }
                return audiences
            })
    }

    /// Stores findings, of at least one conversation, until the transaction should end.
    private func write(_ findings: ArraySlice<InsightStep.Findings>, _ work: CatchUp) async throws -> Written {
        try await work.write { transaction in
            var written = Written()
            for found in findings {
                if !written.isKept.isEmpty, transaction.shouldYield { break }
                let outcome = try found.work.keep(over: found.place, reached: found.reached, transaction)
                written.isKept.append(outcome.isKept)
                if !outcome.audience.isEmpty { written.audiences[found.work.id] = outcome.audience }
            }
            return written
        }
    }

    private func tell(_ audiences: [ConversationID: [UserID]]) {
        for (id, members) in audiences where !members.isEmpty { moved(id, members) }
    }

    // MARK: Reading on

    /// The work of a step, from one snapshot.
    private struct Tasks: Sendable {
        /// Conversations with nothing to read, and whether they may be read.
        var ended: [(ConversationID, InsightProgress.Place, mayRead: Bool)] = []
        var changed: [(ConversationID, InsightProgress.Place, ClosedRange<Seq>)] = []
        var readings: [InsightStep] = []
        /// Conversations beyond the limit of this step.
        var more: Set<ConversationID> = []
    }

    private func plan(of conversations: [ConversationID], _ reader: Reader) throws -> Tasks {
        var tasks = Tasks()
        var left = Self.messagesPerStep
        for id in conversations {
            guard left > 0 else {
                tasks.more.insert(id)
                continue
            }
            guard let place = try InsightProgress.place(of: id, meaning: meaning, reader) else { continue }
            // An edited message is read again once it is embedded again, which notes the conversation.
            if meaning != nil, place.changed != nil, try InsightProgress.awaitsMeaning(id, reader) { continue }
            let mayRead = try InsightPolicy.mayRead(id, reader)
            guard mayRead, place.changed != nil || place.read < place.head else {
                if place.read < place.head || place.changed != nil { tasks.ended.append((id, place, mayRead)) }
                continue
            }
            if let changed = place.changed {
                tasks.changed.append((id, place, changed))
                continue
            }
            let start: InsightStates.Entry
            if let held = states.entry(of: id, read: place.read, version: place.version) {
                start = held
            } else {
                let stored = try InsightProgress.checkpoint(in: id, before: place.read + 1, reader)
                start = InsightStates.Entry(
                    checkpoint: stored.checkpoint,
                    zones: try InsightProgress.zones(for: stored.checkpoint, serverZone: zone, reader),
                    read: stored.seq, version: place.version, sinceCheckpoint: 0)
            }
            // From a checkpoint on, at least to the earlier position.
            let limit = max(left, Self.stride)
            let (lines, skipped) = try InsightProgress.lines(
                in: id, after: start.read, limit: limit, serverZone: zone, reader)
            tasks.readings.append(
                InsightStep(
                    id: id, place: place, start: start, lines: lines, skipped: skipped, isCut: lines.count == limit,
                    members: try MeaningRepository.members(of: id, reader)))
            left -= lines.count
        }
        return tasks
    }

    // MARK: Reading again

    /// Reads again from the checkpoint before the messages that were edited or deleted.
    private func readAgain(
        _ id: ConversationID, _ place: InsightProgress.Place, _ changed: ClosedRange<Seq>, _ work: CatchUp
    ) async throws {
        let zone = zone
        let beginning = try await work.read { reader in
            let start = try InsightProgress.checkpoint(in: id, before: changed.lowerBound, reader)
            return try InsightPortion(
                of: id, after: start.seq, from: start.checkpoint, limit: 0, serverZone: zone, reader)
        }
        var reading = beginning.reading()
        var found = InsightWork(id: id, after: beginning.start)
        var settled: InsightCheckpoint?
        var touched: Set<MessageID> = []
        while settled == nil {
            let through = found.through
            let (lines, earlier) = try await work.read { reader in
                let lines = try InsightProgress.lines(
                    in: id, after: through, limit: Self.stride, serverZone: zone, reader
                ).lines
                let last = lines.last?.seq ?? 0
                return (lines, try InsightProgress.checkpoint(in: id, at: last, reader))
            }
            let known = lines.prefix { $0.seq <= place.read }
            let before = reading
            reading = try await work.compute {
                var reading = before
                for line in known { reading.take(line) }
                return reading
            }
            for line in known where changed.contains(line.seq) { touched.insert(line.message.id) }
            found.count += known.count
            found.through = known.last?.seq ?? found.through
            guard known.count == Self.stride else { break }
            let checkpoint = reading.checkpoint
            found.checkpoints.append((found.through, checkpoint.text))
            // The rows of changed messages are gone: their items must be processed to the end.
            if earlier == checkpoint, found.through >= changed.upperBound, touched.isDisjoint(with: checkpoint.sources)
            {
                settled = checkpoint
            }
        }
        if settled == nil { found.through = place.read }
        found.held = settled.map(InsightReading.places) ?? []
        found.found = reading.found(everything: true, settledBefore: settled)
        found.isTold = true
        let kept = found
        let outcome = try await work.write { try kept.keep(over: place, reached: place.read, $0) }
        guard outcome.isKept else { return }
        read.add(found.count, ordering: .relaxed)
        if !outcome.audience.isEmpty { moved(id, outcome.audience) }
    }
}
