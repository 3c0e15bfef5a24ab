import NIOCore

/// The answer to a poll.
enum PollAnswer: Sendable, Equatable {
    /// Frames as lines of JSON; empty if none came in time, or a later poll took this one's place.
    case frames(ByteBuffer)
    /// The socket has closed with that code.
    case closed(UInt16)
}

/// The outbound queue of a polled socket: keeps frames until the client acknowledges them. Confined to its event loop.
///
/// Waiting bytes are bounded as for a WebSocket: beyond the limit frames are dropped, and once the client has
/// acknowledged the kept ones it is told to catch up.
final class PolledOutlet: LiveOutlet {
    private struct Held {
        let promise: EventLoopPromise<PollAnswer>
        let end: Scheduled<Void>
    }

    private let eventLoop: any EventLoop
    private let pendingBytesLimit: Int
    private let lagged: SharedFrame?
    /// Frames that the client has not acknowledged, each with its line break.
    private var lines = CircularBuffer<ByteBuffer>()
    private var lineBytes = 0
    /// The number of the last acknowledged frame.
    private var acknowledged = 0
    private var held: Held?
    private(set) var laggingSince: NIODeadline?
    private(set) var closingSince: NIODeadline?
    private(set) var isReading = true
    /// Called once reading is wanted again.
    var onReading: () -> Void = {}
    /// Called once when it closes.
    var onClose: () -> Void = {}

    init(eventLoop: any EventLoop, pendingBytesLimit: Int, lagged: SharedFrame?) {
        self.eventLoop = eventLoop
        self.pendingBytesLimit = pendingBytesLimit
        self.lagged = lagged
    }

    // MARK: Frames

    func stage(_ frames: ByteBuffer) {
        guard closingSince == nil, laggingSince == nil else { return }
        guard lineBytes <= pendingBytesLimit else {
            laggingSince = .now()
            return
        }
        for payload in SharedFrame.payloads(of: frames) {
            var line = ByteBufferAllocator().buffer(capacity: payload.readableBytes + 1)
            line.writeImmutableBuffer(payload)
            line.writeInteger(UInt8(ascii: "\n"))
            lineBytes += line.readableBytes
            lines.append(line)
        }
    }

    func flush() {
        guard !lines.isEmpty, let held = held.take() else { return }
        held.end.cancel()
        held.promise.succeed(.frames(kept))
    }

    /// The frames after a number, at once or when some come.
    ///
    /// - Parameters:
    ///   - number: of the last frame that the client has: up to it frames are dropped here. A repeated poll names the same one.
    ///   - wait: how long to hold the poll.
    /// - Returns: nil if no frame has that number, or later ones are acknowledged.
    func poll(after number: Int, wait: TimeAmount) -> EventLoopFuture<PollAnswer>? {
        guard number >= acknowledged, number - acknowledged <= lines.count else { return nil }
        for line in lines.prefix(number - acknowledged) { lineBytes -= line.readableBytes }
        lines.removeFirst(number - acknowledged)
        acknowledged = number
        catchUp()
        release(with: .frames(ByteBuffer()))
        let promise = eventLoop.makePromise(of: PollAnswer.self)
        guard lines.isEmpty else {
            promise.succeed(.frames(kept))
            return promise.futureResult
        }
        let end = eventLoop.assumeIsolated().scheduleTask(in: wait) { [weak self] () -> Void in
            self?.release(with: .frames(ByteBuffer()))
        }
        held = Held(promise: promise, end: end)
        return promise.futureResult
    }

    private var kept: ByteBuffer {
        var whole = ByteBufferAllocator().buffer(capacity: lineBytes)
        for line in lines { whole.writeImmutableBuffer(line) }
        return whole
    }

    /// The client has read everything that was kept: tells it if frames were dropped since.
    private func catchUp() {
        guard lines.isEmpty, laggingSince != nil else { return }
        laggingSince = nil
        if let lagged { stage(lagged) }
    }

    private func release(with answer: PollAnswer) {
        guard let held = held.take() else { return }
        held.end.cancel()
        held.promise.succeed(answer)
    }

    // MARK: State

    func setReading(_ wanted: Bool) {
        guard wanted != isReading else { return }
        isReading = wanted
        if wanted { onReading() }
    }

    func close(code: UInt16, reason: String) {
        guard closingSince == nil else { return }
        flush()
        closingSince = .now()
        release(with: .closed(code))
        let told = onClose
        onClose = {}
        onReading = {}
        told()
    }

    func abort() { close(code: 1001, reason: "") }
}
