import NexusCore
import NexusDatabase

/// Maintenance of a database that no server has open.
public enum DatabaseMaintenance {
    /// Begins a new epoch: clients fetch everything again, and repost their users' recent messages.
    ///
    /// - Returns: the epoch.
    /// - Throws: `DatabaseError`, `database_in_use` while a server has it open.
    @discardableResult
    public static func renew(
        _ configuration: DatabaseConfiguration, now: @escaping @Sendable () -> Timestamp
    ) async throws -> EpochID {
        let (database, epoch) = try DatabaseEpoch.open(configuration, now: now, renewing: true)
        try await database.close()
        epoch.close()
        return epoch.id
    }
}
