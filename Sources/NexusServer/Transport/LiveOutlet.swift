import NIOCore

/// The outbound end of a live connection, over a WebSocket or over polls. Confined to its event loop.
protocol LiveOutlet: AnyObject {
    /// Since when frames are dropped, because the client does not read.
    var laggingSince: NIODeadline? { get }
    /// Since when the connection is being closed.
    var closingSince: NIODeadline? { get }

    /// Queues frames, each whole; beyond the limit of waiting bytes they are dropped.
    func stage(_ frames: ByteBuffer)
    /// Sends what is staged.
    func flush()
    /// Closes with a reason (RFC 6455 §7.4).
    func close(code: UInt16, reason: String)
    /// Starts or stops taking messages from the client.
    func setReading(_ wanted: Bool)
    /// Cuts the connection without a word.
    func abort()
}

extension LiveOutlet {
    func stage(_ frame: SharedFrame) { stage(frame.buffer) }
}
