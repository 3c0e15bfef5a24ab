import NexusCore

/// What a rehearsal of a restore found.
public struct RehearsalReport: Sendable, JSONEncodable {
    /// The snapshot; nil if none could be chosen.
    public internal(set) var snapshot: String?
    public internal(set) var counts = BackupCounts()
    public internal(set) var bytes: Int64 = 0
    /// Messages and files that were fetched from the restored server and compared.
    public internal(set) var messages = 0
    public internal(set) var files = 0
    /// Milliseconds that the restore took, and all of it.
    public internal(set) var restoreTime: Int64 = 0
    public internal(set) var time: Int64 = 0
    /// What is wrong, in sentences.
    public internal(set) var problems: [String] = []

    public var isPassed: Bool { problems.isEmpty }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("isPassed", isPassed)
        writer.field("snapshot", ifPresent: snapshot)
        writer.field("counts", counts)
        writer.field("bytes", bytes)
        writer.field("messages", Int64(messages))
        writer.field("files", Int64(files))
        writer.field("restoreMilliseconds", restoreTime)
        writer.field("milliseconds", time)
        writer.field("problems", problems)
        writer.endObject()
    }
}
