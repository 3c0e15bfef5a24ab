import Foundation

/// The components of a client, with defaults; tests and apps replace some.
public struct ClientConfiguration: Sendable {
    public var http: any HTTPTransport
    public var live: any LiveTransport
    public var clock: any ClientClock
    /// Keeps the session's tokens; `nil` for a file in the profile folder that its owner alone may read.
    public var credentials: (any CredentialStore)?
    /// The device's name in the user's list of sessions.
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
