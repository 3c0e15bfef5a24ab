import NexusCore
import NexusDatabase
import NexusIntelligence

/// The next messages of one conversation, with all that reading them takes: fetched in a snapshot, read outside of it.
struct InsightStep: Sendable {
    var id: ConversationID
    var place: InsightProgress.Place
    var start: InsightStates.Entry
    var lines: [InsightReading.Line]
    var skipped: [SkippedRow]
    /// Whether there may be more messages.
    var isCut: Bool
    var members: [InsightMember]

    /// The result of the extraction.
    struct Findings: Sendable {
        var place: InsightProgress.Place
        var work: InsightWork
        /// Up to here the conversation will have been read.
        var reached: Seq
        /// The state afterwards; nil if it has not reached the earlier position.
        var entry: InsightStates.Entry?
    }

    /// Reads the messages.
    func findings() -> Findings {
        var reading = InsightReading(members: members, from: start.checkpoint, zones: start.zones)
        var work = InsightWork(id: id, after: start.read)
        var entry = start
        for line in lines {
            reading.take(line)
            entry.sinceCheckpoint += 1
            if entry.sinceCheckpoint == InsightProjection.stride {
                work.checkpoints.append((line.seq, reading.checkpoint.text))
                entry.sinceCheckpoint = 0
            }
        }
        work.count = lines.count
        work.through = lines.last?.seq ?? start.read
        work.found = reading.found(everything: false)
        let reached = max(isCut ? work.through : place.head, place.read)
        entry.checkpoint = reading.checkpoint
        entry.zones = reading.zones(for: entry.checkpoint)
        entry.read = reached
        let isReached = !isCut || work.through >= place.read
        return Findings(place: place, work: work, reached: reached, entry: isReached ? entry : nil)
    }
}

/// The results of a conversation's messages, to be stored.
struct InsightWork: Sendable {
    var id: ConversationID
    var after: Seq
    var through: Seq
    var count = 0
    var found: [FoundInsight] = []
    /// As texts: making them takes longer than writing them.
    var checkpoints: [(Seq, String)] = []
    /// Items that are as they were.
    var held: Set<InsightPlace> = []
    /// Whether members are notified in any case.
    var isTold = false

    init(id: ConversationID, after: Seq) {
        self.id = id
        self.after = after
        through = after
    }

    /// - Returns: false if something was edited meanwhile, and the members to notify.
    func keep(
        over place: InsightProgress.Place, reached: Seq, _ transaction: Transaction
    ) throws -> (isKept: Bool, audience: [UserID]) {
        guard try InsightProgress.put(reached, in: id, over: place, transaction) else { return (false, []) }
        for (seq, checkpoint) in checkpoints {
            try InsightProgress.put(checkpoint: checkpoint, in: id, at: seq, transaction)
        }
        let hasChanged = try InsightRepository.take(
            found, in: id, after: after, through: through, keeping: held, transaction)
        guard hasChanged || isTold else { return (true, []) }
        return (true, try MeaningRepository.members(of: id, transaction).map(\.id))
    }
}
