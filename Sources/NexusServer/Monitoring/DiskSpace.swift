import Foundation

/// The space of a disk.
enum DiskSpace {
    /// Bytes left on the disk of a file or folder; nil if it cannot be asked.
    static func free(at path: String) -> UInt64? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
    }
}
