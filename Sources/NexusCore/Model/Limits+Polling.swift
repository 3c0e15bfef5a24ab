/// The limits of a live socket over requests (docs/protocol.md, "Behind a proxy without WebSockets").
extension Limits {
    /// Milliseconds that the server holds a poll for which it has no frame, at most.
    public static let pollHoldMilliseconds: Int64 = 25_000
    /// Frames of a client in one request.
    public static let polledFrames = 256
    /// Bytes of the frames of a client in one request.
    public static let polledBytes = 1 << 20
    /// Bytes of a client's frames that wait for the server to read them, over all requests of a polled socket.
    public static let polledWaitingBytes = 2 << 20
}
