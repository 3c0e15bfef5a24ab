import Foundation
import Synchronization

/// Disk space reserved in a file, `-reserve` beside the database, and released when the disk is full, so that sign-in
/// and session refreshes still work.
final class StorageReserve: Sendable {
    /// The reserve's maximum share of a small disk.
    private static let partOfDisk: Int64 = 16

    private let path: String
    /// Bytes that are wanted.
    let bytes: Int64
    private let held = Mutex(false)

    /// - Returns: nil for a database in memory, and without a reserve.
    init?(_ configuration: DatabaseConfiguration) {
        guard case .file(let path) = configuration.storage, configuration.reserveBytes > 0 else { return nil }
        self.path = path + "-reserve"
        var disk = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        let size =
            statvfs(folder.isEmpty ? "." : folder, &disk) == 0
            ? Int64(clamping: UInt64(disk.f_blocks) * UInt64(disk.f_frsize)) : .max
        bytes = min(configuration.reserveBytes, size / StorageReserve.partOfDisk)
    }

    var isHeld: Bool { held.withLock { $0 } }

    /// Reserves the space; returns true on success.
    func take() -> Bool {
        held.withLock { held in
            guard !held else { return true }
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return false }
            defer { close(file) }
            held = StorageReserve.allocate(file, bytes)
            // A partial reserve is useless.
            if !held { unlink(path) }
            return held
        }
    }

    /// Releases the space; returns whether there was any.
    @discardableResult
    func release() -> Bool {
        held.withLock { held in
            held = false
            return unlink(path) == 0
        }
    }

    /// Takes blocks of the disk, not only a length (posix_fallocate(3)).
    private static func allocate(_ file: Int32, _ bytes: Int64) -> Bool {
        #if os(Linux)
            return posix_fallocate(file, 0, off_t(bytes)) == 0
        #else
            let block = [UInt8](repeating: 0x5A, count: 64 << 10)
            var written: Int64 = 0
            while written < bytes {
                let count = pwrite(file, block, block.count, off_t(written))
                guard count > 0 else { return false }
                written += Int64(count)
            }
            return true
        #endif
    }
}
