import NexusCore
import NexusDatabase

/// The SQL of counting what the server holds.
enum InventoryRepository {
    /// Counts each kind of row once; the messages' count reads the whole index of their identifiers.
    static func counts(at now: Timestamp, in reader: Reader) throws -> Inventory {
        try reader.first(
            """
            SELECT COUNT(*), COUNT(*) FILTER (WHERE is_administrator = 1 AND suspended_at IS NULL),
                COUNT(*) FILTER (WHERE suspended_at IS NOT NULL), COUNT(*) FILTER (WHERE password_hash = ''),
                (SELECT COUNT(*) FROM sessions WHERE refresh_expires_at > $1), (SELECT COUNT(*) FROM conversations),
                (SELECT COUNT(*) FROM messages), (SELECT COUNT(*) FROM media WHERE hash IS NOT NULL) FROM users
            WHERE deleted_at IS NULL
            """, .time(now)
        ) { row in
            var inventory = Inventory()
            inventory.accounts = try row.next()
            inventory.administrators = try row.next()
            inventory.suspended = try row.next()
            inventory.unclaimed = try row.next()
            inventory.sessions = try row.next()
            inventory.conversations = try row.next()
            inventory.messages = try row.next()
            inventory.files = try row.next()
            return inventory
        } ?? Inventory()
    }
}
