import NIOCore
import NexusCore

/// The inbound queue of a polled socket: takes each of the client's frames once and in order. Confined to its event loop.
final class PolledInlet {
    /// Hands one frame over.
    private let deliver: (ByteBuffer) -> Void
    /// Whether frames may be handed over now.
    private let isReading: () -> Bool
    private let frameLimit: Int
    /// The number of the last frame that was taken.
    private var taken = 0
    private var queue = CircularBuffer<ByteBuffer>()
    private var queuedBytes = 0
    private var waiting: [EventLoopPromise<Void>] = []
    private var isDraining = false
    private var isClosed = false

    init(frameLimit: Int, isReading: @escaping () -> Bool, deliver: @escaping (ByteBuffer) -> Void) {
        self.frameLimit = frameLimit
        self.isReading = isReading
        self.deliver = deliver
    }

    /// Takes frames that were not taken before; the promise succeeds once all are handed over.
    ///
    /// - Parameter first: the number of the first frame.
    /// - Throws: `Refusal`: `too_large`, `invalid_request` if frames before it are missing, `overloaded`. Then none is taken.
    func take(_ frames: [ByteBuffer], first: Int, _ done: EventLoopPromise<Void>) throws(Refusal) {
        guard !isClosed else { throw PolledInlet.closed }
        guard frames.count <= Limits.polledFrames else {
            throw Refusal(.tooLarge, "A request has at most \(Limits.polledFrames) frames.")
        }
        guard frames.allSatisfy({ $0.readableBytes <= frameLimit }) else {
            throw Refusal(.tooLarge, "A frame has at most \(frameLimit) bytes.")
        }
        guard first >= 1, first - 1 <= taken else {
            throw Refusal(.invalidRequest, "The last frame here has the number \(taken).")
        }
        let new = frames.dropFirst(taken - (first - 1))
        let bytes = new.reduce(0) { $0 + $1.readableBytes }
        guard queuedBytes + bytes <= Limits.polledWaitingBytes else {
            throw Refusal(.overloaded, "Earlier frames wait to be read.", retryAfter: 1_000)
        }
        taken += new.count
        queuedBytes += bytes
        queue.append(contentsOf: new)
        waiting.append(done)
        drain()
    }

    /// Hands over what waits, until reading is stopped.
    func drain() {
        guard !isDraining, !isClosed else { return }
        isDraining = true
        while !isClosed, isReading(), let frame = queue.popFirst() {
            queuedBytes -= frame.readableBytes
            deliver(frame)
        }
        isDraining = false
        guard queue.isEmpty, !isClosed else { return }
        let done = waiting
        waiting = []
        for promise in done { promise.succeed() }
    }

    func close() {
        isClosed = true
        queue.removeAll()
        let failed = waiting
        waiting = []
        for promise in failed { promise.fail(PolledInlet.closed) }
    }

    static let closed = Refusal(.notFound, "There is no such live socket.")
}
