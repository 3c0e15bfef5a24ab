import NexusCore

/// Why a WebSocket could not be opened.
struct WebSocketFailure: Error, Equatable {
    let reason: ClientError
    /// Whether a proxy that passes no WebSockets may be the cause: the connection was made, and the upgrade failed.
    let mayBeProxy: Bool

    init(reason: ClientError, mayBeProxy: Bool) {
        self.reason = reason
        self.mayBeProxy = mayBeProxy
    }

    /// The other side answered with something other than 101.
    init(answer: ClientError) {
        reason = answer
        mayBeProxy =
            switch answer {
            // The server refuses the session, unless a proxy removed the wish for an upgrade from the request.
            case .refused(let refusal): refusal.code == .invalidRequest
            default: true
            }
    }
}
