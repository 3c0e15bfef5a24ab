import NexusCore
import NexusDatabase

/// A server that registered with the relay.
enum RelayedServer {}

typealias RelayedServerID = ID<RelayedServer>

/// The SQL of the servers that registered.
enum RelayServerRepository {
    static let migrations = [
        Migration(
            "servers",
            """
            CREATE TABLE servers (
                id {blob} PRIMARY KEY NOT NULL, secret_hash {blob} NOT NULL, created_at {integer} NOT NULL,
                used_at {integer} NOT NULL
            ) {without_rowid};
            CREATE INDEX servers_by_use ON servers (used_at);
            """)
    ]

    static func insert(_ id: RelayedServerID, hash: [UInt8], at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO servers (id, secret_hash, created_at, used_at) VALUES ($1, $2, $3, $3)", .id(id), .blob(hash),
            .time(now))
    }

    static func count(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT COUNT(*) FROM servers") { try $0.next() } ?? 0
    }

    /// The hash of a server's secret, and when it last sent.
    static func find(_ id: RelayedServerID, in reader: Reader) throws -> (hash: [UInt8], usedAt: Timestamp)? {
        try reader.first("SELECT secret_hash, used_at FROM servers WHERE id = $1", .id(id)) {
            (try $0.next(), try $0.next())
        }
    }

    static func touch(_ id: RelayedServerID, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run("UPDATE servers SET used_at = $2 WHERE id = $1", .id(id), .time(now))
    }

    static func deleteUnused(since time: Timestamp, _ transaction: Transaction) throws {
        try transaction.run("DELETE FROM servers WHERE used_at < $1", .time(time))
    }
}
