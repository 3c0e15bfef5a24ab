import Foundation

/// What a provider says of itself (OpenID Connect Discovery 1.0 §3), as far as it is used.
struct ProviderDocument: Decodable, Sendable {
    var issuer: String
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var jwksURI: String
    var userinfoEndpoint: String?
    var authenticationMethods: [String]?
    var challengeMethods: [String]?
    /// Whether its answers name their issuer (RFC 9207 §3).
    var namesIssuer: Bool?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case jwksURI = "jwks_uri"
        case userinfoEndpoint = "userinfo_endpoint"
        case authenticationMethods = "token_endpoint_auth_methods_supported"
        case challengeMethods = "code_challenge_methods_supported"
        case namesIssuer = "authorization_response_iss_parameter_supported"
    }

    /// Where the provider publishes it.
    static func address(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// - Throws: ``ProviderProblem``: the document of another issuer would let it answer in this one's name.
    static func read(_ data: Data, of issuer: ProviderIssuer) throws -> ProviderDocument {
        guard let document = try? JSONDecoder().decode(ProviderDocument.self, from: data) else {
            throw ProviderProblem.answer("Its discovery document is not one of OpenID Connect.")
        }
        guard issuer.isNamed(document.issuer) else {
            throw ProviderProblem.answer(
                """
                It names itself differently than NEXUS_OIDC_…_ISSUER does: they must be the same, to the last slash. One that names itself \
                with {tenantid} needs NEXUS_OIDC_…_TENANTS.
                """)
        }
        let addresses = [document.authorizationEndpoint, document.tokenEndpoint, document.jwksURI]
        guard (addresses + [document.userinfoEndpoint].compactMap(\.self)).allSatisfy(ProviderAddress.isAllowed) else {
            throw ProviderProblem.address
        }
        if let methods = document.challengeMethods, !methods.contains("S256") {
            throw ProviderProblem.answer("It does not support PKCE with S256.")
        }
        return document
    }

    /// Whether the client's secret goes into the body instead of the header (RFC 6749 §2.3.1).
    var wantsSecretInBody: Bool {
        guard let methods = authenticationMethods else { return false }
        return !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }
}
