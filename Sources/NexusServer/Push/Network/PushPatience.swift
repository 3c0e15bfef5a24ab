import NIOCore

/// How long to wait for a push service.
struct PushPatience: Sendable {
    /// For a name's addresses, and for a connection to one of them with its TLS handshake.
    var connect = TimeAmount.seconds(10)
    /// For everything of one request.
    var whole = TimeAmount.seconds(30)
}
