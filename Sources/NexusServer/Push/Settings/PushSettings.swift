/// The operator's settings of push notifications. Web Push needs none.
public struct PushSettings: Sendable {
    /// Where push services reach the operator (RFC 8292, section 2.1): an https or a mailto URL; nil if it is not known.
    public var contact: String?
    /// Endpoints, as `host:port`, that may be on this machine and its networks, and may use http.
    public var local: Set<String> = []
    /// A PEM file of authorities that are trusted besides the system's.
    public var roots: String?
    /// Nil where no key of Apple's push service is configured.
    public var apple: ApplePushSettings?
    /// Nil where no service account of Firebase Cloud Messaging is configured.
    public var google: GooglePushSettings?
    /// Nil where no relay is configured.
    public var relay: RelayPushSettings?
    /// How long to wait for a push service.
    var patience = PushPatience()
    /// Resolves the names of endpoints.
    var resolver = HostResolver.system

    public init() {}
}

/// An invalid setting of push notifications. The text names the variable, never a secret.
public struct PushSettingsError: Error, Equatable, Sendable {
    public let variable: String
    public let text: String

    init(_ variable: String, _ problem: String) {
        self.variable = variable
        text = "\(variable) \(problem)"
    }
}
