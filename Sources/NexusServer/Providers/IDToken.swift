import NexusCore

/// The checks of an ID token's claims (OpenID Connect Core 1.0 §3.1.3.7).
enum IDToken {
    /// Milliseconds by which the provider's clock may differ.
    static let skew: Int64 = 60_000

    /// - Parameters:
    ///   - audiences: the client identifiers that the token may be for.
    ///   - nonce: the one that this server gave out.
    /// - Throws: `Refusal` (`provider_invalid`).
    static func check(
        _ claims: [String: ClaimValue], issuer: ProviderIssuer, audiences: [String], nonce: String, title: String,
        at now: Timestamp
    ) throws(Refusal) {
        try common(claims, issuer: issuer, audiences: audiences, title: title, at: now)
        guard let expiry = claims["exp"]?.milliseconds else {
            throw .invalidToken(title, "does not say when it expires")
        }
        guard now.milliseconds < expiry + skew else { throw .invalidToken(title, "has expired") }
        guard let given = claims["nonce"]?.text, Token.hash(given) == Token.hash(nonce) else {
            throw .invalidToken(title, "is not for this sign-in (nonce)")
        }
        guard let subject = claims["sub"]?.text, (1...255).contains(subject.utf8.count) else {
            throw .invalidToken(title, "names nobody")
        }
        // A logout token is no proof of a sign-in.
        guard claims["events"] == nil else { throw .invalidToken(title, "is no ID token") }
    }

    /// What ID tokens and logout tokens have in common.
    static func common(
        _ claims: [String: ClaimValue], issuer: ProviderIssuer, audiences: [String], title: String, at now: Timestamp
    ) throws(Refusal) {
        guard issuer.issued(claims) else { throw .invalidToken(title, "is of another issuer") }
        guard let named = claims["aud"]?.texts, named.contains(where: audiences.contains) else {
            throw .invalidToken(title, "is for another service")
        }
        let party = claims["azp"]?.text
        guard party.map(audiences.contains) ?? (named.count == 1) else {
            throw .invalidToken(title, "is for another service")
        }
        guard let issued = claims["iat"]?.milliseconds, issued <= now.milliseconds + skew else {
            throw .invalidToken(title, "is dated in the future: check the clocks of both servers")
        }
        if let start = claims["nbf"]?.milliseconds, start > now.milliseconds + skew {
            throw .invalidToken(title, "is not valid yet: check the clocks of both servers")
        }
    }
}

extension Refusal {
    /// - Parameter problem: what is wrong with the token, to follow it as the subject.
    static func invalidToken(_ title: String, _ problem: String) -> Refusal {
        Refusal(
            .providerInvalid,
            "The proof of \(title) \(problem). Start again; if it happens again, tell an administrator of this server.")
    }
}
