import NexusCore
import Testing

@testable import NexusServer

/// A server with a public address, where Ada administers, and Grace has a passkey "Laptop".
struct PasskeyTeam: Sendable {
    static let host = "nexus.example"

    let server: RunningServer
    let party: RelyingParty
    let ada: SignedIn
    let grace: SignedIn
    let authenticator: TestAuthenticator

    static func serve(
        configure: @Sendable (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (PasskeyTeam) async throws -> Void
    ) async throws {
        let party = try #require(RelyingParty(scheme: "https", authority: host))
        try await RunningServer.serve(configure: {
            $0.transport.publicAddress = PublicAddress("https://\(host)")
            configure(&$0)
        }) { server in
            let ada = try await server.signUp("Ada", host: host)
            let grace = try await server.signUp("Grace", host: host)
            var authenticator = TestAuthenticator()
            authenticator.user = grace.profile.user.id
            let team = PasskeyTeam(server: server, party: party, ada: ada, grace: grace, authenticator: authenticator)
            #expect(try await team.register(&authenticator, by: grace).status == 200)
            try await body(team)
        }
    }

    // MARK: Passkeys

    func passkeys(of person: SignedIn) async throws -> [Passkey] {
        try PasskeyList.decode(try await ask("GET", "/v1/passkeys", by: person).body).passkeys
    }

    func begin(_ person: SignedIn) async throws -> RunningServer.Answer {
        try await post("/v1/passkeys/challenge", Nothing(), by: person)
    }

    func creation(_ person: SignedIn) async throws -> PasskeyCreation {
        try PasskeyCreation.decode(try await begin(person).body)
    }

    func add(_ made: TestAuthenticator.Created, by person: SignedIn) async throws -> RunningServer.Answer {
        try await post("/v1/passkeys", made.registration("Laptop"), by: person)
    }

    func register(_ authenticator: inout TestAuthenticator, by person: SignedIn) async throws -> RunningServer.Answer {
        let challenge = try #require(Base64URL.bytes(of: try await creation(person).challenge))
        return try await add(authenticator.create(party, challenge), by: person)
    }

    func remove(_ id: PasskeyID, by person: SignedIn) async throws -> RunningServer.Answer {
        try await ask("DELETE", "/v1/passkeys/\(id)", by: person)
    }

    // MARK: Using one

    func challenge() async throws -> [UInt8] {
        let answer = try await post("/v1/sessions/passkey/challenge", Nothing())
        return try #require(Base64URL.bytes(of: try PasskeyChallenge.decode(answer.body).challenge))
    }

    func signIn(_ authenticator: inout TestAuthenticator) async throws -> RunningServer.Answer {
        try await signIn(authenticator.passkey(party, try await challenge()))
    }

    func signIn(
        _ assertion: PasskeyAssertion, headers: [(String, String)] = []
    ) async throws -> RunningServer.Answer {
        try await post("/v1/sessions/passkey", PasskeySignIn(passkey: assertion, device: "test"), headers: headers)
    }

    func proofChallenge(_ person: SignedIn) async throws -> [UInt8] {
        let answer = try await post("/v1/sessions/proof/challenge", Nothing(), by: person)
        return try #require(Base64URL.bytes(of: try PasskeyChallenge.decode(answer.body).challenge))
    }

    func prove(_ authenticator: inout TestAuthenticator, _ person: SignedIn) async throws -> RunningServer.Answer {
        try await prove(authenticator.passkey(party, try await proofChallenge(person)), person)
    }

    func prove(_ assertion: PasskeyAssertion, _ person: SignedIn) async throws -> RunningServer.Answer {
        try await post("/v1/sessions/proof", ProofRequest(passkey: assertion), by: person)
    }

    func security(of person: SignedIn) async throws -> [AuditEntry] {
        try AuditPage.decode(try await ask("GET", "/v1/security", by: person).body).entries
    }

    // MARK: Requests

    func post(
        _ path: String, _ body: some JSONEncodable, by person: SignedIn? = nil, headers: [(String, String)] = []
    ) async throws -> RunningServer.Answer {
        try await server.ask(
            "POST", path, String(decoding: body.json, as: UTF8.self), token: person?.accessToken,
            headers: [("Host", PasskeyTeam.host)] + headers)
    }

    private func ask(_ method: String, _ path: String, by person: SignedIn) async throws -> RunningServer.Answer {
        try await server.ask(method, path, token: person.accessToken, headers: [("Host", PasskeyTeam.host)])
    }
}

extension TestAuthenticator.Created {
    func registration(_ name: String) -> PasskeyRegistration {
        PasskeyRegistration(
            name: name, clientData: Base64URL.text(of: clientData), attestation: Base64URL.text(of: attestation))
    }
}

extension TestAuthenticator {
    /// The answer to a challenge, as it is sent.
    mutating func passkey(_ party: RelyingParty, _ challenge: [UInt8], of user: UserID? = nil) -> PasskeyAssertion {
        passkey(signing: assertion(party, challenge), for: user ?? self.user)
    }

    func passkey(signing assertion: Assertion, for user: UserID?) -> PasskeyAssertion {
        let signed = sign(assertion)
        return PasskeyAssertion(
            id: Base64URL.text(of: identifier), clientData: Base64URL.text(of: signed.clientData),
            authenticatorData: Base64URL.text(of: signed.authenticatorData),
            signature: Base64URL.text(of: signed.signature), user: user.map { Base64URL.text(of: $0.handle) })
    }
}
