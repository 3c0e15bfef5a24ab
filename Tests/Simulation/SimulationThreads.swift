import Foundation

/// Threads for long work: the tests beside the simulation share the threads of tasks, of which there are as many as cores.
private let threads: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
}()

/// Does long work away from the threads of tasks, as much at once as there are cores.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        threads.addOperation { continuation.resume(returning: work()) }
    }
}
