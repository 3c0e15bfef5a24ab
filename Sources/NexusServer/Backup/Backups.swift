import Foundation
import NexusCore
import NexusDatabase

/// A set of backups in a folder: makes, lists, verifies and restores snapshots. Every call blocks: run them with ``BackupThread``.
public struct Backups: Sendable {
    public let path: String
    private let key: BackupKey?

    /// - Parameters:
    ///   - path: the folder of the set.
    ///   - key: of an encrypted set.
    /// - Throws: ``BackupProblem`` (`refused`) for the address of a store that is no folder.
    public init(_ path: String, key: BackupKey? = nil) throws(BackupProblem) {
        guard !path.contains("://") else {
            throw BackupProblem(
                .refused, "\"\(path)\" is not a folder. Backups are written to folders only; S3 is not supported yet.")
        }
        guard !path.isEmpty else { throw BackupProblem(.refused, "Name the folder of the backup.") }
        self.path = path
        self.key = key
    }

    /// Makes a snapshot, in a new set if the folder is empty, and removes the snapshots that are no longer to be kept.
    ///
    /// - Parameter step: called between pieces; an error from it ends the backup, and the set is as it was before.
    /// - Throws: ``BackupProblem``, or what `step` throws.
    public func make(
        from source: BackupSource, keeping retention: BackupRetention = BackupRetention(), at now: Timestamp,
        step: @escaping () throws -> Void = {}
    ) throws -> BackupReport {
        do {
            guard BackupFiles.size(of: source.database) != nil else {
                throw BackupProblem(.refused, "There is no database in \"\(source.folder)\".")
            }
            try BackupSet.prepare(path)
            return try locked {
                let set = try BackupSet.opened(orBegunIn: path, key: key)
                var maker = BackupMaker(set: set, source: source, step: step)
                let manifest = try maker.run(at: now)
                var report = BackupReport(manifest: manifest, stored: maker.stored)
                let removed = retention.removed(of: BackupSet.snapshots(in: path).compactMap { SnapshotName($0) })
                do {
                    report.freed = try set.remove(removed.map(\.text)).bytes
                    report.removed = removed.map(\.text)
                } catch {
                    report.remark =
                        "Old snapshots were not removed. \(BackupProblem(error, while: "removing them").text)"
                }
                return report
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw BackupProblem(error, while: "making the backup")
        }
    }

    /// The snapshots, oldest first. A damaged manifest is a failure in its place.
    ///
    /// - Throws: ``BackupProblem``.
    public func list() throws(BackupProblem) -> [(id: String, manifest: Result<BackupManifest, BackupProblem>)] {
        let set = try BackupSet(path, key: key)
        return BackupSet.snapshots(in: path).map { id in
            do throws(BackupProblem) { return (id, .success(try set.manifest(of: id))) } catch {
                return (id, .failure(error))
            }
        }
    }

    /// Reads everything that the snapshots name, and compares it with its digests.
    ///
    /// - Parameters:
    ///   - snapshot: one of them; nil for all.
    ///   - step: called between objects; an error from it ends the verification.
    /// - Throws: ``BackupProblem`` if the set cannot be read at all, or what `step` throws.
    public func verify(snapshot: String? = nil, step: () throws -> Void = {}) throws -> BackupVerification {
        let set = try BackupSet(path, key: key)
        var ids = BackupSet.snapshots(in: path)
        if let snapshot { ids = [try find(snapshot)] }
        var verification = BackupVerification()
        try verification.run(set, ids, step: step)
        return verification
    }

    /// The snapshot of that name or unambiguous beginning; the newest for nil.
    ///
    /// - Throws: ``BackupProblem`` (`refused`).
    public func find(_ name: String?) throws(BackupProblem) -> String {
        let all = BackupSet.snapshots(in: path)
        guard let name else {
            guard let newest = all.last else { throw BackupProblem(.refused, "\"\(path)\" has no snapshot.") }
            return newest
        }
        let found = all.filter { $0.hasPrefix(name) }
        guard found.count == 1, let id = found.first else {
            throw BackupProblem(
                .refused,
                "\(found.isEmpty ? "No snapshot is" : "Several snapshots are") named \"\(name)\". "
                    + "\"nexus backup list\" shows them.")
        }
        return id
    }

    /// The time of the newest snapshot, by its name; nil if there is none. Needs no key.
    public var newest: Timestamp? { BackupSet.snapshots(in: path).last.flatMap { SnapshotName($0)?.time } }

    func open() throws(BackupProblem) -> BackupSet { try BackupSet(path, key: key) }

    /// Runs `body` while no other process or task writes the set.
    private func locked<T>(_ body: () throws -> T) throws -> T {
        let lock: DatabaseLock
        do { lock = try DatabaseLock(path: "\(path)/backup") } catch let error as DatabaseError
            where error.code == .inUse
        {
            throw BackupProblem(.inUse, "Another backup into \"\(path)\" is running.")
        }
        defer { lock.release() }
        return try body()
    }
}

/// What a backup did.
public struct BackupReport: Sendable {
    /// What was written.
    public struct Stored: Equatable, Sendable {
        public var objects = 0
        public var bytes: Int64 = 0
    }

    public let manifest: BackupManifest
    public let stored: Stored
    /// The snapshots that retention removed.
    public internal(set) var removed: [String] = []
    /// Bytes of removed objects.
    public internal(set) var freed: Int64 = 0
    /// What went wrong after the snapshot was made; nil if nothing did.
    public internal(set) var remark: String?

    /// The files that the database names and that are not in the snapshot although the server has not deleted them.
    public var losses: [BackupAbsence] { manifest.absent.filter { $0.reason != .deleted } }
}
