import NIOCore

/// The outbound queue of one connection: frames are staged, then written together with one system call. Confined to its
/// event loop.
///
/// Waiting bytes are bounded, in the channel by its high-water mark and here by the same number: beyond it frames are
/// dropped until the client has read, and then it is told to catch up.
final class LiveWriter: LiveOutlet {
    /// The handler directly before the socket: the written bytes are complete frames.
    private var context: ChannelHandlerContext?
    private let pendingBytesLimit: Int
    private let lagged: SharedFrame?
    private var staged: [ByteBuffer] = []
    private var stagedBytes = 0
    private var wantsReading = true
    /// Since when frames are left out.
    private(set) var laggingSince: NIODeadline?
    /// Since when the close frame has been sent.
    private(set) var closingSince: NIODeadline?

    init(context: ChannelHandlerContext, pendingBytesLimit: Int, lagged: SharedFrame?) {
        self.context = context
        self.pendingBytesLimit = pendingBytesLimit
        self.lagged = lagged
    }

    /// - Parameter frames: one or more, whole.
    func stage(_ frames: ByteBuffer) {
        guard let context, closingSince == nil else { return }
        guard laggingSince == nil else { return }
        // Staging beyond the limit makes the channel unwritable on flush, so that `drained` follows.
        guard context.channel.isWritable, stagedBytes <= pendingBytesLimit else {
            laggingSince = .now()
            return
        }
        staged.append(frames)
        stagedBytes += frames.readableBytes
    }

    /// Writes the staged frames as one buffer.
    func flush() {
        guard let context, var first = staged.first else { return }
        if staged.count > 1 {
            var whole = context.channel.allocator.buffer(capacity: stagedBytes)
            for var buffer in staged { whole.writeBuffer(&buffer) }
            first = whole
        }
        staged.removeAll(keepingCapacity: staged.capacity <= 16)
        stagedBytes = 0
        context.writeAndFlush(NIOAny(first), promise: nil)
    }

    /// The other side has read what waited.
    func drained() {
        guard laggingSince != nil else { return }
        laggingSince = nil
        if let lagged {
            stage(lagged)
            flush()
        }
    }

    func close(code: UInt16, reason: String) {
        guard let context, closingSince == nil else { return }
        closingSince = .now()
        flush()
        let frame = SharedFrame.close(code: code, reason: reason)
        let channel = context.channel
        context.writeAndFlush(NIOAny(frame.buffer)).whenComplete { _ in channel.close(mode: .output, promise: nil) }
    }

    /// Answers a control frame at once, ahead of queued frames.
    func control(_ frame: SharedFrame) {
        guard let context, closingSince == nil, context.channel.isWritable else { return }
        context.writeAndFlush(NIOAny(frame.buffer), promise: nil)
    }

    func setReading(_ wanted: Bool) {
        guard let context, wanted != wantsReading else { return }
        wantsReading = wanted
        // Setting an option on a channel that has just closed fails, and then it does not matter.
        context.channel.setOption(.autoRead, value: wanted).whenFailure { _ in }
    }

    /// Cuts the connection without a word.
    func abort() { context?.close(promise: nil) }

    /// The channel has closed.
    func invalidate() {
        context = nil
        staged = []
    }
}
