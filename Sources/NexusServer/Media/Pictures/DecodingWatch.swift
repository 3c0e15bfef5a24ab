import NexusCore
import Synchronization

/// Ends the work on a picture after its time limit or a cancellation. Used by the working thread and by the watching
/// one.
final class DecodingWatch: Sendable {
    private let uptime: @Sendable () -> Int64
    private let deadline: Int64
    private let isCancelled = Atomic(false)

    /// - Parameters:
    ///   - milliseconds: that the work may take from now on.
    ///   - uptime: milliseconds of a clock that is never set.
    init(_ milliseconds: Int64, uptime: @escaping @Sendable () -> Int64) {
        self.uptime = uptime
        deadline = uptime() + milliseconds
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    var mustStop: Bool { isCancelled.load(ordering: .relaxed) || uptime() >= deadline }

    /// The reason why the work was ended.
    var refusal: any Error {
        isCancelled.load(ordering: .relaxed)
            ? CancellationError() : PictureOutline.tooComplex("It took longer than a picture may take.")
    }
}
