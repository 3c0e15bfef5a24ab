import NexusCore
import NexusDatabase

/// Signs people in with a provider: sends them there with a state, a nonce and a challenge, and takes the answer, once, from the client that
/// asked.
struct ProviderSignIn: Sendable {
    /// Maximum bytes of a code, a state or a verifier.
    static let answerBytes = 8 << 10

    let directory: ProviderDirectory
    let pending: PendingSignIns
    let entry: ProviderEntry
    let now: @Sendable () -> Timestamp

    // MARK: Beginning

    /// - Parameters:
    ///   - binding: what the client alone will have when it finishes, as a hash.
    ///   - port: where a program waits on its device.
    /// - Throws: `Refusal`: `provider_unknown`, `provider_unavailable`.
    func start(
        _ name: String?, for purpose: PendingSignIns.Purpose, binding: [UInt8], port: Int? = nil
    ) async throws -> ProviderStarted {
        let provider = try directory.provider(name)
        let document = try await provider.document()
        let (state, nonce, verifier) = (Token.link(), Token.link(), Token.link())
        try await put(
            provider, purpose, binding: binding, nonce: nonce, verifier: verifier, port: port,
            key: Token.hash(state))
        let parameters = [
            ("response_type", "code"), ("client_id", provider.settings.clientID),
            ("redirect_uri", directory.redirect(of: provider)),
            ("scope", provider.settings.scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
            ("code_challenge", Base64URL.text(of: Token.hash(verifier))), ("code_challenge_method", "S256"),
        ]
        return ProviderStarted(
            url: ProviderAddress.adding(parameters, to: document.authorizationEndpoint), state: state)
    }

    /// - Throws: `Refusal` (`provider_unknown`).
    func nonce(_ name: String?) async throws -> ProviderNonce {
        let provider = try directory.provider(name)
        let nonce = Token.link()
        try await put(provider, .token, binding: [], nonce: nonce, verifier: "", port: nil, key: Token.hash(nonce))
        return ProviderNonce(nonce: nonce, expiresAt: now().advanced(by: PendingSignIns.life))
    }

    private func put(
        _ provider: Provider, _ purpose: PendingSignIns.Purpose, binding: [UInt8], nonce: String, verifier: String,
        port: Int?, key: [UInt8]
    ) async throws {
        let time = now()
        try await pending.put(
            PendingSignIns.Pending(
                provider: provider.settings.name, purpose: purpose, binding: binding, nonce: nonce, verifier: verifier,
                port: port, expiresAt: time.advanced(by: PendingSignIns.life)), key, at: time)
    }

    /// The port of the program that waits for the answer with a state; nil for a browser's and for unknown ones.
    func port(of state: String, _ name: String?) async throws -> Int? {
        try await pending.look(Token.hash(state), at: now()).flatMap { $0.provider == name ? $0.port : nil }
    }

    // MARK: Finishing

    /// - Parameter binding: what the client has.
    /// - Throws: `Refusal`: `provider_expired`, `provider_denied`, `provider_invalid`, `provider_unavailable`, and those of
    ///   ``ProviderEntry/enter(_:_:_:)``. After `code_required` and `wrong_code` the same request with a code goes on.
    func finish(
        _ name: String?, _ answer: ProviderAnswer, binding: String?, from origin: SignInOrigin
    ) async throws -> SignedIn {
        let provider = try directory.provider(name)
        let key = Token.hash(answer.state)
        var taken: PendingSignIns.Pending
        do {
            taken = try await take(provider, key, binding) { if case .signIn = $0 { true } else { false } }
        } catch {
            // Some providers leave the state out when they refuse. Nobody gets in either way.
            if let reason = answer.error { throw Refusal.denied(provider.settings.title, reason) }
            throw error
        }
        guard case .signIn(let device, let invitation) = taken.purpose else { throw Refusal.providerExpired }
        let person: ProviderPerson
        if let checked = taken.person {
            person = checked
        } else {
            person = try await self.person(answer, taken, provider)
        }
        let visit = ProviderEntry.Visit(
            device: device, invitation: invitation, secondFactor: answer.secondFactor, origin: origin)
        do {
            return try await entry.enter(person, provider.settings, visit)
        } catch let refusal as Refusal where ProviderSignIn.goesOn.contains(refusal.code) {
            taken.person = person
            try await pending.put(taken, key, at: now())
            throw refusal
        }
    }

    /// The refusals after which a code of the second factor finishes the sign-in.
    private static let goesOn: Set<ErrorCode> = [.codeRequired, .wrongCode, .rateLimited]

    /// The person whose account the caller connects with theirs.
    ///
    /// - Throws: `Refusal`, as ``finish(_:_:binding:from:)``.
    func connection(
        _ name: String?, _ answer: ProviderAnswer, binding: String?, of user: UserID
    ) async throws -> (ProviderPerson, ProviderSettings) {
        let provider = try directory.provider(name)
        let taken = try await take(provider, Token.hash(answer.state), binding) { $0 == .connect(user) }
        return (try await person(answer, taken, provider), provider.settings)
    }

    /// Signs in with an ID token that a device got itself.
    ///
    /// - Throws: `Refusal`, as ``finish(_:_:binding:from:)``.
    func signIn(_ name: String?, _ request: ProviderToken, from origin: SignInOrigin) async throws -> SignedIn {
        let provider = try directory.provider(name)
        let settings = provider.settings
        let key = Token.hash(request.nonce)
        var taken = try await take(provider, key, nil) { $0 == .token }
        let person: ProviderPerson
        if let checked = taken.person {
            person = checked
        } else {
            let claims = try await provider.claims(of: request.token)
            let issuer = try await provider.issuer()
            try IDToken.check(
                claims, issuer: issuer, audiences: [settings.clientID] + settings.audiences,
                nonce: request.nonce, title: settings.title, at: now())
            person = ProviderPerson(claims, issuer, settings)
        }
        let visit = ProviderEntry.Visit(
            device: request.device, invitation: request.invitation, secondFactor: request.secondFactor, origin: origin)
        do {
            return try await entry.enter(person, settings, visit)
        } catch let refusal as Refusal where ProviderSignIn.goesOn.contains(refusal.code) {
            taken.person = person
            try await pending.put(taken, key, at: now())
            throw refusal
        }
    }

    // MARK: Checking

    /// - Throws: `Refusal` (`provider_expired`).
    private func take(
        _ provider: Provider, _ key: [UInt8], _ binding: String?,
        _ isMeant: @escaping @Sendable (PendingSignIns.Purpose) -> Bool
    ) async throws -> PendingSignIns.Pending {
        let given = binding.map(Token.hash) ?? []
        let name = provider.settings.name
        let taken = try await pending.take(key, at: now()) { pending in
            pending.provider == name && pending.binding == given && isMeant(pending.purpose)
        }
        guard let taken else { throw Refusal.providerExpired }
        return taken
    }

    /// Checks the answer, and spends its code.
    private func person(
        _ answer: ProviderAnswer, _ taken: PendingSignIns.Pending, _ provider: Provider
    ) async throws -> ProviderPerson {
        let settings = provider.settings
        // An answer of another provider would be a mix-up (RFC 9207 §2.4).
        let mustName = try await provider.document().namesIssuer ?? false
        guard answer.issuer.map(try await provider.issuer().answers) ?? !mustName else {
            throw Refusal(
                .providerInvalid,
                "The answer did not come from \(settings.title). Close the page it came from, and start again here.")
        }
        if let error = answer.error { throw Refusal.denied(settings.title, error) }
        guard let code = answer.code, !code.isEmpty, code.utf8.count <= ProviderSignIn.answerBytes else {
            throw Refusal.denied(settings.title, "")
        }
        let exchange = CodeExchange(
            provider: provider, http: directory.http, redirect: directory.redirect(of: provider))
        return try await exchange.person(code: code, verifier: taken.verifier, nonce: taken.nonce, at: now)
    }
}

extension Refusal {
    static let providerExpired = Refusal(
        .providerExpired,
        "This sign-in was begun in another place, is finished, or took longer than ten minutes. Start again.")

    /// - Parameter error: the provider's word for it (RFC 6749 §4.1.2.1).
    fileprivate static func denied(_ title: String, _ error: String) -> Refusal {
        switch error {
        case "access_denied":
            return Refusal(
                .providerDenied,
                "\(title) did not sign you in: you declined, or your account may not use Nexus. Try again, or choose another way."
            )
        case "temporarily_unavailable", "server_error": return .providerUnavailable(title)
        default:
            let word = error.unicodeScalars.prefix(60).filter { ("a"..."z").contains($0) || $0 == "_" }
            let text = String(String.UnicodeScalarView(word))
            return Refusal(
                .providerDenied,
                "\(title) refused the sign-in\(text.isEmpty ? "" : " (\(text))"). Try again; if it stays so, tell an administrator."
            )
        }
    }
}
