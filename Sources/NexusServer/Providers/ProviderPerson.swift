import NexusCore

/// A person as a provider describes them, once its signature and its claims were checked.
struct ProviderPerson: Sendable {
    let issuer: String
    let subject: String
    /// In the form of accounts; nil for none, or one that is no address.
    let email: String?
    let hasConfirmedEmail: Bool
    let name: String?
    /// The session there, which back-channel logout names.
    let providerSession: String?
    /// Whether the claim that makes administrators is there.
    let isAdministrator: Bool

    init(_ claims: [String: ClaimValue], _ settings: ProviderSettings) {
        issuer = settings.issuer
        subject = claims["sub"]?.text ?? ""
        email = claims["email"]?.text.flatMap { try? TextRule.email($0) }
        hasConfirmedEmail = email != nil && (settings.trustsAddresses || claims["email_verified"]?.isTrue == true)
        let parts = ["given_name", "family_name"].compactMap { claims[$0]?.text }
        let local = email?.split(separator: "@").first.map(String.init)
        let names: [String?] = [
            claims["name"]?.text, parts.joined(separator: " "), claims["preferred_username"]?.text, local,
        ]
        name = names.lazy.compactMap(\.self).compactMap { try? TextRule.name($0.normalized) }.first
        providerSession = claims["sid"]?.text
        isAdministrator = settings.administrators.map { claims[$0.name]?.texts?.contains($0.value) == true } ?? false
    }
}
