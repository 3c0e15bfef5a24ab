import HTTPTypes
import NIOCore

/// The decision on a live socket.
public enum LiveDecision: Sendable {
    /// Yes; the value becomes the connection's `context`.
    case accept(any Sendable)
    /// Refused: the router's route for the same path answers with the reason.
    case refuse
}

/// Opens, reads and closes live connections. Called on the connection's event loop; must not block.
public protocol LiveDelegate: AnyObject, Sendable {
    /// A future and not a task: thousands may come at once.
    /// - Parameter eventLoop: that of the connection, and of the future.
    func authorize(
        _ head: HTTPRequest, remoteAddress: SocketAddress?, on eventLoop: any EventLoop
    ) -> EventLoopFuture<LiveDecision>
    /// The upgrade is done: sending works from here on.
    func opened(_ connection: LiveConnection)
    /// A whole message, text or binary.
    func received(_ message: ByteBuffer, from connection: LiveConnection)
    /// Before the first of the messages that one pass of an event loop reads from its sockets.
    func turnBegins()
    /// After the last of them; on the same thread.
    func turnEnds()
    /// Every few seconds of an open connection (`TransportConfiguration.sweepInterval`).
    func swept(_ connection: LiveConnection)
    /// Called exactly once, by whichever side closed it.
    func closed(_ connection: LiveConnection)
}

extension LiveDelegate {
    public func turnBegins() {}
    public func turnEnds() {}
    public func swept(_ connection: LiveConnection) {}
}
