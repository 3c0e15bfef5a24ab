import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Threads for background work: they run when no other thread needs the processor, and still get a small share under
/// constant load.
struct BackgroundThreads: Sendable {
    private let threads: NIOThreadPool

    init(_ threads: NIOThreadPool) { self.threads = threads }

    /// - Throws: What `work` throws; `CancellationError` once the threads are shut down.
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await threads.runIfActive {
            ThreadPriority.lower()
            return try work()
        }
    }
}

/// The priority of the calling thread.
enum ThreadPriority {
    /// Sets the calling thread's priority to idle, permanently. On Linux that is SCHED_IDLE (sched(7)): any other
    /// runnable thread preempts it at once, while its weight of 3 to 1024 keeps it from starving. On Apple's systems it
    /// is the quality of service "utility".
    static func lower() {
        #if os(Linux)
            // 5 is SCHED_IDLE, which the headers show to C alone; 0 is the calling thread. A system that refuses leaves it as it is.
            guard sched_getscheduler(0) != 5 else { return }
            var parameters = sched_param()
            _ = sched_setscheduler(0, 5, &parameters)
        #elseif canImport(Darwin)
            if qos_class_self() != QOS_CLASS_UTILITY { pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0) }
        #endif
    }
}
