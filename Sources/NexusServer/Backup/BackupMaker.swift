import Crypto
import Foundation
import NexusCore
import NexusDatabase

/// Makes a snapshot: the database first, then the media that it names, then the lists of both. Blocks.
///
/// Until the manifest is written the set has no new snapshot; what an interrupted backup has stored is used or removed by the next.
struct BackupMaker {
    /// Bytes of a piece of the database: 64 pages, which stay where they are from one backup to the next.
    static let databasePiece = 256 << 10
    /// Bytes of a piece of any other file.
    static let filePiece = 4 << 20

    let set: BackupSet
    let source: BackupSource
    /// The right to write the set, renewed with each step.
    let lock: any BackupLock
    /// Called between pieces; an error from it ends the backup.
    let step: () throws -> Void
    private(set) var stored = BackupReport.Stored()
    private var absent: [BackupAbsence] = []
    private var lists: [BackupList] = []
    private var files = 0
    private var fileBytes: Int64 = 0
    private let media: any MediaArchive
    /// The sizes of the media in the folder of contents that is being stored.
    private var sizes: [String: Int64] = [:]

    /// - Throws: ``S3SettingsError``.
    init(
        set: BackupSet, source: BackupSource, lock: any BackupLock, step: @escaping () throws -> Void
    ) throws(S3SettingsError) {
        self.set = set
        self.source = source
        self.lock = lock
        self.step = {
            try step()
            try lock.renew()
        }
        media = try source.archive()
    }

    mutating func run(at now: Timestamp) throws -> BackupManifest {
        // Nothing readable leaves the data folder for an encrypted set.
        let folder = set.isEncrypted ? source.workFolder : set.store.workFolder ?? source.workFolder
        func clear() {
            try? FileManager.default.removeItem(atPath: source.workFolder)
            set.store.clear()
        }
        clear()
        try set.store.prepare()
        try BackupFiles.makeFolder(folder)
        defer { clear() }
        try requireSpace(in: folder)
        let copy = "\(folder)/nexus.sqlite"
        try source.copyDatabase(to: copy, step: step)
        chmod(copy, 0o600)
        let database = try StoredDatabase(path: copy)
        defer { database.close() }
        let damage = try database.damage(step: step)
        guard damage.isEmpty else {
            throw BackupProblem(
                .damaged,
                "The database is damaged, and no snapshot was made: \(damage.prefix(3).joined(separator: "; "))")
        }
        let stored = try store("nexus.sqlite", pieceBytes: BackupMaker.databasePiece) { offset, count in
            try MediaFolder.read(copy, from: offset, count: count)
        }
        guard let piece = stored else {
            throw BackupProblem(.failed, "The copy of the database disappeared while it was stored.")
        }
        try storeMedia(of: database)
        let migrations = try database.migrations()
        let newest = try BackupSet.snapshots(in: set.store).last.flatMap { SnapshotName($0) }
        let manifest = BackupManifest(
            id: SnapshotName(at: now, after: newest).text, set: set.description.set, madeAt: now,
            program: NexusVersion.text,
            schema: migrations.count, migration: migrations.last ?? "",
            epoch: try database.read(BackupRepository.epoch), counts: try database.read(BackupRepository.counts),
            database: piece, files: files, fileBytes: fileBytes, lists: lists, absent: absent)
        try set.store.settle()
        try step()
        if try !lock.confirm() { try set.requireObjects(of: manifest) }
        self.stored.bytes += Int64(try set.store(manifest))
        return manifest
    }

    private func requireSpace(in folder: String) throws {
        let needed = UInt64(max(0, try source.databaseBytes()))
        guard let free = DiskSpace.free(at: folder), free > needed else {
            throw BackupProblem(
                .full,
                "The copy of the database needs \(needed >> 20) MiB in \"\(folder)\", and the disk has not that much left."
            )
        }
    }

    // MARK: Media

    private mutating func storeMedia(of database: StoredDatabase) throws {
        let earlier = try set.newestManifest()
        var prefix = ""
        var known: [String: BackupFile] = [:]
        var list: [BackupFile] = []
        try database.read { reader in
            try BackupRepository.contents(in: reader) { hash in
                let next = String(hash.text.prefix(2))
                if next != prefix {
                    try finish(&list, prefix: prefix)
                    prefix = next
                    known = set.files(of: earlier, prefix: prefix)
                    sizes = try media.files(in: prefix)
                }
                list += try store(content: hash, known: known)
            }
        }
        try finish(&list, prefix: prefix)
    }

    /// Stores a content and its previews.
    private mutating func store(content hash: ContentHash, known: [String: BackupFile]) throws -> [BackupFile] {
        let main = "media/blobs/\(hash.text.prefix(2))/\(hash.text)"
        guard let file = try reused(known[main]) ?? storedFile(MediaObject(hash)) else {
            absent.append(BackupAbsence(path: main, reason: try isNamed(hash) ? .lost : .deleted))
            return []
        }
        guard file.digest == hash.text else {
            absent.append(BackupAbsence(path: main, reason: .damaged))
            return []
        }
        var all = [file]
        for side in Limits.previewSides + Limits.pictureSides {
            let file = try reused(known["\(main).\(side)"]) ?? storedFile(MediaObject(hash, preview: side))
            if let file { all.append(file) }
        }
        files += all.count
        for file in all { fileBytes += file.bytes }
        return all
    }

    /// A file of an earlier snapshot, if it is in the set: a content never changes under its name.
    private func reused(_ file: BackupFile?) throws -> BackupFile? {
        guard let file, sizes[(file.path as NSString).lastPathComponent] == file.bytes else { return nil }
        var rest = file.bytes
        for piece in file.allPieces {
            let bytes = min(rest, Int64(BackupMaker.filePiece))
            guard let digest = ContentHash(hexadecimal: piece), try set.holds(digest, bytes: Int(bytes)) else {
                return nil
            }
            rest -= bytes
        }
        return file
    }

    /// Whether the server's database still names a content that its folder does not have.
    private func isNamed(_ hash: ContentHash) throws -> Bool {
        try source.live { try BackupRepository.names(hash, in: $0) }
    }

    private mutating func finish(_ list: inout [BackupFile], prefix: String) throws {
        guard !list.isEmpty else { return }
        let content = list.json
        let digest = BackupFiles.digest(of: content)
        try store(content, digest: digest)
        lists.append(BackupList(prefix: prefix, digest: digest.text))
        list = []
    }

    // MARK: Objects

    /// Stores a file of media.
    ///
    /// - Returns: nil if there is no such file.
    private mutating func storedFile(_ object: MediaObject) throws -> BackupFile? {
        // Listed a moment ago: previews that were never made cost no question each.
        guard sizes[(object.path as NSString).lastPathComponent] != nil else { return nil }
        return try store("media/blobs/\(object.path)", pieceBytes: BackupMaker.filePiece) {
            [media] offset, count in
            try media.read(object.path, from: offset, count: count)
        }
    }

    /// Stores a file in pieces.
    ///
    /// - Parameters:
    ///   - path: relative to the data folder.
    ///   - read: gives a piece of it; nil if there is no such file.
    /// - Returns: nil if there is no such file.
    private mutating func store(
        _ path: String, pieceBytes: Int, _ read: (_ offset: Int64, _ count: Int) throws -> [UInt8]?
    ) throws -> BackupFile? {
        var whole = SHA256()
        var bytes: Int64 = 0
        var pieces: [String] = []
        while true {
            guard let piece = try read(bytes, pieceBytes) else { return nil }
            if piece.isEmpty, !pieces.isEmpty { break }
            try step()
            whole.update(data: piece)
            bytes += Int64(piece.count)
            let digest = BackupFiles.digest(of: piece)
            try store(piece, digest: digest)
            pieces.append(digest.text)
            if piece.count < pieceBytes { break }
        }
        let digest = ContentHash(whole.finalize()).text
        return BackupFile(path: path, bytes: bytes, digest: digest, pieces: pieces == [digest] ? [] : pieces)
    }

    private mutating func store(_ content: [UInt8], digest: ContentHash) throws {
        let written = try set.store(content, digest: digest)
        guard written > 0 else { return }
        stored.objects += 1
        stored.bytes += Int64(written)
    }
}
