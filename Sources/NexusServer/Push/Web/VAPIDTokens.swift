import NexusCore
import Synchronization

/// The tokens for push services, each kept until shortly before its end.
final class VAPIDTokens: Sendable {
    /// Milliseconds that a token is valid; push services take at most 24 hours.
    static let life: Int64 = 12 * 3_600 * 1_000
    /// Milliseconds before its end at which it is renewed.
    static let renewal: Int64 = 3_600 * 1_000
    /// Maximum origins whose tokens are kept.
    static let limit = 1_000

    private let keys: VAPIDKeys
    private let contact: String?
    private let now: @Sendable () -> Timestamp
    private let tokens = Mutex<[String: (text: String, until: Timestamp)]>([:])

    init(_ keys: VAPIDKeys, contact: String?, now: @escaping @Sendable () -> Timestamp) {
        self.keys = keys
        self.contact = contact
        self.now = now
    }

    var publicKey: String { keys.publicKey }

    func token(for origin: String) throws -> String {
        let now = now()
        return try tokens.withLock { tokens in
            // A clock that was set back must not keep a token for longer than it lives.
            if let token = tokens[origin], token.until > now, token.until.since(now) <= VAPIDTokens.life {
                return token.text
            }
            let end = now.advanced(by: VAPIDTokens.life)
            let text = try keys.token(for: origin, contact: contact, until: end)
            if tokens.count >= VAPIDTokens.limit { tokens.removeAll() }
            tokens[origin] = (text, end.advanced(by: -VAPIDTokens.renewal))
            return text
        }
    }
}
