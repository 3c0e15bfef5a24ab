import Foundation
import NexusCore
import NexusDatabase

/// Makes what is derived again, in a data folder on which no server runs: the search index, the counted space of files, and the removal of files that
/// belong to nothing. It touches nothing that people wrote.
public enum IntegrityRepair {
    /// Repairs what a check found. The search index is emptied, and filled again by the server.
    ///
    /// - Parameter check: the check that found it.
    /// - Returns: the kinds that were repaired.
    /// - Throws: `DatabaseError`, `database_in_use` while a server runs; the file system's error.
    public static func run(
        _ report: IntegrityReport, of check: IntegrityCheck, now: @escaping @Sendable () -> Timestamp
    ) async throws -> [IntegrityProblem] {
        let kinds = report.findings.map(\.kind).filter(\.isRepairable)
        guard !kinds.isEmpty else { return [] }
        let (database, epoch) = try DatabaseEpoch.open(check.database, now: now)
        let result: Result<Void, any Error>
        do {
            try await database.write { transaction in
                if kinds.contains(.index) { try SearchIndex.begin(transaction) }
                if kinds.contains(.usage) { try IntegrityRepository.renewUsage(transaction) }
            }
            if kinds.contains(.strayFile) { try removeStrayFiles(check) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await database.close()
        epoch.close()
        try result.get()
        return kinds
    }

    /// The database is open for writing here, so that no server begins an upload meanwhile.
    private static func removeStrayFiles(_ check: IntegrityCheck) throws {
        let stored = try StoredDatabase(check.database)
        defer { stored.close() }
        let archive = try BackupSource(folder: check.folder, store: check.store).archive()
        for file in try check.strayFiles(stored, archive) {
            if file.hasPrefix("media/blobs/") {
                try archive.remove(String(file.dropFirst("media/blobs/".count)))
            } else {
                guard unlink("\(check.folder)/\(file)") == 0 || errno == ENOENT else {
                    throw FileProblem("removing \(file)")
                }
            }
        }
    }
}
