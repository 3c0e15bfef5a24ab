import NexusCore
import NexusDatabase

/// The SQL of the space used by media, per user and in all. Updated in the transactions that change it, so that a query
/// costs one row.
enum MediaUsageRepository {
    struct Usage: Equatable, Sendable {
        /// Bytes of finished media, and received bytes of unfinished uploads.
        var bytes: Int64 = 0
        /// Unfinished uploads.
        var uploads = 0
    }

    static func usage(of user: UserID, in reader: Reader) throws -> Usage {
        try reader.first("SELECT bytes, open_uploads FROM media_usage WHERE owner_id = $1", .id(user)) {
            Usage(bytes: try $0.next(), uploads: try $0.next())
        } ?? Usage()
    }

    /// Bytes of all contents, and received bytes of unfinished uploads.
    static func total(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT bytes FROM media_total") { try $0.next() } ?? 0
    }

    static func add(bytes: Int64, uploads: Int, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO media_usage AS u (owner_id, bytes, open_uploads) VALUES ($1, $2, $3)
            ON CONFLICT (owner_id) DO UPDATE SET bytes = u.bytes + excluded.bytes,
                open_uploads = u.open_uploads + excluded.open_uploads
            """, .id(user), .integer(bytes), .integer(uploads))
    }

    static func addToTotal(_ bytes: Int64, _ transaction: Transaction) throws {
        guard bytes != 0 else { return }
        try transaction.run("UPDATE media_total SET bytes = bytes + $1", .integer(bytes))
    }
}
