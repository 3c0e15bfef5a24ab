import NexusCore
import Synchronization

/// Says when the work on a picture has to end: its time is over, or nobody wants it any more. Asked from the thread that works and from the
/// one that watches it.
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

    /// Why the work was ended.
    var refusal: any Error {
        isCancelled.load(ordering: .relaxed)
            ? CancellationError() : PictureOutline.tooComplex("It was not done in the time that a picture may take.")
    }
}
