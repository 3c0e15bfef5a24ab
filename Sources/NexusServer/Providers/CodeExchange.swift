import Foundation
import NexusCore
import NexusIntelligence

/// Spends the code of a provider's answer for an ID token, as a client of the provider (RFC 6749 §4.1.3, RFC 7636 §4.5).
struct CodeExchange: Sendable {
    let provider: Provider
    let http: ProviderHTTP
    let redirect: String

    private struct Reply: Decodable {
        var id_token: String?
        var access_token: String?
    }

    /// The person who signed in there.
    ///
    /// - Throws: `Refusal`: `provider_invalid`, `provider_unavailable`.
    func person(code: String, verifier: String, nonce: String, at now: @Sendable () -> Timestamp) async throws
        -> ProviderPerson
    {
        let settings = provider.settings
        let document = try await provider.document()
        let reply = try await reply(code, verifier, document)
        guard let token = reply.id_token else { throw Refusal.invalidToken(settings.title, "is missing") }
        var claims = try await provider.claims(of: token)
        let issuer = try await provider.issuer()
        try IDToken.check(
            claims, issuer: issuer, audiences: [settings.clientID], nonce: nonce, title: settings.title,
            at: now())
        // Many providers put name and address only here (OpenID Connect Core 1.0 §5.3).
        if claims["email"] == nil || claims["name"] == nil, let address = document.userinfoEndpoint,
            let access = reply.access_token, let more = await userinfo(address, access), more["sub"] == claims["sub"]
        {
            claims.merge(more) { signed, _ in signed }
        }
        return ProviderPerson(claims, issuer, settings)
    }

    private func reply(_ code: String, _ verifier: String, _ document: ProviderDocument) async throws -> Reply {
        let settings = provider.settings
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", verifier),
        ]
        var authorization: String?
        if let secret = settings.secret, !document.wantsSecretInBody {
            let pair = [settings.clientID, secret.text].map(ProviderAddress.encoded).joined(separator: ":")
            authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        } else {
            form.append(("client_id", settings.clientID))
            if let secret = settings.secret { form.append(("client_secret", secret.text)) }
        }
        let answer: ProviderHTTP.Answer
        do {
            answer = try await http.post(document.tokenEndpoint, form: form, authorization: authorization)
        } catch is ProviderProblem {
            throw Refusal.providerUnavailable(settings.title)
        }
        switch answer.status {
        case 200: break
        case 500...: throw Refusal.providerUnavailable(settings.title)
        case 401:
            throw Refusal(
                .providerUnavailable,
                "\(settings.title) does not accept this server's client secret. Tell an administrator of this server.")
        default:
            throw Refusal(
                .providerInvalid,
                "\(settings.title) no longer accepts this sign-in: it was used or expired. Start again.")
        }
        guard let reply = try? JSONDecoder().decode(Reply.self, from: answer.body) else {
            throw Refusal.invalidToken(settings.title, "cannot be read")
        }
        return reply
    }

    private func userinfo(_ address: String, _ access: String) async -> [String: ClaimValue]? {
        guard let data = try? await http.get(address, bearer: access).success else { return nil }
        return try? JSONDecoder().decode([String: ClaimValue].self, from: data)
    }
}
