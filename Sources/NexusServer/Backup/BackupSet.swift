import Foundation
import NexusCore

/// A set of backups (docs/decisions/0026), in a folder or an object store: objects named for their content, and snapshots that list them.
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

    let store: any BackupStore
    let description: BackupDescription
    private let cipher: BackupCipher?

    var isEncrypted: Bool { cipher != nil }

    // MARK: Opening

    /// Opens a set.
    ///
    /// - Throws: ``BackupProblem``: `notASet`, `damaged`, `key` if the key is missing or another one.
    init(_ store: any BackupStore, key: BackupKey?) throws(BackupProblem) {
        let path = store.place
        let text: [UInt8]?
        do { text = try store.read("set.json") } catch { throw BackupProblem(error, while: "reading set.json") }
        guard let text else { throw BackupProblem(.notASet, "There is no backup in \"\(path)\".") }
        guard let json = CheckedText.content(text), let description = try? BackupDescription.decode(json) else {
            throw BackupProblem(.damaged, "set.json is damaged. Without it no backup in \"\(path)\" can be read.")
        }
        guard description.format == BackupDescription.format else {
            throw BackupProblem(.notASet, "The backup in \"\(path)\" was made by a newer version. Update first.")
        }
        self.store = store
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

    /// Refuses a place that has other files and no set.
    ///
    /// - Throws: ``BackupProblem`` (`notASet`).
    static func check(_ store: any BackupStore) throws {
        if try store.size(of: "set.json") != nil { return }
        guard try store.names(in: nil).allSatisfy({ ownNames.contains($0) }) else {
            throw BackupProblem(
                .notASet, "\"\(store.place)\" has other files. Name an empty folder, or one with a backup.")
        }
    }

    /// Opens a set, or begins one in a place that was checked.
    ///
    /// - Throws: ``BackupProblem``, as ``init(_:key:)``.
    static func opened(orBegunIn store: any BackupStore, key: BackupKey?) throws(BackupProblem) -> BackupSet {
        do {
            if try store.size(of: "set.json") == nil {
                try begin(store, key: key)
            }
        } catch {
            throw BackupProblem(error, while: "creating the set")
        }
        let set = try BackupSet(store, key: key)
        do { try store.prepare() } catch { throw BackupProblem(error, while: "creating the set") }
        return set
    }

    /// What stands in a folder whose first backup was killed.
    private static let ownNames: Set<String> = [
        "backup.lock", "set.new", "snapshots", "objects", "unfinished", "lost+found",
    ]

    private static func begin(_ store: any BackupStore, key: BackupKey?) throws {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...UInt8.max) }
        let set = String(ContentHash(prefix: bytes).text.prefix(32))
        var description = BackupDescription(set: set)
        if let key {
            description.cipher = BackupDescription.cipher
            description.check = BackupCipher(key, set: set).check.text
        }
        try store.write(CheckedText.bytes(description.json), to: "set.json")
        try store.settle()
    }

    // MARK: Objects

    /// The name under which a content of that digest is stored.
    func name(of digest: ContentHash) -> String { (cipher?.name(of: digest) ?? digest).text }

    /// The file of an object.
    static func file(of name: String) -> String { "objects/\(name.prefix(2))/\(name)" }

    /// Whether an object is there and as long as its content makes it.
    func holds(_ digest: ContentHash, bytes: Int) throws -> Bool {
        try store.size(of: BackupSet.file(of: name(of: digest)))
            == Int64(bytes + (cipher == nil ? 0 : BackupCipher.overhead))
    }

    /// Stores a content unless it is there. What a folder stores is read back; an object store compares it with its digest.
    ///
    /// - Returns: the bytes written; 0 if it was there.
    func store(_ content: [UInt8], digest: ContentHash) throws -> Int {
        guard try !holds(digest, bytes: content.count) else { return 0 }
        let name = name(of: digest)
        let stored = try cipher?.sealed(content, as: "object \(name)") ?? content
        try store.write(stored, to: BackupSet.file(of: name))
        guard try store.workFolder == nil || self.content(of: digest) == content else {
            throw BackupProblem(
                .damaged, "The disk of \"\(store.place)\" returned other bytes than were written.")
        }
        return stored.count
    }

    /// The content of an object.
    ///
    /// - Throws: ``BackupProblem`` (`damaged`), which names the file.
    func content(of digest: ContentHash) throws(BackupProblem) -> [UInt8] {
        let name = name(of: digest)
        let file = BackupSet.file(of: name)
        let stored: [UInt8]?
        do { stored = try store.read(file) } catch let problem as S3Problem
            where problem.code != .damaged
        {
            // The store's fault, and not the object's.
            throw BackupProblem(problem, while: "reading \(file)")
        } catch {
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

    /// The identifiers of the snapshots in a place, oldest first: their names are no secret.
    static func snapshots(in store: any BackupStore) throws(BackupProblem) -> [String] {
        let names: [String]
        do { names = try store.names(in: "snapshots") } catch {
            throw BackupProblem(error, while: "listing the snapshots")
        }
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
        do { stored = try store.read(file) } catch let problem as S3Problem
            where problem.code != .damaged
        {
            throw BackupProblem(problem, while: "reading \(file)")
        } catch {
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
        try store.write(bytes, to: file)
        try store.settle()
        return bytes.count
    }
}
