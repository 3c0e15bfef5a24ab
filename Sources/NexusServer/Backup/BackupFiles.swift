import Crypto
import FileShim
import Foundation

/// Reading and writing files of a set: durable, whole, and readable by their owner alone.
enum BackupFiles {
    /// Creates a folder, and those above it, if missing.
    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a new file beside its place, flushes it, and renames it: at its place it is whole or absent.
    /// The name becomes durable with ``flush(_:)`` of its folder.
    static func write(_ bytes: [UInt8], to path: String, by workfile: String) throws {
        unlink(workfile)
        let file = open(workfile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem("creating a file of the backup") }
        do {
            defer { close(file) }
            try append(bytes, to: file)
            guard fsync(file) == 0 else { throw FileProblem("making a file of the backup durable") }
        } catch {
            unlink(workfile)
            throw error
        }
        guard rename(workfile, path) == 0 else {
            let problem = FileProblem("naming a file of the backup")
            unlink(workfile)
            throw problem
        }
    }

    /// Writes all bytes at the file's position.
    static func append(_ bytes: [UInt8], to file: Int32) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(file, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileProblem("writing a file of the backup") }
            written += count
        }
    }

    /// Makes the names in a folder durable.
    static func flush(_ folder: String) throws {
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileProblem("opening a folder of the backup") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileProblem("making a folder of the backup durable") }
    }

    /// The whole of a small file.
    /// - Returns: nil if it does not exist.
    static func read(_ path: String) throws -> [UInt8]? {
        var status = nexus_file_status()
        guard nexus_file_status_of(path, true, &status) else {
            if errno == ENOENT { return nil }
            throw FileProblem("reading a file of the backup")
        }
        return try MediaFolder.read(path, from: 0, count: Int(status.size))
    }

    /// The size of a regular file; nil if there is none.
    static func size(of path: String) -> Int64? {
        var status = nexus_file_status()
        guard nexus_file_status_of(path, true, &status),
            mode_t(truncatingIfNeeded: status.mode) & S_IFMT == S_IFREG
        else { return nil }
        return status.size
    }

    static func digest(of bytes: [UInt8]) -> ContentHash { ContentHash(SHA256.hash(data: bytes)) }
}

extension ContentHash {
    init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    /// - Parameter bytes: the first 32 are taken; missing ones are 0.
    init(prefix bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix(32)) + Array(repeating: 0, count: max(0, 32 - bytes.count))
    }
}
