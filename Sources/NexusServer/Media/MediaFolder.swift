import Crypto
import Foundation
import ImageShim
import NexusCore

/// The files of media: uploads in progress in `incoming`, contents by their hash in `blobs`. Every call blocks: it
/// belongs on a ``MediaThreads``.
///
/// A named content is complete: it is written elsewhere, made durable, and only then linked there.
struct MediaFolder: Sendable {
    let path: String

    /// - Throws: the file system's error, if the folders cannot be created.
    init(_ path: String) throws {
        self.path = path
        for folder in ["incoming", "blobs"] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(folder)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    // MARK: Uploads under way

    func incoming(_ id: MediaID) -> String { "\(path)/incoming/\(id.text)" }

    /// A temporary file for the result of an upload.
    func workfile(_ id: MediaID, _ ending: String) -> String { "\(path)/incoming/\(id.text).\(ending)" }

    /// The received bytes of an upload.
    func received(_ id: MediaID) throws -> Int64 {
        let file = open(incoming(id), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return 0 }
            throw FileProblem("looking at an upload")
        }
        defer { close(file) }
        return Int64(lseek(file, 0, SEEK_END))
    }

    /// Adds bytes at the end of an upload, which is at `offset`.
    func append(_ bytes: [UInt8], at offset: Int64, to id: MediaID) throws {
        let file = open(incoming(id), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem("opening an upload") }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(
                    file, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset) + off_t(written))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                let problem = FileProblem("writing an upload")
                // A partial part would be taken for a whole one.
                ftruncate(file, off_t(offset))
                throw problem
            }
            written += count
        }
    }

    /// Takes everything of an upload away.
    func removeIncoming(_ id: MediaID) {
        unlink(incoming(id))
        removeWorkfiles(id)
    }

    /// Deletes the results of an upload, and keeps the upload.
    func removeWorkfiles(_ id: MediaID) {
        for ending in ["sifted", "clean"] + Limits.previewSides.map(String.init) { unlink(workfile(id, ending)) }
    }

    /// The uploads that have files here.
    func allIncoming() throws -> [MediaID] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/incoming")
        return Array(Set(names.compactMap { MediaID(String($0.prefix(36))) }))
    }

    // MARK: Contents

    /// The file of a content, or of its preview of that many pixels.
    func blob(_ hash: ContentHash, preview side: Int? = nil) -> String {
        let name = hash.text
        return "\(path)/blobs/\(name.prefix(2))/\(name)" + (side.map { ".\($0)" } ?? "")
    }

    /// Links a file to its hash, durably. An existing one has the same content.
    func store(_ file: String, as hash: ContentHash, preview side: Int? = nil) throws {
        let place = blob(hash, preview: side)
        let folder = (place as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try MediaFolder.flush(file)
        guard link(file, place) == 0 || errno == EEXIST else { throw FileProblem("storing a content") }
        try MediaFolder.flush(folder)
    }

    func removeBlob(_ hash: ContentHash) {
        unlink(blob(hash))
        for side in Limits.previewSides + Limits.pictureSides { unlink(blob(hash, preview: side)) }
    }

    /// Makes a person's or group's picture from the next larger preview on first request: few pictures are ever used
    /// that way, and a preview is cheap to decode.
    ///
    /// - Throws: `Refusal` (`media_damaged`), or the file system's error.
    func makePicture(of hash: ContentHash, side: Int, _ watch: DecodingWatch) throws {
        guard access(blob(hash, preview: side), R_OK) != 0,
            let source = Limits.previewSides.first(where: { $0 >= side })
        else { return }
        let file = "\(path)/incoming/\(hash.text).\(side).\(UInt32.random(in: 0...UInt32.max))"
        defer { unlink(file) }
        try ImageMaker.preview(blob(hash, preview: source), NEXUS_IMAGE_WEBP, side: side, to: file, watch)
        try store(file, as: hash, preview: side)
    }

    private static func flush(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileProblem("opening a file") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileProblem("making a file durable") }
    }

    // MARK: Reading

    static func size(of path: String) throws -> Int64 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileProblem("looking at a file") }
        defer { close(file) }
        return Int64(lseek(file, 0, SEEK_END))
    }

    /// At most `count` bytes of a file from `offset` on.
    static func read(_ path: String, from offset: Int64, count: Int) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileProblem("opening a file") }
        defer { close(file) }
        return try read(file, from: offset, count: count)
    }

    /// At most `count` bytes of an open file from `offset` on; fewer only at its end.
    static func read(_ file: Int32, from offset: Int64, count: Int) throws -> [UInt8] {
        var filled = 0
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                let got = pread(
                    file, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw FileProblem("reading a file") }
                if got == 0 { break }
                filled += got
            }
            initialized = filled
        }
    }

    static func hash(of path: String) throws -> ContentHash? {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            let part = try read(path, from: offset, count: 1 << 20)
            if part.isEmpty { break }
            hasher.update(data: part)
            offset += Int64(part.count)
        }
        return ContentHash(Array(hasher.finalize()))
    }
}

/// The file system refused. The text is for the log.
struct FileProblem: Error, CustomStringConvertible {
    let code: Int32
    let description: String

    init(_ doing: String) {
        code = errno
        description = "\(doing): \(String(cString: strerror(code)))"
    }

    /// Whether there is no such file.
    var isMissing: Bool { code == ENOENT }

    var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
