import NexusCore
import NexusDatabase

/// Removes the records of operations that no device repeats any more, in small steps. A device that types writes one for every
/// change of a draft.
struct OperationRemoval: Sendable {
    /// Records in one deletion.
    static let recordsPerStep = 200
    /// How many milliseconds the record of an operation is kept: as long as an outbox may wait.
    static let age = Limits.writtenAtPastMilliseconds
    /// How many milliseconds the record of an operation that changes a draft alone is kept. A later repetition only brings an old
    /// draft back.
    static let draftAge: Int64 = 7 * 86_400_000

    let database: any Database
    let now: @Sendable () -> Timestamp

    /// Removes the oldest records of those that are too old.
    ///
    /// - Returns: whether there may be more.
    func step() async throws -> Bool {
        let time = now()
        for (areDrafts, age) in [(true, OperationRemoval.draftAge), (false, OperationRemoval.age)] {
            let cut = time.advanced(by: -age)
            let isAny = try await database.read { reader in
                try MessageRepository.hasOperations(before: cut, areDrafts: areDrafts, in: reader)
            }
            guard isAny else { continue }
            let count = try await database.write { transaction in
                try MessageRepository.deleteOperations(
                    before: cut, areDrafts: areDrafts, limit: OperationRemoval.recordsPerStep, transaction)
            }
            if count == OperationRemoval.recordsPerStep { return true }
        }
        return false
    }
}
