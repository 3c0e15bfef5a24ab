import NexusCore
import NexusDatabase

/// The SQL of the database's epoch.
enum EpochRepository {
    /// The epoch; `nil` before the first.
    static func epoch(in reader: Reader) throws -> EpochID? {
        try reader.first("SELECT id FROM epoch") { try $0.next() }
    }

    /// Begins an epoch in the place of the one before.
    static func put(_ epoch: EpochID, at now: Timestamp, because reason: String, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO epoch (one, id, began_at, reason) VALUES (1, $1, $2, $3)
            ON CONFLICT (one) DO UPDATE SET id = excluded.id, began_at = excluded.began_at, reason = excluded.reason
            """, .id(epoch), .time(now), .text(reason))
    }

    /// The sum of changes of all conversations: it only grows.
    static func changes(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT COALESCE(SUM(head), 0) FROM conversations") { try $0.next() } ?? 0
    }
}
