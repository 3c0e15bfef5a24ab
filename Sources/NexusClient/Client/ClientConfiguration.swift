import Foundation

/// The components of a client, with defaults; tests and apps replace some.
public struct ClientConfiguration: Sendable {
    public var http: any HTTPTransport
    /// Opens the live socket: by default an ``AdaptiveTransport``.
    public var live: any LiveTransport
    public var clock: any ClientClock
    /// Keeps the session's tokens; `nil` for a file in the profile folder that its owner alone may read.
    public var credentials: (any CredentialStore)?
    /// The device's name in the user's list of sessions.
    public var device: String
    /// Whether other processes may use the profile at the same time, as programs of the command line do. The process that has the
    /// profile then looks ten times a second for their requests, which costs power: off in apps. Without it a second process gets
    /// ``ClientError/profileBusy``.
    public var sharesProfile: Bool
    /// Watches the device's networks while ``NexusClient/run()`` keeps a connection; `nil` for none, in apps that call
    /// ``NexusClient/networkReturned()`` and ``NexusClient/networkLost()`` themselves.
    public var network: (any NetworkMonitor)?
    /// The limits of the picture caches.
    public var images = ImageLimits()

    public init(
        http: any HTTPTransport = AsyncHTTPTransport(), live: (any LiveTransport)? = nil,
        clock: any ClientClock = SystemClock(), credentials: (any CredentialStore)? = nil,
        device: String = ProcessInfo.processInfo.hostName, sharesProfile: Bool = false,
        network: (any NetworkMonitor)? = SystemNetworkMonitor()
    ) {
        self.http = http
        self.live = live ?? AdaptiveTransport(http: http, clock: clock)
        self.clock = clock
        self.credentials = credentials
        self.device = device
        self.sharesProfile = sharesProfile
        self.network = network
    }
}
