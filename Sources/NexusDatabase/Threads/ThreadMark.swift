import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The thread that does a piece of work now, if any: what belongs to that work checks that no other thread touches it. Checking costs a load
/// and the number of the calling thread.
final class ThreadMark: Sendable {
    private let thread = Atomic<UInt>(0)

    /// The calling thread begins the work.
    /// - Returns: what ``end(_:)`` takes: the thread that was doing such work, which is this one where work is within other work.
    func begin() -> UInt { thread.exchange(ThreadMark.calling, ordering: .relaxed) }

    /// The work is done.
    func end(_ before: UInt) { thread.store(before, ordering: .relaxed) }

    /// Whether the calling thread is doing the work.
    var isCalling: Bool { thread.load(ordering: .relaxed) == ThreadMark.calling }

    private static var calling: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }
}
