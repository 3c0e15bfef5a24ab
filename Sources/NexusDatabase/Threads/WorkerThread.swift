import Foundation

/// A dedicated thread for blocking work, so that it never blocks a thread of the cooperative pool.
final class WorkerThread: Sendable {
    private let finished = DispatchGroup()

    /// Starts a thread that runs `work` once.
    init(name: String, _ work: @escaping @Sendable () -> Void) {
        finished.enter()
        let thread = Thread { [finished] in
            work()
            finished.leave()
        }
        thread.name = name
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Returns once the work has returned.
    func join() async {
        await withUnsafeContinuation { continuation in
            finished.notify(queue: .global()) { continuation.resume() }
        }
    }
}
