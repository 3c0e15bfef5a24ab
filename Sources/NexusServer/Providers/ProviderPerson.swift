import NexusCore

/// A person as a provider describes them, once its signature and its claims were checked.
struct ProviderPerson: Sendable, Codable {
    let issuer: String
    let subject: String
    /// In the form of accounts; nil for none, or one that is no address.
    let email: String?
    let hasConfirmedEmail: Bool
    let name: String?
    /// The address of a picture, where the provider names one.
    let picture: String?
    /// The session there, which back-channel logout names.
    let providerSession: String?
    /// Whether the claim that makes administrators is there.
    let isAdministrator: Bool

    init(_ claims: [String: ClaimValue], _ issuer: ProviderIssuer, _ settings: ProviderSettings) {
        self.issuer = issuer.setting
        subject = issuer.subject(claims)
        email = claims["email"]?.text.flatMap { try? TextRule.email($0) }
        hasConfirmedEmail =
            email != nil
            && (settings.trustsAddresses
                || ProviderPerson.confirmations(issuer).contains { claims[$0]?.isTrue == true })
        let parts = ["given_name", "family_name"].compactMap { claims[$0]?.text }
        let local = email?.split(separator: "@").first.map(String.init)
        let names: [String?] = [
            claims["name"]?.text, parts.joined(separator: " "), claims["preferred_username"]?.text, local,
        ]
        name = names.lazy.compactMap(\.self).compactMap { try? TextRule.name($0.normalized) }.first
        picture = claims["picture"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        providerSession = claims["sid"]?.text
        isAdministrator = settings.administrators.map { claims[$0.name]?.texts?.contains($0.value) == true } ?? false
    }
    /// The claims that confirm an address. A tenant's administrator writes what they like into `email`; `xms_edov` is Microsoft's word that the
    /// tenant owns the address's domain.
    private static func confirmations(_ issuer: ProviderIssuer) -> [String] {
        issuer.tenants == nil ? ["email_verified"] : ["email_verified", "xms_edov"]
    }
}
