import Foundation
import NexusCore

/// An exclusive lock on a file, held until it is released or deallocated. The system releases it when the process exits
/// (flock(2)), so a crash never leaves a profile locked.
final class FileLock: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The lock, or `nil` if another process has it.
    ///
    /// - Throws: ``ClientError/profileUnavailable(_:)`` if the file cannot be created.
    static func claim(_ path: String) throws(ClientError) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .profileUnavailable("\(path): \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    /// The claim, once others have released it; `nil` when that takes longer than `milliseconds`.
    static func claim(
        _ path: String, within milliseconds: Int64, clock: any ClientClock
    ) async throws(ClientError) -> FileLock? {
        let start = clock.now()
        while true {
            if let lock = try claim(path) { return lock }
            guard clock.now().since(start) < milliseconds else { return nil }
            do {
                try await clock.sleep(milliseconds: 20)
            } catch {
                return nil
            }
        }
    }
}
