import NexusCore

extension PushEndpoint {
    /// Maximum bytes of a device's token.
    static let tokenBytes = 4_096

    /// Checks what a device registers. Names are not resolved: what they lead to is checked whenever a connection is made.
    ///
    /// - Throws: `Refusal` with `invalid_request`.
    static func check(
        _ service: Service, address: String, publicKey: [UInt8], secret: [UInt8], settings: PushSettings
    ) throws(Refusal) {
        switch service {
        case .web:
            try checkURL(address, settings)
            try checkKeys(publicKey, secret)
        case .apple, .appleSandbox:
            guard isAppleToken(address) else {
                throw Refusal(.invalidRequest, "A device token of Apple is 64 to 200 hexadecimal digits.")
            }
        case .google:
            guard isToken(address) else {
                throw Refusal(.invalidRequest, "A device token is 1 to \(tokenBytes) printable ASCII characters.")
            }
        case .relay:
            guard RelayedDevice(address: address) != nil else {
                throw Refusal(
                    .invalidRequest, "The address of a relayed device is apns:, apns-sandbox: or fcm: and its token.")
            }
            try checkKeys(publicKey, secret)
        }
    }

    /// Whether it can be a device token of Google.
    static func isToken(_ text: String) -> Bool {
        (1...tokenBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func checkURL(_ address: String, _ settings: PushSettings) throws(Refusal) {
        let url: PublicURL
        do {
            url = try PublicURL(address)
        } catch {
            switch error {
            case .tooLong: throw Refusal(.invalidRequest, "A push endpoint is at most \(PublicURL.bytes) bytes long.")
            case .malformed:
                throw Refusal(.invalidRequest, "A push endpoint is a URL like https://push.example.org/abc.")
            case .credentials: throw Refusal(.invalidRequest, "A push endpoint holds no user and no password.")
            }
        }
        guard !settings.local.contains(url.authority) else { return }
        guard url.isSecure else { throw Refusal(.invalidRequest, "A push endpoint is an https URL.") }
        let isPublic = url.literal.map(PublicNetwork.contains) ?? (url.host.contains(".") && url.host != "localhost")
        guard isPublic else {
            throw Refusal(.invalidRequest, "A push endpoint is on the public internet, unless the operator allows it.")
        }
    }

    private static func checkKeys(_ publicKey: [UInt8], _ secret: [UInt8]) throws(Refusal) {
        guard secret.count == WebPushEncryption.secretBytes else {
            throw Refusal(.invalidRequest, "The secret of a push endpoint is 16 bytes long.")
        }
        guard WebPushEncryption(publicKey: publicKey, secret: secret) != nil else {
            throw Refusal(.invalidRequest, "The key of a push endpoint is an uncompressed point on P-256: 65 bytes.")
        }
    }
}
