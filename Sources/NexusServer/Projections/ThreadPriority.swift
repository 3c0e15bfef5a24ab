#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// Sets the calling thread's priority to low, permanently: for long work that a person waits for. On Linux that is nice 19
    /// (setpriority(2), which is per thread there), a weight of 15 to 1024; on Apple's systems the same as ``lower()``.
    static func lowerSomewhat() {
        #if os(Linux)
            // PRIO_PROCESS, which the C libraries type differently, is 0; so is the calling thread.
            guard getpriority(0, 0) != 19 else { return }
            _ = setpriority(0, 0, 19)
        #else
            lower()
        #endif
    }
}
