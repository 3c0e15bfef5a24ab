import Crypto
import Foundation
import NexusCore
import NexusDatabase

/// Restores a snapshot into a data folder. Blocks.
///
/// Everything is written to a folder of its own inside the data folder, compared with its digests and made durable. Then it takes its place,
/// with a mark beside the database for as long as that takes: no server starts on a half of it.
struct BackupRestore {
    private static let stagingName = "restoring"

    let set: BackupSet
    let manifest: BackupManifest
    let folder: String
    let step: () throws -> Void
    /// The contents that were restored.
    private var contents: Set<ContentHash> = []
    private var restored = (files: 0, bytes: Int64(0))

    private var database: String { "\(folder)/nexus.sqlite" }
    private var staging: String { "\(folder)/\(BackupRestore.stagingName)" }
    private var mark: RestoreMark { RestoreMark(ofDatabaseAt: database) }

    init(set: BackupSet, manifest: BackupManifest, folder: String, step: @escaping () throws -> Void) {
        self.set = set
        self.manifest = manifest
        self.folder = folder
        self.step = step
    }

    /// - Parameter replaces: whether data in the folder may be set aside.
    mutating func run(replaces: Bool, at now: Timestamp) throws -> BackupRestoration {
        guard manifest.schema <= Schema.migrations.count else {
            throw BackupProblem(
                .refused,
                "The snapshot was made by version \(manifest.program), which is newer than this program. Update first.")
        }
        try BackupFiles.makeFolder(folder)
        let lock: DatabaseLock
        do { lock = try DatabaseLock(path: database) } catch let error as DatabaseError where error.code == .inUse {
            throw BackupProblem(.inUse, "A server, or another restore, is running on \"\(folder)\". Stop it first.")
        }
        defer { lock.release() }
        let isUnfinished = mark.isSet
        let hasData = try BackupRestore.hasData(folder)
        guard !hasData || isUnfinished || replaces else {
            throw BackupProblem(
                .refused,
                "\"\(folder)\" has data. Name an empty folder; with --replace the data is kept in a folder inside of it."
            )
        }
        if !hasData { try mark.set() }
        do {
            try fillStaging()
        } catch {
            try? FileManager.default.removeItem(atPath: staging)
            if !hasData, !isUnfinished { mark.clear() }
            throw error
        }
        let aside = try takePlace(settingAside: hasData, at: now)
        return BackupRestoration(
            manifest: manifest, files: restored.files, bytes: restored.bytes, replaced: aside)
    }

    /// Whether a folder has a database or media.
    static func hasData(_ folder: String) throws -> Bool {
        if FileManager.default.fileExists(atPath: "\(folder)/nexus.sqlite") { return true }
        let blobs = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/media/blobs")) ?? []
        return !blobs.isEmpty
    }

    // MARK: Filling

    private mutating func fillStaging() throws {
        try? FileManager.default.removeItem(atPath: staging)
        try BackupFiles.makeFolder(staging)
        let needed = UInt64(max(0, manifest.bytes))
        guard let free = DiskSpace.free(at: staging), free > needed else {
            throw BackupProblem(
                .full, "The snapshot needs \(needed >> 20) MiB in \"\(folder)\", and the disk has less.")
        }
        guard manifest.database.path == "nexus.sqlite" else {
            throw BackupProblem(.damaged, "The snapshot \(manifest.id) names no database.")
        }
        try write(manifest.database)
        for list in manifest.lists {
            for file in try set.list(list.digest) {
                guard let hash = BackupRestore.content(of: file.path) else {
                    throw BackupProblem(.damaged, "The snapshot \(manifest.id) names a file that no server has.")
                }
                try BackupFiles.makeFolder("\(staging)/\((file.path as NSString).deletingLastPathComponent)")
                try write(file)
                restored.files += 1
                if file.digest == hash.text { contents.insert(hash) }
            }
        }
        try check()
        try flushFolders()
    }

    /// The content that a file of media belongs to; nil for any path but one in `media/blobs`.
    static func content(of path: String) -> ContentHash? {
        guard let match = path.wholeMatch(of: /media\/blobs\/([0-9a-f]{2})\/([0-9a-f]{64})(\.[0-9]{1,5})?/),
            match.2.hasPrefix(match.1)
        else { return nil }
        return ContentHash(hexadecimal: String(match.2))
    }

    private mutating func write(_ entry: BackupFile) throws {
        let place = "\(staging)/\(entry.path)"
        let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem("creating \(entry.path)") }
        defer { close(file) }
        var whole = SHA256()
        var bytes: Int64 = 0
        for piece in entry.allPieces {
            try step()
            guard let digest = ContentHash(hexadecimal: piece) else {
                throw BackupProblem(.damaged, "The snapshot \(manifest.id) names \(entry.path) without a digest.")
            }
            let content = try set.content(of: digest)
            whole.update(data: content)
            bytes += Int64(content.count)
            try BackupFiles.append(content, to: file)
        }
        guard fsync(file) == 0 else { throw FileProblem("making \(entry.path) durable") }
        guard bytes == entry.bytes, ContentHash(whole.finalize()).text == entry.digest else {
            throw BackupProblem(.damaged, "\(entry.path) of the snapshot \(manifest.id) is not what was backed up.")
        }
        restored.bytes += bytes
    }

    // MARK: Checking

    /// Compares the database that was written with what the manifest counts, and its media with those that were written.
    private func check() throws {
        let path = "\(staging)/nexus.sqlite"
        let stored = try StoredDatabase(path: path)
        defer {
            stored.close()
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
        }
        let damage = try stored.damage(step: step)
        guard damage.isEmpty else {
            throw BackupProblem(
                .damaged, "The restored database is damaged: \(damage.prefix(3).joined(separator: "; "))")
        }
        guard try stored.read(BackupRepository.counts) == manifest.counts else {
            throw BackupProblem(.damaged, "The restored database has not the rows that the snapshot counts.")
        }
        let absent = Set(manifest.absent.map(\.path))
        try stored.read { reader in
            try BackupRepository.contents(in: reader) { hash in
                let path = "media/blobs/\(hash.text.prefix(2))/\(hash.text)"
                guard contents.contains(hash) || absent.contains(path) else {
                    throw BackupProblem(.damaged, "The database names \(path), which the snapshot does not have.")
                }
            }
        }
    }

    private func flushFolders() throws {
        try BackupFiles.flush(staging)
        for folder in ["media", "media/blobs"] {
            guard FileManager.default.fileExists(atPath: "\(staging)/\(folder)") else { return }
            try BackupFiles.flush("\(staging)/\(folder)")
        }
        for folder in try FileManager.default.contentsOfDirectory(atPath: "\(staging)/media/blobs") {
            try BackupFiles.flush("\(staging)/media/blobs/\(folder)")
        }
    }

    // MARK: Taking its place

    /// - Returns: the folder of the earlier data; nil if there was none.
    private func takePlace(settingAside hasData: Bool, at now: Timestamp) throws -> String? {
        try mark.set()
        var aside: String?
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter(BackupRestore.isReplaced)
        if !names.isEmpty {
            let place = "\(folder)/replaced-\(SnapshotName(at: now).text)"
            try BackupFiles.makeFolder(place)
            for name in names { try move("\(folder)/\(name)", to: "\(place)/\(name)") }
            try BackupFiles.flush(place)
            if hasData { aside = place } else { try FileManager.default.removeItem(atPath: place) }
        }
        if FileManager.default.fileExists(atPath: "\(staging)/media") {
            try move("\(staging)/media", to: "\(folder)/media")
        }
        // Without the mark of commits the server begins a new epoch (docs/decisions/0015).
        try move("\(staging)/nexus.sqlite", to: database)
        try? FileManager.default.removeItem(atPath: staging)
        try BackupFiles.flush(folder)
        mark.clear()
        try BackupFiles.flush(folder)
        return aside
    }

    /// Whether a file of the data folder belongs to the data that a restore replaces.
    private static func isReplaced(_ name: String) -> Bool {
        if ["nexus.sqlite.lock", "nexus.sqlite-restoring"].contains(name) { return false }
        return name.hasPrefix("nexus.sqlite") || name == "media" || name == "exports"
    }

    private func move(_ path: String, to place: String) throws {
        guard rename(path, place) == 0 else { throw FileProblem("moving \((path as NSString).lastPathComponent)") }
    }
}

/// What a restore did.
public struct BackupRestoration: Sendable {
    public let manifest: BackupManifest
    /// Files of media, previews included.
    public let files: Int
    public let bytes: Int64
    /// The folder of the data that was there before; nil if there was none.
    public let replaced: String?
}

extension Backups {
    /// Restores a snapshot into a data folder on which no server runs. When it returns, every digest has been compared and everything is on
    /// the disk; the server that starts on it begins a new epoch.
    ///
    /// - Parameters:
    ///   - snapshot: its name or the beginning of it; nil for the newest.
    ///   - replaces: whether data in the folder may be set aside, into a folder inside of it.
    ///   - step: called between pieces; an error from it ends the restore and leaves the folder as it was.
    /// - Throws: ``BackupProblem``, or what `step` throws.
    public func restore(
        to folder: String, snapshot: String? = nil, replaces: Bool = false, at now: Timestamp,
        step: @escaping () throws -> Void = {}
    ) throws -> BackupRestoration {
        do {
            let set = try open()
            var restore = BackupRestore(
                set: set, manifest: try set.manifest(of: try find(snapshot)), folder: folder, step: step)
            return try restore.run(replaces: replaces, at: now)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw BackupProblem(error, while: "restoring")
        }
    }
}
