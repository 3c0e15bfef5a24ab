import Foundation
import NexusCore

/// The files of copies of people's data, each named by its identifier: `ID.part` while it is made, `ID.zip` then.
struct ExportFolder: Sendable {
    let path: String
    /// Bytes of the disk that stay free.
    let reserve: Int64

    /// - Throws: the file system's error, if the folder cannot be created.
    init(_ path: String, reserve: Int64) throws {
        self.path = path
        self.reserve = reserve
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func partial(_ id: ExportID) -> String { "\(path)/\(id.text).part" }
    func file(_ id: ExportID) -> String { "\(path)/\(id.text).zip" }

    func finish(_ id: ExportID) throws {
        guard rename(partial(id), file(id)) == 0 else { throw FileProblem("naming an archive") }
    }

    func remove(_ id: ExportID) {
        unlink(partial(id))
        unlink(file(id))
    }

    /// The copies that have files here.
    func all() throws -> Set<ExportID> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path).compactMap { ExportID(String($0.prefix(36))) })
    }

    /// - Throws: `Refusal` (`storage_full`) if the disk has little more than the reserve.
    func requireSpace(for bytes: Int64 = 0) throws {
        guard let free = DiskSpace.free(at: path) else { throw FileProblem("looking at a disk") }
        guard Int64(clamping: free) - bytes > reserve else {
            throw Refusal(.storageFull, "The server's disk is nearly full. Try again later.", retryAfter: 60_000)
        }
    }
}
