import Foundation
import NexusDatabase
import Synchronization

/// A set in a folder of this machine.
final class FolderBackupStore: BackupStore {
    let place: String
    /// Folders of files whose names are not durable yet.
    private let touched = Mutex<Set<String>>([])

    init(_ path: String) { place = path }

    var workFolder: String? { "\(place)/unfinished" }

    private func path(_ name: String) -> String { "\(place)/\(name)" }

    func prepare() throws {
        for folder in ["snapshots", "objects", "unfinished"] {
            try BackupFiles.makeFolder(path(folder))
        }
        chmod(place, 0o700)
    }

    func read(_ name: String) throws -> [UInt8]? { try BackupFiles.read(path(name)) }

    func size(of name: String) throws -> Int64? { BackupFiles.size(of: path(name)) }

    func write(_ bytes: [UInt8], to name: String) throws {
        let folder = (path(name) as NSString).deletingLastPathComponent
        try BackupFiles.makeFolder(folder)
        let isTop = !name.contains("/")
        let workfile =
            isTop ? path("set.new") : path("unfinished/\((name as NSString).lastPathComponent)")
        try BackupFiles.write(bytes, to: path(name), by: workfile)
        touched.withLock { _ = $0.insert(folder) }
    }

    func settle() throws {
        let folders = touched.withLock { folders in
            defer { folders = [] }
            return folders
        }
        for folder in folders { try BackupFiles.flush(folder) }
        if folders.contains(where: { $0.hasPrefix(path("objects/")) }) {
            try BackupFiles.flush(path("objects"))
        }
    }

    func remove(_ name: String) throws {
        guard unlink(path(name)) == 0 || errno == ENOENT else { throw FileProblem("removing \(name)") }
        touched.withLock { _ = $0.insert((path(name) as NSString).deletingLastPathComponent) }
    }

    func names(in folder: String?) throws -> [String] {
        let path = folder.map(path) ?? place
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path)
    }

    func objects() throws -> [String: Int64] {
        var objects: [String: Int64] = [:]
        for folder in try names(in: "objects") {
            for name in try names(in: "objects/\(folder)") {
                let object = "objects/\(folder)/\(name)"
                objects[object] = BackupFiles.size(of: path(object)) ?? 0
            }
        }
        return objects
    }

    func clear() { try? FileManager.default.removeItem(atPath: path("unfinished")) }

    func lock() throws -> any BackupLock {
        do { return try DatabaseLock(path: path("backup")) } catch let error as DatabaseError
            where error.code == .inUse
        {
            throw BackupProblem(.inUse, "Another backup into \"\(place)\" is running.")
        }
    }
}
