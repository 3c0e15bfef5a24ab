import Foundation

/// Who issues a provider's tokens: one issuer, or one for each tenant of an organisation's service, as with Microsoft's `common`.
struct ProviderIssuer: Equatable, Sendable {
    /// The tenants whose people may sign in.
    enum Tenants: Equatable, Sendable {
        case all
        case some([String])
    }

    private static let placeholder = "{tenantid}"

    /// As the operator named it.
    let setting: String
    /// Nil for a provider with one issuer.
    let tenants: Tenants?
    /// As the discovery document names it.
    let named: String

    init(_ setting: String, tenants: Tenants? = nil, named: String? = nil) {
        self.setting = setting
        self.tenants = tenants
        self.named = named ?? setting
    }

    /// Whether a discovery document names this issuer: to the letter, or with the tenant's place in one segment of the path.
    func isNamed(_ text: String) -> Bool {
        guard tenants != nil else { return text == setting }
        let (own, other) = (setting.split(separator: "/"), text.split(separator: "/"))
        return own.count == other.count
            && zip(own, other).allSatisfy { $0 == $1 || $1 == ProviderIssuer.placeholder }
            && other.count { $0 == ProviderIssuer.placeholder } == 1
    }

    /// Whether it issued a token: with tenants, the issuer is that of the tenant which `tid` names.
    func issued(_ claims: [String: ClaimValue]) -> Bool {
        guard let tenants else { return claims["iss"]?.text == setting }
        guard let tenant = claims["tid"]?.text, ProviderIssuer.isTenant(tenant) else { return false }
        if case .some(let allowed) = tenants, !allowed.contains(tenant.lowercased()) { return false }
        return claims["iss"]?.text == named.replacing(ProviderIssuer.placeholder, with: tenant)
    }

    /// The subject, unique among all tenants.
    func subject(_ claims: [String: ClaimValue]) -> String {
        let subject = claims["sub"]?.text ?? ""
        guard tenants != nil, let tenant = claims["tid"]?.text else { return subject }
        return "\(tenant.lowercased())/\(subject)"
    }

    /// Whether the issuer that an answer names (RFC 9207) is this one, of any tenant.
    func answers(_ text: String) -> Bool {
        guard tenants != nil else { return text == setting }
        if text == setting { return true }
        let parts = named.components(separatedBy: ProviderIssuer.placeholder)
        guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]) else { return false }
        return ProviderIssuer.isTenant(String(text.dropFirst(parts[0].count).dropLast(parts[1].count)))
    }

    /// Whether it is a tenant's identifier (RFC 9562), in lower or upper case.
    static func isTenant(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }
}
