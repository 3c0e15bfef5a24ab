import NexusCore
import NexusDatabase

/// The SQL of passkeys.
enum PasskeyRepository {
    /// A passkey with what checks its signatures.
    struct Stored: Sendable {
        var id: PasskeyID
        var user: UserID
        var name: String
        var record: Ceremony.Record
    }

    static func insert(
        _ passkey: Passkey, of user: UserID, credential: [UInt8], _ record: Ceremony.Record,
        _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, is_backup_eligible,
                is_backed_up, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, .id(passkey.id), .id(user), .text(passkey.name), .blob(credential), .blob(record.key),
            .integer(Int64(record.counter)), .flag(record.isBackupEligible), .flag(passkey.isSynced),
            .time(passkey.createdAt))
    }

    static func stored(credential: [UInt8], in reader: Reader) throws -> Stored? {
        try reader.first(
            """
            SELECT id, user_id, name, public_key, counter, is_backup_eligible FROM passkeys WHERE credential_id = $1
            """, .blob(credential)
        ) { row in
            Stored(
                id: try row.next(), user: try row.next(), name: try row.next(),
                record: Ceremony.Record(
                    key: try row.next(), counter: UInt32(truncatingIfNeeded: try row.next() as Int64),
                    isBackupEligible: try row.next()))
        }
    }

    /// Notes a signature; returns false if the passkey is gone, or another signature was noted meanwhile.
    static func use(
        _ passkey: Stored, counter: UInt32, isBackedUp: Bool, at now: Timestamp, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.count(
            "UPDATE passkeys SET counter = $2, is_backed_up = $3, last_used_at = $4 WHERE id = $1 AND counter = $5",
            .id(passkey.id), .integer(Int64(counter)), .flag(isBackedUp), .time(now),
            .integer(Int64(passkey.record.counter))) == 1
    }

    /// A user's passkeys, the oldest first.
    static func list(of user: UserID, in reader: Reader) throws -> [Passkey] {
        try reader.all(
            """
            SELECT id, name, created_at, last_used_at, is_backed_up FROM passkeys WHERE user_id = $1
            ORDER BY created_at, id
            """, .id(user), body: passkey)
    }

    static func passkey(_ id: PasskeyID, of user: UserID, in reader: Reader) throws -> Passkey? {
        try reader.first(
            "SELECT id, name, created_at, last_used_at, is_backed_up FROM passkeys WHERE id = $1 AND user_id = $2",
            .id(id), .id(user), body: passkey)
    }

    static func credentials(of user: UserID, in reader: Reader) throws -> [[UInt8]] {
        try reader.all(
            "SELECT credential_id FROM passkeys WHERE user_id = $1 ORDER BY created_at, id", .id(user)
        ) { try $0.next() }
    }

    static func count(of user: UserID, in reader: Reader) throws -> Int {
        try reader.first("SELECT COUNT(*) FROM passkeys WHERE user_id = $1", .id(user)) { try $0.next() } ?? 0
    }

    static func rename(_ id: PasskeyID, to name: String, of user: UserID, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2", .id(id), .id(user), .text(name)) == 1
    }

    static func delete(_ id: PasskeyID, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", .id(id), .id(user))
    }

    private static func passkey(_ row: inout Row) throws -> Passkey {
        Passkey(
            id: try row.next(), name: try row.next(), createdAt: try row.next(), lastUsedAt: try row.next(),
            isSynced: try row.next())
    }
}
