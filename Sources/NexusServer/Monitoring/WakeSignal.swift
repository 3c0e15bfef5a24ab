/// Wakes a loop that waits for work, once for any number of calls.
final class WakeSignal: Sendable {
    private let news: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// There may be work.
    func wake() { continuation.yield() }

    /// Returns once it was woken since the last call, or the task is cancelled.
    func next() async { for await _ in news { return } }
}
