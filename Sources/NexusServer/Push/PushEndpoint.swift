import NexusCore

/// Identifies an endpoint of a device's push notifications.
typealias PushEndpointID = ID<PushEndpoint>

/// The address at which a device takes push notifications while Nexus is not open there.
struct PushEndpoint: Equatable, Sendable {
    /// The service that delivers to it.
    enum Service: String, Sendable, CaseIterable {
        /// A browser's push service, or UnifiedPush: RFC 8030.
        case web
        /// Apple's, in production and for apps in development.
        case apple
        case appleSandbox
        /// Firebase Cloud Messaging.
        case google
        /// A relay that holds the keys of a published app.
        case relay
    }

    var id: PushEndpointID
    var user: UserID
    var session: SessionID
    var service: Service
    /// An https URL for ``Service/web``, else the device's token; for ``Service/relay`` with its service before it (``RelayedDevice``).
    var address: String
    /// The device's public key on P-256, uncompressed, 65 bytes; empty where the service reads what it delivers.
    var publicKey: [UInt8]
    /// The authentication secret of RFC 8291, 16 bytes; empty where there is no public key.
    var secret: [UInt8]
}
