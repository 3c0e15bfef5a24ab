import NexusCore

/// The token that the system gave to an app whose notifications come through the server's relay.
public enum RelayedToken: Equatable, Sendable {
    /// Of Apple's service; `isSandbox` for apps in development.
    case apple([UInt8], isSandbox: Bool = false)
    /// Of Firebase Cloud Messaging.
    case google(String)

    /// The address of the device's endpoint.
    public var address: String {
        switch self {
        case .apple(let bytes, let isSandbox):
            (isSandbox ? "apns-sandbox:" : "apns:") + RelayedToken.hexadecimal(bytes)
        case .google(let token): "fcm:\(token)"
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension PushRegistration {
    /// The service of ``PushInfo/services`` that reaches a published app through a relay.
    public static let relayService = "relay"

    /// A device that the server's relay reaches. Only `keys` open what arrives there.
    public static func relay(_ token: RelayedToken, keys: PushKeys) -> PushRegistration {
        PushRegistration(
            service: relayService, address: token.address, key: keys.publicKey, secret: keys.authentication)
    }
}

extension PushedNotification {
    /// The field of a relay's payload that holds the encrypted notification, as base64url: beside `aps` of Apple's, in `data` of Google's.
    public static let relayField = "nexus"

    /// Opens what a relay sent.
    ///
    /// - Parameter text: the value of ``relayField``.
    /// - Throws: ``PushDecryptionError``; `malformed` too for content that is no notification.
    public init(relayed text: String, keys: PushKeys) throws(PushDecryptionError) {
        guard let bytes = Base64URL.bytes(of: text) else { throw .malformed }
        let plaintext = try keys.open(bytes)
        do {
            try self.init(plaintext)
        } catch {
            throw .malformed
        }
    }
}
