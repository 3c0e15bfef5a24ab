import Crypto
import NexusCore
import NexusDatabase

/// The SQL that maps the people, conversations and messages of an import to those here.
enum ImportRepository {
    static func user(_ source: String, in reader: Reader) throws -> UserID? { try target(0, source, reader) }

    static func conversation(_ source: String, in reader: Reader) throws -> ConversationID? {
        try target(1, source, reader)
    }

    static func note(_ user: UserID, as source: String, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO imports (kind, source, id) VALUES (0, $1, $2)", .text(source), .id(user))
    }

    static func note(_ conversation: ConversationID, as source: String, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO imports (kind, source, id) VALUES (1, $1, $2)", .text(source), .id(conversation))
    }

    /// Deterministic for a message of a conversation, so that its row's unique identifier detects a second import.
    /// Ordered by time, like all identifiers.
    static func message(_ source: String, in conversation: ConversationID, writtenAt: Timestamp) -> MessageID {
        let digest = SHA256.hash(data: Array("\(conversation.text) \(source)".utf8))
        var bits = HashedBits(digest.prefix(16).reduce(into: []) { $0.append($1) })
        return MessageID(at: writtenAt, using: &bits)
    }

    private static func target<Subject>(_ kind: Int, _ source: String, _ reader: Reader) throws -> ID<Subject>? {
        try reader.first(
            "SELECT id FROM imports WHERE kind = $1 AND source = $2", .integer(kind), .text(source)
        ) { try $0.next() }
    }
}

/// The bits of a hash in the place of random ones.
private struct HashedBits: RandomNumberGenerator {
    private var words: [UInt64]

    init(_ bytes: [UInt8]) {
        words = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    mutating func next() -> UInt64 { words.isEmpty ? 0 : words.removeFirst() }
}
