import NexusCore
import NexusDatabase

/// Ends sessions on a provider's word (OpenID Connect Back-Channel Logout 1.0).
final class ProviderLogout: Sendable {
    /// Milliseconds after which a logout token is too old.
    static let life: Int64 = 300_000
    /// About as many tokens are remembered, so that none is taken twice.
    static let limit = 10_000
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    private let directory: ProviderDirectory
    private let accounts: AccountService

    init(directory: ProviderDirectory, accounts: AccountService) {
        self.directory = directory
        self.accounts = accounts
    }

    /// - Throws: `Refusal`: `provider_unknown`, `provider_invalid`, `provider_unavailable`.
    func end(_ name: String?, _ token: String) async throws {
        let provider = try directory.provider(name)
        let settings = provider.settings
        let claims = try await provider.claims(of: token, type: "logout+jwt")
        let time = accounts.now()
        let (subject, providerSession, key) = try check(claims, settings, try await provider.issuer(), at: time)
        let ended = try await accounts.database.writeEssential { transaction in
            guard
                try CeremonyRepository.put(
                    key, .providerLogout, at: time, life: Self.life + 2 * IDToken.skew, limit: Self.limit, transaction)
            else { throw Refusal.invalidToken(settings.title, "was used") }
            let sessions = try IdentityRepository.sessions(
                issuer: settings.issuer, subject: subject, providerSession: providerSession, in: transaction)
            for (session, user) in sessions { _ = try SessionRepository.delete(session, of: user, transaction) }
            for user in Set(sessions.map(\.user)) {
                let count = sessions.count { $0.user == user }
                try AuditLog.append(
                    .endSessions, by: user, to: user, note: "sessions ended: \(count), by \(settings.title)", at: time,
                    transaction)
            }
            return sessions
        }
        for (session, _) in ended { accounts.sessionEnded(session) }
    }

    /// The checks of §2.6.
    private func check(
        _ claims: [String: ClaimValue], _ settings: ProviderSettings, _ issuer: ProviderIssuer,
        at time: Timestamp
    ) throws(Refusal) -> (subject: String?, providerSession: String?, key: [UInt8]) {
        let title = settings.title
        try IDToken.common(
            claims, issuer: issuer, audiences: [settings.clientID], title: title, at: time)
        guard case .object(let events)? = claims["events"], events[ProviderLogout.event]?.isObject == true,
            claims["nonce"] == nil
        else { throw .invalidToken(title, "is no logout token") }
        let issued = claims["iat"]?.milliseconds ?? 0
        let expiry = claims["exp"]?.milliseconds ?? .max - IDToken.skew
        guard time.milliseconds < min(issued + ProviderLogout.life, expiry) + IDToken.skew else {
            throw .invalidToken(title, "has expired")
        }
        let (subject, session) = (claims["sub"].map { _ in issuer.subject(claims) }, claims["sid"]?.text)
        guard subject != nil || session != nil else { throw .invalidToken(title, "names nobody") }
        guard let identifier = claims["jti"]?.text, !identifier.isEmpty else {
            throw .invalidToken(title, "has no identifier")
        }
        return (subject, session, Token.hash("\(settings.issuer) \(identifier)"))
    }
}
