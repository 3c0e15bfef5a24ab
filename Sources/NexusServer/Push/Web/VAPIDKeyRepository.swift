import NexusDatabase

/// The SQL of the server's key for push services.
enum VAPIDKeyRepository {
    static func stored(_ reader: Reader) throws -> [UInt8]? {
        try reader.first("SELECT value FROM secrets WHERE name = 'vapid'") { try $0.next() }
    }

    /// Stores a key unless there is one.
    static func insert(_ key: [UInt8], _ transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO secrets (name, value) VALUES ('vapid', $1) ON CONFLICT (name) DO NOTHING", .blob(key))
    }
}
