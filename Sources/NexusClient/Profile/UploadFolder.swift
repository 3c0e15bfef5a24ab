import Foundation
import NexusCore

/// Copies of the files of posts in the outbox, kept until the post is answered, since the originals may be deleted.
struct UploadFolder: Sendable {
    let path: String

    /// Seconds until an orphaned copy is deleted: a process may have died between copy and operation.
    private static let orphanLife: TimeInterval = 86_400

    func file(_ media: MediaID, of operation: OperationID) -> String { "\(folder(operation))/\(media.text)" }

    private func folder(_ operation: OperationID) -> String { "\(path)/\(operation.text)" }

    /// Keeps a copy of a file, durably.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``.
    func keep(_ original: String, as media: MediaID, of operation: OperationID) throws(ClientError) {
        let copy = file(media, of: operation)
        do {
            try FileManager.default.createDirectory(
                atPath: folder(operation), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(atPath: original, toPath: copy)
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
            defer { try? handle.close() }
            try handle.synchronize()
        } catch {
            remove(operation)
            throw .fileUnavailable("\(original) cannot be copied into the profile folder")
        }
    }

    /// Gives a second operation the copies of the first; a no-op if it has none.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``.
    func share(_ operation: OperationID, with other: OperationID) throws(ClientError) {
        let (source, target) = (folder(operation), folder(other))
        guard FileManager.default.fileExists(atPath: source) else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in try FileManager.default.contentsOfDirectory(atPath: source) {
                // A second name of the same file: its bytes are on disk already.
                try FileManager.default.linkItem(atPath: "\(source)/\(name)", toPath: "\(target)/\(name)")
            }
        } catch {
            remove(other)
            throw .fileUnavailable("The files of the message cannot be kept in the profile folder")
        }
    }

    func remove(_ operation: OperationID) {
        guard FileManager.default.fileExists(atPath: folder(operation)) else { return }
        try? FileManager.default.removeItem(atPath: folder(operation))
    }

    /// Deletes the copies of all operations.
    func removeAll() {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Deletes old copies that belong to none of these operations.
    func removeOrphans(besides operations: Set<OperationID>) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names {
            guard let id = OperationID(name), !operations.contains(id) else { continue }
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder(id))
            let age = (attributes?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow } ?? 0
            if age > UploadFolder.orphanLife { remove(id) }
        }
    }
}
