import Synchronization

/// Runs the tasks that prefer it on the thread of a simulation, when that has time for them.
final class StepExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs what can go on, until all wait.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// Lets a task sleep until it is woken.
final class Alarm: Sendable {
    private let sleeper = Mutex<CheckedContinuation<Void, any Error>?>(nil)

    func sleep() async throws {
        try await withCheckedThrowingContinuation { continuation in sleeper.withLock { $0 = continuation } }
    }

    /// - Parameter error: what the sleep ends with; nil for a good end.
    func ring(_ error: (any Error)? = nil) {
        let continuation = sleeper.withLock { sleeper in
            defer { sleeper = nil }
            return sleeper
        }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}
