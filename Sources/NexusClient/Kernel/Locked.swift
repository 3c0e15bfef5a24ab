import NIOConcurrencyHelpers

/// A value that one thread at a time uses. `Mutex` of `Synchronization` needs iOS 18 and macOS 15; this one is used in the same
/// way.
///
/// `@unchecked Sendable`: `value` is read and written under `lock` alone.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NIOLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs `body` while no other thread does.
    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
