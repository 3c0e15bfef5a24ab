/// A script of statements for a server's administrator, outside of ``Database``.
package enum PostgresScript {
    /// Connects, runs `text`, and disconnects. One statement alone is not in a transaction.
    /// - Throws: ``DatabaseError``.
    package static func run(_ text: String, at address: PostgresAddress) throws {
        let session = try PostgresSession(address, name: "nexus script")
        do { try session.script(text) } catch let error as PostgresError { throw error.error }
    }
}
