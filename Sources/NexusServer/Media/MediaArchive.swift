import Foundation
import NexusCore

/// All finished contents, for work on the whole of them: copies, backups and checks. Every call blocks.
protocol MediaArchive: Sendable {
    /// Whether its objects are beside the database, in a folder of this machine.
    var isFolder: Bool { get }

    /// The folders that its files are in: the first two digits of their contents.
    func folders() throws -> [String]

    /// The files of a folder with their sizes, contents or not.
    func files(in folder: String) throws -> [String: Int64]

    /// At most `count` bytes of a file, as ``MediaObject/path`` names it; nil if there is none.
    func read(_ path: String, from offset: Int64, count: Int) throws -> [UInt8]?

    /// Stores a file, durably and whole.
    func store(_ content: ArchivedFile, at path: String) throws

    /// Removes a file; one that is not there is removed already.
    func remove(_ path: String) throws
}

/// A file to be stored, which can be read more than once.
struct ArchivedFile: Sendable {
    let bytes: Int64
    let digest: ContentHash
    let read: @Sendable (_ offset: Int64, _ count: Int) throws -> [UInt8]
}

/// Contents in the folder `media` of a server.
struct FolderMediaArchive: MediaArchive {
    let path: String
    var isFolder: Bool { true }

    private func place(_ name: String) -> String { "\(path)/blobs/\(name)" }

    func folders() throws -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/blobs")) ?? []).sorted()
    }

    func files(in folder: String) throws -> [String: Int64] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place(folder))) ?? []
        var files: [String: Int64] = [:]
        for name in names {
            let path = URL(filePath: place("\(folder)/\(name)")).resolvingSymlinksInPath().path
            guard let status = try? FileManager.default.attributesOfItem(atPath: path),
                status[.type] as? FileAttributeType == .typeRegular, let size = status[.size] as? NSNumber
            else { continue }
            files[name] = size.int64Value
        }
        return files
    }

    func read(_ path: String, from offset: Int64, count: Int) throws -> [UInt8]? {
        do { return try MediaFolder.read(place(path), from: offset, count: count) } catch let problem as FileProblem
            where problem.code == ENOENT
        {
            return nil
        }
    }

    func store(_ content: ArchivedFile, at path: String) throws {
        guard let object = MediaObject(path: path) else { throw FileProblem("storing \(path)") }
        let folder = try MediaFolder(self.path)
        let file = "\(self.path)/incoming/\(object.hash.text).copy.\(UInt32.random(in: 0...UInt32.max))"
        defer { unlink(file) }
        guard FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: file)
        else { throw FileProblem("creating a file") }
        defer { try? handle.close() }
        var offset: Int64 = 0
        while offset < content.bytes {
            let part = try content.read(offset, 1 << 20)
            guard !part.isEmpty else { throw S3Problem(.damaged, "A file became shorter while it was copied.") }
            try handle.write(contentsOf: part)
            offset += Int64(part.count)
        }
        guard try MediaFolder.hash(of: file) == content.digest else {
            throw S3Problem(.damaged, "The disk returned other bytes than were written.")
        }
        // A file of another size is no copy of this one.
        unlink(place(path))
        try folder.store(file, as: object.hash, preview: object.side)
    }

    func remove(_ path: String) throws {
        guard unlink(place(path)) == 0 || errno == ENOENT else { throw FileProblem("removing \(path)") }
    }
}

/// Contents in an object store.
struct S3MediaArchive: MediaArchive {
    let client: S3Client
    let address: S3Address
    var isFolder: Bool { false }

    init(_ place: S3Place, now: @escaping @Sendable () -> Timestamp) throws(S3SettingsError) {
        address = place.address
        client = S3Client(
            place.settings, bucket: place.address.bucket, transport: try S3Transport(roots: place.settings.roots),
            now: now)
    }

    func key(_ path: String) -> String { address.key("blobs/\(path)") }

    func folders() throws -> [String] {
        let digits = Array("0123456789abcdef")
        return digits.flatMap { first in digits.map { "\(first)\($0)" } }
    }

    func files(in folder: String) throws -> [String: Int64] {
        let prefix = key("\(folder)/")
        return try BlockingCall.run { [client] in
            var files: [String: Int64] = [:]
            try await client.list(prefix: prefix) { page in
                for object in page { files[String(object.key.dropFirst(prefix.count))] = object.bytes }
            }
            return files
        }
    }

    func read(_ path: String, from offset: Int64, count: Int) throws -> [UInt8]? {
        try BlockingCall.run { [client, key = key(path)] in
            try await client.read(key, from: offset, count: count)
        }
    }

    func store(_ content: ArchivedFile, at path: String) throws {
        let source = S3Source(bytes: content.bytes) { offset, count in
            try content.read(offset, count)
        }
        try BlockingCall.run { [client, key = key(path)] in
            try await client.put(source, to: key, digest: content.digest.text)
        }
    }

    func remove(_ path: String) throws {
        try BlockingCall.run { [client, key = key(path)] in try await client.delete(key) }
    }
}
