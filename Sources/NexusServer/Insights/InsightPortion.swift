import NexusCore
import NexusDatabase
import NexusIntelligence

/// A batch of a conversation's messages with everything that their extraction needs: fetched in one snapshot, and
/// processed outside of it, so that computation blocks no reader of the database.
struct InsightPortion: Sendable {
    /// The messages after this one are read.
    let start: Seq
    let lines: [InsightReading.Line]
    private let beginning: InsightReading

    /// - Parameter limit: messages, at most.
    init(
        of id: ConversationID, after start: Seq, from checkpoint: InsightCheckpoint, limit: Int,
        serverZone: InsightZone, _ reader: Reader
    ) throws {
        self.start = start
        lines = try InsightProgress.lines(in: id, after: start, limit: limit, serverZone: serverZone, reader).lines
        beginning = InsightReading(
            members: try MeaningRepository.members(of: id, reader), from: checkpoint,
            zones: try InsightProgress.zones(for: checkpoint, serverZone: serverZone, reader))
    }

    /// Reads the messages.
    func reading() -> InsightReading {
        var reading = beginning
        for line in lines { reading.take(line) }
        return reading
    }
}
