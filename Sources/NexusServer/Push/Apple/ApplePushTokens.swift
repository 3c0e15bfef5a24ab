import Crypto
import NexusCore
import Synchronization

/// The token by which Apple's push service recognises this server. Apple takes tokens for an hour, and new ones every 20 minutes at most.
final class ApplePushTokens: Sendable {
    /// Milliseconds after which a token is renewed.
    static let life: Int64 = 40 * 60 * 1_000

    private let settings: ApplePushSettings
    private let now: @Sendable () -> Timestamp
    private let current = Mutex<(text: String, madeAt: Timestamp)?>(nil)

    init(_ settings: ApplePushSettings, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        self.now = now
    }

    /// - Parameter refused: a token that Apple says has expired.
    /// - Throws: `CryptoKitError`.
    func token(after refused: String? = nil) throws -> String {
        let now = now()
        return try current.withLock { current in
            if let current, current.text != refused, (0..<ApplePushTokens.life).contains(now.since(current.madeAt)) {
                return current.text
            }
            let text = try make(at: now)
            current = (text, now)
            return text
        }
    }

    private func make(at now: Timestamp) throws -> String {
        var claims = JSONWriter()
        claims.beginObject()
        claims.field("iss", settings.team)
        claims.field("iat", now.milliseconds / 1_000)
        claims.endObject()
        return try PushToken.text(header: PushToken.header(algorithm: "ES256", key: settings.keyID), claims: claims) {
            try settings.key.signature(for: $0).rawRepresentation
        }
    }
}
