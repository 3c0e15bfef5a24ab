import Foundation
import NexusCore

/// An exclusive claim on a file, held until it is released or let go of. The system takes it back from a process that dies
/// (flock(2)), so a crash never leaves a profile locked.
final class FileLock: Sendable {
    private let descriptor: CInt

    private init(descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The claim, or `nil` when somebody else has it.
    ///
    /// - Throws: ``ClientError/profileUnavailable(_:)`` when the file cannot be made.
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
