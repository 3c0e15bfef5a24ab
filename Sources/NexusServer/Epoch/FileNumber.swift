import FileShim
import NexusDatabase

/// The number by which the file system knows a database's file: a copy has another one.
enum FileNumber {
    /// - Returns: the inode; 0 for a database in memory, and for a file that is missing.
    static func of(_ storage: DatabaseConfiguration.Storage) -> UInt64 {
        guard case .file(let path) = storage else { return 0 }
        var status = nexus_file_status()
        return nexus_file_status_of(path, true, &status) ? status.number : 0
    }
}
