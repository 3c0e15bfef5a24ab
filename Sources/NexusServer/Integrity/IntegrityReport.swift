import NexusCore

/// What a check of the data folder found.
public struct IntegrityReport: Sendable {
    /// What is wrong, and how often.
    public struct Finding: Equatable, Sendable {
        public var kind: IntegrityProblem
        public var count: Int
        /// The first of them, at most ten: identifiers and file names, nothing that people wrote.
        public var examples: [String]
    }

    public internal(set) var findings: [Finding] = []
    public internal(set) var conversations = 0
    public internal(set) var messages = 0
    public internal(set) var files = 0

    public var isSound: Bool { findings.isEmpty }
    public var isRepairable: Bool { findings.contains { $0.kind.isRepairable } }

    /// Counts a problem; nothing for none.
    mutating func add(_ kind: IntegrityProblem, _ places: [String]) {
        guard !places.isEmpty else { return }
        findings.append(Finding(kind: kind, count: places.count, examples: Array(places.prefix(10))))
    }
}

/// A kind of damage.
public enum IntegrityProblem: String, CaseIterable, Sendable {
    /// The structure of the file.
    case structure
    /// A row of a conversation that does not exist.
    case strayRow = "stray-row"
    /// A position before the first or after the conversation's head.
    case position
    /// Two changes with one `seq`.
    case doubleSeq = "double-seq"
    /// The conversation's last change left no row.
    case head
    /// A receipt or a change of a member after the head.
    case receipt
    /// A finished medium without its file.
    case missingFile = "missing-file"
    /// A file of another size than its row says.
    case fileSize = "file-size"
    /// A message that carries a medium which does not exist.
    case missingMedium = "missing-medium"
    /// A file that no row names.
    case strayFile = "stray-file"
    /// The counted space of files differs from the files.
    case usage
    /// A message that search does not find, or a row of the index without its message.
    case index

    /// Whether it is derived from what people wrote, and can be made again.
    public var isRepairable: Bool {
        switch self {
        case .strayFile, .usage, .index: true
        default: false
        }
    }

    /// A sentence for the operator.
    public var text: String {
        switch self {
        case .structure: "SQLite reports damage of the file. Restore a backup."
        case .strayRow: "Rows belong to conversations that do not exist."
        case .position: "Messages or events are outside of their conversation's positions. Restore a backup."
        case .doubleSeq: "Two changes of a conversation have the same position. Restore a backup."
        case .head:
            "The last change of a conversation left no row: a write was lost. Restore a backup, or run \"nexus database renew\"."
        case .receipt:
            "Receipts or members have positions after their conversation's last. Run \"nexus database renew\"."
        case .missingFile:
            "Files that messages or people show are missing. Copy them from a backup: media/blobs is named by content."
        case .fileSize: "Files have another size than they were stored with. Copy them from a backup."
        case .missingMedium: "Messages carry files of which the database knows nothing."
        case .strayFile: "Files belong to nothing and only take space."
        case .usage: "The counted space of files is wrong: quotas refuse too much or too little."
        case .index: "The search index is not in step with the messages."
        }
    }
}

extension IntegrityReport: JSONEncodable {
    private struct FindingJSON: JSONEncodable {
        let finding: Finding

        func encode(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("problem", finding.kind.rawValue)
            writer.field("text", finding.kind.text)
            writer.field("count", Int64(finding.count))
            writer.field("isRepairable", finding.kind.isRepairable)
            writer.field("examples", finding.examples)
            writer.endObject()
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("isSound", isSound)
        writer.field("conversations", Int64(conversations))
        writer.field("messages", Int64(messages))
        writer.field("files", Int64(files))
        writer.field("findings", findings.map { FindingJSON(finding: $0) })
        writer.endObject()
    }
}
