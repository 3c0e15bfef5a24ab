import Foundation
import NexusCore

/// A folder of backups (docs/decisions/0026): objects named for their content, and snapshots that list them.
///
/// ```
/// set.json              what the set is
/// snapshots/ID.json     the manifest of a snapshot; ID.sealed in an encrypted set
/// objects/ab/abcd…      pieces of files, and lists of files
/// unfinished/           what a backup is working on; the next one empties it
/// backup.lock           held while the set is written
/// ```
struct BackupSet: Sendable {
    /// Bytes that a manifest or a list may have.
    private static let textLimits = JSONLimits(bytes: 1 << 30)

    let path: String
    let description: BackupDescription
    private let cipher: BackupCipher?

    var isEncrypted: Bool { cipher != nil }
    var workFolder: String { "\(path)/unfinished" }

    // MARK: Opening

    /// Opens a set.
    ///
    /// - Throws: ``BackupProblem``: `notASet`, `damaged`, `key` if the key is missing or another one.
    init(_ path: String, key: BackupKey?) throws(BackupProblem) {
        let file = "\(path)/set.json"
        let text: [UInt8]?
        do { text = try BackupFiles.read(file) } catch { throw BackupProblem(error, while: "reading \(file)") }
        guard let text else { throw BackupProblem(.notASet, "There is no backup in \"\(path)\".") }
        guard let json = CheckedText.content(text), let description = try? BackupDescription.decode(json) else {
            throw BackupProblem(.damaged, "set.json is damaged. Without it no backup in \"\(path)\" can be read.")
        }
        guard description.format == BackupDescription.format else {
            throw BackupProblem(.notASet, "The backup in \"\(path)\" was made by a newer version. Update first.")
        }
        self.path = path
        self.description = description
        switch (description.check, key) {
        case (nil, nil): cipher = nil
        case (nil, .some):
            throw BackupProblem(.key, "The backup in \"\(path)\" is not encrypted: leave the key out.")
        case (.some, nil):
            throw BackupProblem(.key, "The backup in \"\(path)\" is encrypted: name its key with --key-file.")
        case (.some(let check), .some(let key)):
            let cipher = BackupCipher(key, set: description.set)
            guard description.cipher == BackupDescription.cipher, cipher.check.text == check else {
                throw BackupProblem(.key, "This is not the key of the backup in \"\(path)\".")
            }
            self.cipher = cipher
        }
    }

    /// Creates the folder of a set if it is missing.
    ///
    /// - Throws: ``BackupProblem``: `notASet` for a folder with other files and no set.
    static func prepare(_ path: String) throws {
        try BackupFiles.makeFolder(path)
        if BackupFiles.size(of: "\(path)/set.json") != nil { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        guard names.allSatisfy({ ownNames.contains($0) }) else {
            throw BackupProblem(
                .notASet, "\"\(path)\" has other files. Name an empty folder, or one with a backup.")
        }
    }

    /// Opens a set, or begins one in a folder that was prepared.
    ///
    /// - Throws: ``BackupProblem``, as ``init(_:key:)``.
    static func opened(orBegunIn path: String, key: BackupKey?) throws(BackupProblem) -> BackupSet {
        do {
            if BackupFiles.size(of: "\(path)/set.json") == nil {
                try begin(path, key: key)
            }
        } catch {
            throw BackupProblem(error, while: "creating the set")
        }
        let set = try BackupSet(path, key: key)
        do {
            for folder in ["snapshots", "objects", "unfinished"] { try BackupFiles.makeFolder("\(path)/\(folder)") }
            chmod(path, 0o700)
        } catch {
            throw BackupProblem(error, while: "creating the set")
        }
        return set
    }

    /// What stands in a folder whose first backup was killed.
    private static let ownNames: Set<String> = [
        "backup.lock", "set.new", "snapshots", "objects", "unfinished", "lost+found",
    ]

    private static func begin(_ path: String, key: BackupKey?) throws {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max) }
        let set = String(ContentHash(prefix: bytes).text.prefix(32))
        var description = BackupDescription(set: set)
        if let key {
            description.cipher = BackupDescription.cipher
            description.check = BackupCipher(key, set: set).check.text
        }
        try BackupFiles.write(CheckedText.bytes(description.json), to: "\(path)/set.json", by: "\(path)/set.new")
        try BackupFiles.flush(path)
    }

    // MARK: Objects

    /// The name under which a content of that digest is stored.
    func name(of digest: ContentHash) -> String { (cipher?.name(of: digest) ?? digest).text }

    func place(of name: String) -> String { "\(path)/objects/\(name.prefix(2))/\(name)" }

    /// Whether an object is there and as long as its content makes it.
    func holds(_ digest: ContentHash, bytes: Int) -> Bool {
        BackupFiles.size(of: place(of: name(of: digest))) == Int64(bytes + (cipher == nil ? 0 : BackupCipher.overhead))
    }

    /// Stores a content unless it is there, and reads it back.
    ///
    /// - Returns: the bytes written; 0 if it was there.
    func store(_ content: [UInt8], digest: ContentHash) throws -> Int {
        guard !holds(digest, bytes: content.count) else { return 0 }
        let name = name(of: digest)
        let stored = try cipher?.sealed(content, as: "object \(name)") ?? content
        let place = place(of: name)
        try BackupFiles.makeFolder((place as NSString).deletingLastPathComponent)
        try BackupFiles.write(stored, to: place, by: "\(workFolder)/\(name)")
        guard try self.content(of: digest) == content else {
            throw BackupProblem(.damaged, "The disk of \"\(path)\" returned other bytes than were written.")
        }
        return stored.count
    }

    /// The content of an object.
    ///
    /// - Throws: ``BackupProblem`` (`damaged`), which names the file.
    func content(of digest: ContentHash) throws(BackupProblem) -> [UInt8] {
        let name = name(of: digest)
        let file = "objects/\(name.prefix(2))/\(name)"
        let stored: [UInt8]?
        do { stored = try BackupFiles.read("\(path)/\(file)") } catch {
            throw BackupProblem(.damaged, "\(file) cannot be read: \(error)")
        }
        guard let stored else { throw BackupProblem(.damaged, "\(file) is missing.") }
        let content = cipher.map { $0.opened(stored, as: "object \(name)") } ?? stored
        guard let content, BackupFiles.digest(of: content) == digest else {
            throw BackupProblem(.damaged, "\(file) is damaged.")
        }
        return content
    }

    /// The files that a list names.
    ///
    /// - Throws: ``BackupProblem`` (`damaged`).
    func list(_ digest: String) throws(BackupProblem) -> [BackupFile] {
        guard let hash = ContentHash(hexadecimal: digest) else {
            throw BackupProblem(.damaged, "A list of files has no digest.")
        }
        guard let files = try? [BackupFile].decode(try content(of: hash), limits: BackupSet.textLimits) else {
            // Says which file it is.
            _ = try content(of: hash)
            throw BackupProblem(.damaged, "objects/\(name(of: hash)) is not a list of files.")
        }
        return files
    }

    // MARK: Snapshots

    private var ending: String { isEncrypted ? ".sealed" : ".json" }

    /// The identifiers of all snapshots, oldest first.
    func snapshots() throws(BackupProblem) -> [String] {
        BackupSet.snapshots(in: path)
    }

    /// The identifiers of the snapshots in a folder, oldest first: their names are no secret.
    static func snapshots(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/snapshots")) ?? []
        return names.compactMap { name in
            for ending in [".json", ".sealed"] where name.hasSuffix(ending) {
                return String(name.dropLast(ending.count))
            }
            return nil
        }.filter { SnapshotName($0) != nil }.sorted()
    }

    func manifestFile(of id: String) -> String { "snapshots/\(id)\(ending)" }

    /// - Throws: ``BackupProblem`` (`damaged`), which names the file.
    func manifest(of id: String) throws(BackupProblem) -> BackupManifest {
        let file = manifestFile(of: id)
        let stored: [UInt8]?
        do { stored = try BackupFiles.read("\(path)/\(file)") } catch {
            throw BackupProblem(.damaged, "\(file) cannot be read: \(error)")
        }
        guard let stored else { throw BackupProblem(.damaged, "\(file) is missing.") }
        let json = cipher.map { $0.opened(stored, as: file) } ?? CheckedText.content(stored)
        guard let json, let manifest = try? BackupManifest.decode(json, limits: BackupSet.textLimits),
            manifest.id == id, manifest.set == description.set
        else { throw BackupProblem(.damaged, "\(file) is damaged.") }
        return manifest
    }

    /// Makes a snapshot exist: everything it names is on the disk before.
    func store(_ manifest: BackupManifest) throws -> Int {
        let file = manifestFile(of: manifest.id)
        let bytes = try cipher?.sealed(manifest.json, as: file) ?? CheckedText.bytes(manifest.json)
        try BackupFiles.write(bytes, to: "\(path)/\(file)", by: "\(workFolder)/manifest")
        try BackupFiles.flush("\(path)/snapshots")
        return bytes.count
    }
}
