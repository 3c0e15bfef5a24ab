import NexusCore

@testable import NexusServer

extension RunningServer {
    /// A program's secret, in the place of a browser's cookie.
    static let verifier = "a-verifier-of-a-program-that-nobody-else-has"

    static var challenge: String { Base64URL.text(of: Token.hash(verifier)) }

    func tryToStart(_ name: String = "acme", _ start: ProviderStart? = nil) async throws -> Answer {
        let start = start ?? ProviderStart(device: "test", challenge: RunningServer.challenge)
        return try await ask("POST", "/v1/providers/\(name)/start", String(decoding: start.json, as: UTF8.self))
    }

    func start(invitation: String? = nil, port: Int? = nil) async throws -> ProviderStarted {
        let start = ProviderStart(
            device: "test", invitation: invitation, challenge: RunningServer.challenge, port: port)
        return try ProviderStarted.decode(try await tryToStart("acme", start).body)
    }

    func finish(_ answer: ProviderAnswer, verifier: String? = RunningServer.verifier) async throws -> Answer {
        var answer = answer
        answer.verifier = verifier
        return try await ask(
            "POST", "/v1/providers/acme/finish", String(decoding: answer.json, as: UTF8.self))
    }

    /// Signs a person in with the provider.
    func enter(
        _ person: StandInProvider.Person, with provider: StandInProvider, invitation: String? = nil,
        secondFactor: String? = nil
    ) async throws -> Answer {
        var answer = try provider.answer(try await start(invitation: invitation), as: person)
        answer.secondFactor = secondFactor
        return try await finish(answer)
    }

    func signInWithToken(_ token: String, nonce: String) async throws -> Answer {
        let request = ProviderToken(token: token, nonce: nonce, device: "phone")
        return try await ask("POST", "/v1/providers/acme/token", String(decoding: request.json, as: UTF8.self))
    }

    func nonce() async throws -> String {
        try ProviderNonce.decode(try await ask("POST", "/v1/providers/acme/nonce", "{}").body).nonce
    }

    /// Connects the provider's account with a signed-in person's.
    func connect(
        _ account: StandInProvider.Person, with provider: StandInProvider, named name: String = "acme",
        by person: SignedIn
    ) async throws -> Answer {
        let start = ProviderStart(device: "test", challenge: RunningServer.challenge)
        let started = try ProviderStarted.decode(
            try await ask(
                "POST", "/v1/providers/\(name)/connect", String(decoding: start.json, as: UTF8.self),
                token: person.accessToken
            ).body)
        var answer = try provider.answer(started, as: account)
        answer.verifier = RunningServer.verifier
        return try await ask(
            "POST", "/v1/providers/\(name)/connected", String(decoding: answer.json, as: UTF8.self),
            token: person.accessToken)
    }

    /// What the person is told about the security of their account, the newest first.
    func security(of person: SignedIn) async throws -> [AuditEntry] {
        try AuditPage.decode(try await ask("GET", "/v1/security", token: person.accessToken).body).entries
    }

    func connections(of person: SignedIn) async throws -> ConnectedProviders {
        try ConnectedProviders.decode(try await ask("GET", "/v1/providers", token: person.accessToken).body)
    }

    func logOut(_ token: String) async throws -> Answer {
        try await ask("POST", "/v1/providers/acme/logout", "logout_token=\(token)")
    }
}
