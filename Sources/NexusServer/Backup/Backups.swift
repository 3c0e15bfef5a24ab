import Foundation
import NexusCore
import NexusDatabase

/// A set of backups in a folder or an object store: makes, lists, verifies and restores snapshots. Every call blocks: run them with ``BackupThread``.
public struct Backups: Sendable {
    /// The folder, or the address in the object store.
    public var path: String { store.place }
    /// Its place in an object store; nil for a folder.
    public let place: S3Place?
    public var isRemote: Bool { place != nil }
    let store: any BackupStore
    private let key: BackupKey?

    /// - Parameters:
    ///   - path: the folder of the set, or `s3://bucket/prefix`.
    ///   - key: of an encrypted set.
    /// - objects: the object store of the settings, if there is one.
    ///   - now: the clock that requests to it are signed with.
    /// - Throws: ``BackupProblem`` (`refused`) for an address that cannot be used.
    public init(
        _ path: String, key: BackupKey? = nil, objects: S3Settings? = nil,
        now: @escaping @Sendable () -> Timestamp = {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
    ) throws(BackupProblem) {
        guard !path.isEmpty else { throw BackupProblem(.refused, "Name the folder of the backup.") }
        guard S3Address.isAddress(path) else {
            self.init(FolderBackupStore(path), at: nil, key: key)
            return
        }
        do {
            let place = try S3Place(path, objects, variable: "The backup's place, \"\(path)\",")
            let client = S3Client(
                place.settings, bucket: place.address.bucket,
                transport: try S3Transport(roots: place.settings.roots), now: now)
            self.init(S3BackupStore(client, at: place.address, now: now), at: place, key: key)
        } catch {
            throw BackupProblem(.refused, error.text)
        }
    }

    /// - Parameter place: of a set in an object store; nil for a folder.
    init(_ store: any BackupStore, at place: S3Place?, key: BackupKey? = nil) {
        self.store = store
        self.place = place
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
            try source.requireDatabase()
            if !isRemote {
                try BackupFiles.makeFolder(path)
            }
            try BackupSet.check(store)
            return try locked { lock in
                let set = try BackupSet.opened(orBegunIn: store, key: key)
                var maker = try BackupMaker(set: set, source: source, lock: lock, step: step)
                let manifest = try maker.run(at: now)
                var report = BackupReport(manifest: manifest, stored: maker.stored)
                let removed = retention.removed(
                    of: try BackupSet.snapshots(in: store).compactMap { SnapshotName($0) })
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
    public func list() throws(BackupProblem) -> [(
        id: String, manifest: Result<BackupManifest, BackupProblem>
    )] {
        let set = try BackupSet(store, key: key)
        return try BackupSet.snapshots(in: store).map { id in
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
        let set = try BackupSet(store, key: key)
        var ids = try BackupSet.snapshots(in: store)
        if let snapshot { ids = [try find(snapshot)] }
        var verification = BackupVerification()
        try verification.run(set, ids, step: step)
        return verification
    }

    /// The snapshot of that name or unambiguous beginning; the newest for nil.
    ///
    /// - Throws: ``BackupProblem`` (`refused`).
    public func find(_ name: String?) throws(BackupProblem) -> String {
        let all = try BackupSet.snapshots(in: store)
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
    ///
    /// - Throws: ``BackupProblem``.
    public func newest() throws(BackupProblem) -> Timestamp? {
        try BackupSet.snapshots(in: store).last.flatMap { SnapshotName($0)?.time }
    }

    func open() throws(BackupProblem) -> BackupSet { try BackupSet(store, key: key) }

    /// Runs `body` while no other process or task writes the set.
    private func locked<T>(_ body: (any BackupLock) throws -> T) throws -> T {
        let lock = try store.lock()
        defer { lock.release() }
        return try body(lock)
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
