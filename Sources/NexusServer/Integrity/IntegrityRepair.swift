import Foundation
import NexusCore
import NexusDatabase

/// Makes what is derived again, in a data folder on which no server runs: the search index, the counted space of files, and the removal of files that
/// belong to nothing. It touches nothing that people wrote.
public enum IntegrityRepair {
    /// Repairs what a check found. The search index is emptied, and filled again by the server.
    ///
    /// - Returns: the kinds that were repaired.
    /// - Throws: `DatabaseError`, `database_in_use` while a server runs; the file system's error.
    public static func run(
        _ report: IntegrityReport, of folder: String, store: S3Place? = nil, now: @escaping @Sendable () -> Timestamp
    ) async throws -> [IntegrityProblem] {
        let kinds = report.findings.map(\.kind).filter(\.isRepairable)
        guard !kinds.isEmpty else { return [] }
        let path = "\(folder)/nexus.sqlite"
        let (database, epoch) = try DatabaseEpoch.open(DatabaseConfiguration(storage: .file(path)), now: now)
        let result: Result<Void, any Error>
        do {
            try await database.write { transaction in
                if kinds.contains(.index) { try SearchIndex.begin(transaction) }
                if kinds.contains(.usage) { try IntegrityRepository.renewUsage(transaction) }
            }
            if kinds.contains(.strayFile) { try removeStrayFiles(folder, store, path) }
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
    private static func removeStrayFiles(_ folder: String, _ store: S3Place?, _ path: String) throws {
        let stored = try StoredDatabase(path: path)
        defer { stored.close() }
        let archive = try BackupSource(folder: folder, store: store).archive()
        for file in try IntegrityCheck(of: folder, store: store).strayFiles(stored, archive) {
            if file.hasPrefix("media/blobs/") {
                try archive.remove(String(file.dropFirst("media/blobs/".count)))
            } else {
                guard unlink("\(folder)/\(file)") == 0 || errno == ENOENT else { throw FileProblem("removing \(file)") }
            }
        }
    }
}
