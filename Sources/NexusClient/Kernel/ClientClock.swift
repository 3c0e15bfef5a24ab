import Foundation
import NexusCore

/// The time and the waits of a device; tests bring their own.
public protocol ClientClock: Sendable {
    /// The device's time.
    func now() -> Timestamp

    /// Returns after that many milliseconds.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(milliseconds: Int64) async throws
}

/// The clock of the system.
public struct SystemClock: ClientClock {
    public init() {}

    public func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    public func sleep(milliseconds: Int64) async throws {
        try await Task.sleep(for: .milliseconds(milliseconds))
    }
}
