import HTTPTypes
import NIOCore

/// Whether somebody may open the live socket.
public enum LiveDecision: Sendable {
    /// Yes; the value becomes the connection's `context`.
    case accept(any Sendable)
    /// No: the request goes on to the router, whose route for the same path says why.
    case refuse
}

/// Who opens, reads and closes live connections. Called on the connection's event loop; must not wait there.
public protocol LiveDelegate: AnyObject, Sendable {
    func authorize(_ head: HTTPRequest, remoteAddress: SocketAddress?) async -> LiveDecision
    /// The upgrade is done: sending works from here on.
    func opened(_ connection: LiveConnection)
    /// A whole message, text or binary.
    func received(_ message: ByteBuffer, from connection: LiveConnection)
    /// Every few seconds of an open connection (`TransportConfiguration.sweepInterval`).
    func swept(_ connection: LiveConnection)
    /// Exactly once, whoever closed it.
    func closed(_ connection: LiveConnection)
}

extension LiveDelegate {
    public func swept(_ connection: LiveConnection) {}
}
