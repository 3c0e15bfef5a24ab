import NIOPosix
import NexusCore
import Synchronization

/// Runs blocking or long work on media, a few tasks at a time, off the serving threads. Files and pictures have
/// separate threads, so that serving never waits for decoding.
final class MediaThreads: Sendable {
    /// Pieces of work that may wait; one more is refused as overloaded.
    private static let waitingLimit = 256

    private let threads: NIOThreadPool
    private let givesWay: Bool
    private let waiting = Atomic(0)

    /// - Parameters:
    ///   - threads: runs as many pieces at once as it has threads.
    ///   - givesWay: whether these get a low priority, so that messages do not wait for pictures.
    init(_ threads: NIOThreadPool, givesWay: Bool = false) {
        self.threads = threads
        self.givesWay = givesWay
    }

    /// - Throws: the error of `work`, with a full disk as `storage_full`; `Refusal` (`overloaded`).
    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= MediaThreads.waitingLimit else {
            waiting.wrappingSubtract(1, ordering: .relaxed)
            throw Refusal(
                .overloaded, "Too many files are being transferred. Try again in a moment.", retryAfter: 2_000)
        }
        defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
        do {
            return try await threads.runIfActive { [givesWay] in
                if givesWay { ThreadPriority.lowerSomewhat() }
                return try work()
            }
        } catch let problem as FileProblem where problem.isFull {
            throw Refusal(.storageFull, "The server's disk is full. Try again later.", retryAfter: 5_000)
        }
    }
}
