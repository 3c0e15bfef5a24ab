import Foundation

/// The parts a client is made of. The defaults are the real ones; tests and apps replace what they want to.
public struct ClientConfiguration: Sendable {
    public var http: any HTTPTransport
    public var live: any LiveTransport
    public var clock: any ClientClock
    /// Keeps the session's tokens; `nil` for a file in the profile folder that its owner alone may read.
    public var credentials: (any CredentialStore)?
    /// What the device calls itself in the person's list of sessions.
    public var device: String

    public init(
        http: any HTTPTransport = AsyncHTTPTransport(), live: any LiveTransport = WebSocketTransport(),
        clock: any ClientClock = SystemClock(), credentials: (any CredentialStore)? = nil,
        device: String = ProcessInfo.processInfo.hostName
    ) {
        self.http = http
        self.live = live
        self.clock = clock
        self.credentials = credentials
        self.device = device
    }
}
