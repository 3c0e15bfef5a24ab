import Foundation
import NexusCore
import NexusDatabase

/// Tells administrators what the server holds.
struct InventoryService: Sendable {
    let database: any Database
    /// The file of the database; nil for one in memory.
    let path: String?
    let now: @Sendable () -> Timestamp

    /// - Throws: `Refusal` (`forbidden`).
    func inventory(for user: UserID) async throws -> Inventory {
        let time = now()
        var inventory = try await database.read { reader in
            try AccountStatus.requireAdministrator(user, reader)
            var inventory = try InventoryRepository.counts(at: time, in: reader)
            inventory.mediaBytes = try MediaUsageRepository.total(in: reader)
            return inventory
        }
        guard let path else { return inventory }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        inventory.databaseBytes = (attributes?[.size] as? Int64) ?? (attributes?[.size] as? Int).map(Int64.init) ?? 0
        inventory.freeBytes = DiskSpace.free(at: path).map(Int64.init(clamping:))
        return inventory
    }
}
