import Foundation

/// A file beside a database, `-restoring`, for as long as a restore replaces it. A database with it does not open
/// (`database_restoring`), so that a restore that was killed leaves nothing that a server starts on.
public struct RestoreMark: Sendable {
    public let path: String

    /// - Parameter database: the path of the database's file, which may be missing.
    public init(ofDatabaseAt database: String) { path = database + "-restoring" }

    public var isSet: Bool { access(path, F_OK) == 0 }

    /// Sets it; returns once it is on the disk.
    ///
    /// - Throws: ``DatabaseError`` (`database_full`, `database_unavailable`).
    public func set() throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw RestoreMark.problem() }
        defer { close(file) }
        guard fsync(file) == 0 else { throw RestoreMark.problem() }
        let folder = (path as NSString).deletingLastPathComponent
        let names = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard names >= 0 else { throw RestoreMark.problem() }
        defer { close(names) }
        guard fsync(names) == 0 else { throw RestoreMark.problem() }
    }

    /// Removes it: the restore is complete, or nothing of it is left.
    public func clear() { unlink(path) }

    private static func problem() -> DatabaseError {
        DatabaseError(
            errno == ENOSPC ? .full : .unavailable, detail: "restore mark: \(String(cString: strerror(errno)))")
    }
}
