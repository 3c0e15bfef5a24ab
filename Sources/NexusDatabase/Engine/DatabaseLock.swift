import Foundation
import Synchronization

/// The exclusive right of one process to write a database: the server caches written state in memory, so it would not
/// see a second writer. The operating system releases the lock whenever the process ends.
///
/// A restore holds it while it replaces the file, and a backup holds one like it on its set.
public final class DatabaseLock: Sendable {
    /// Nil once given back.
    private let descriptor: Mutex<Int32?>

    /// Takes the lock of the database at `path`.
    /// - Throws: ``DatabaseError`` (`database_in_use`) when another process holds it, (`database_unavailable`) when the
    ///   lock file beside the database cannot be created.
    public init(path: String) throws {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DatabaseError(.unavailable, detail: "lock file: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            throw DatabaseError(
                reason == EWOULDBLOCK ? .inUse : .unavailable,
                detail: "lock file: \(String(cString: strerror(reason)))")
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        release()
    }

    /// Gives the right back.
    public func release() {
        descriptor.withLock {
            guard let descriptor = $0 else { return }
            // A child between fork and exec has the descriptor too: closing ours alone would leave the lock with it.
            _ = flock(descriptor, LOCK_UN)
            close(descriptor)
            $0 = nil
        }
    }
}
