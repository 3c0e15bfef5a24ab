import Crypto
import Foundation
import Hummingbird
import Logging
import NIOCore
import NexusCore
import NexusIntelligence
import ServiceLifecycle
import Synchronization

@testable import NexusServer

/// A provider on a free local port that does what its test says: real HTTP, tokens signed here without the library that checks them.
final class StandInProvider: Sendable {
    static let clientID = "nexus"
    static let secret = "a-secret"

    /// A person's account there.
    struct Person: Sendable {
        var subject: String
        var claims: [String: ClaimValue]

        init(_ name: String, isConfirmed: Bool = true) {
            subject = "subject-\(name.lowercased())"
            claims = [
                "name": .text(name), "email": .text("\(name.lowercased())@example.org"),
                "email_verified": .flag(isConfirmed),
            ]
        }
    }

    /// What the test makes of the provider.
    struct Behaviour: Sendable {
        /// The status of every answer, if not 200.
        var status: Int?
        var namesIssuer = false
        /// Members of the discovery document in place of the usual ones.
        var document: [String: ClaimValue] = [:]
        /// Changes the claims of ID tokens before they are signed.
        var claims: @Sendable (inout [String: ClaimValue]) -> Void = { _ in }
        /// Makes ID tokens of claims; nil for the usual way.
        var sign: (@Sendable ([String: ClaimValue], StandInProvider) -> String)?
        /// What the userinfo endpoint says, which there is only then.
        var userinfo: [String: ClaimValue]?
        /// The bytes at `/picture`.
        var picture: [UInt8] = []
    }

    private struct Grant {
        var person: Person
        var challenge: String
        var nonce: String
        var redirect: String
    }

    private struct State {
        var key = P256.Signing.PrivateKey()
        var keyNumber = 1
        var behaviour = Behaviour()
        var grants: [String: Grant] = [:]
        var requests: [String] = []
    }

    private let state = Mutex(State())
    private let port = Mutex(0)
    private let now: @Sendable () -> Timestamp

    private init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    var issuer: String { "http://127.0.0.1:\(port.withLock { $0 })" }
    /// The paths that were asked for.
    var requests: [String] { state.withLock(\.requests) }

    func behave(_ change: (inout Behaviour) -> Void) { state.withLock { change(&$0.behaviour) } }

    /// Signs with another key from now on.
    func rotate() {
        state.withLock { state in
            state.key = P256.Signing.PrivateKey()
            state.keyNumber += 1
        }
    }

    /// Runs a provider, and a server that people sign in to with it, during `body`.
    static func serve<T: Sendable>(
        _ change: @Sendable (inout ProviderSettings) -> Void = { _ in },
        configure: @Sendable (inout ServerConfiguration) -> Void = { _ in }, logger: Logger? = nil,
        _ body: @Sendable (RunningServer, StandInProvider) async throws -> T
    ) async throws -> T {
        let clock = Mutex<TestClock?>(nil)
        let provider = StandInProvider { clock.withLock { $0?.now } ?? .zero }
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: provider.router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { bound.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await application.run() }
        guard let port = await ports.first(where: { _ in true }) else { throw Missing() }
        provider.port.withLock { $0 = port }
        var settings = ProviderSettings(
            name: "acme", title: "Acme", issuer: provider.issuer, clientID: clientID, secret: .init(secret))
        change(&settings)
        let result: Result<T, any Error>
        do {
            result = .success(
                try await RunningServer.serve(
                    configure: { [settings] in
                        $0.signIn.providers = [settings]
                        $0.signIn.server = "http://nexus.example"
                        $0.signIn.watchesProviders = false
                        // A busy machine is not a slow provider.
                        $0.signIn.http.patience = .minutes(2)
                        $0.transport.publicAddress = PublicAddress("http://nexus.example")
                        configure(&$0)
                    }, logger: logger
                ) { (server) async throws in
                    clock.withLock { $0 = server.clock }
                    return try await body(server, provider)
                })
        } catch {
            result = .failure(error)
        }
        running.cancel()
        _ = await running.result
        return try result.get()
    }

    // MARK: The person's browser

    /// Signs a person in on the provider's page, and returns the answer that their browser brings back.
    func answer(_ started: ProviderStarted, as person: Person) throws -> ProviderAnswer {
        let query = try StandInProvider.query(of: started.url)
        guard query["response_type"] == "code", query["code_challenge_method"] == "S256",
            query["client_id"] == StandInProvider.clientID, query["state"] == started.state,
            query["scope"]?.split(separator: " ").contains("openid") == true, let nonce = query["nonce"],
            let challenge = query["code_challenge"], let redirect = query["redirect_uri"]
        else { throw Missing() }
        let code = Token.link()
        state.withLock {
            $0.grants[code] = Grant(person: person, challenge: challenge, nonce: nonce, redirect: redirect)
        }
        let names = state.withLock(\.behaviour.namesIssuer)
        return ProviderAnswer(state: started.state, code: code, issuer: names ? issuer : nil)
    }

    static func query(of url: String) throws -> [String: String] {
        guard let items = URLComponents(string: url)?.queryItems else { throw Missing() }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    // MARK: Tokens

    /// The claims of a person's ID token.
    func claims(of person: Person, nonce: String) -> [String: ClaimValue] {
        let seconds = Double(now().milliseconds / 1_000)
        let basis: [String: ClaimValue] = [
            "iss": .text(issuer), "aud": .text(StandInProvider.clientID), "sub": .text(person.subject),
            "iat": .number(seconds), "exp": .number(seconds + 300), "nonce": .text(nonce),
        ]
        return basis.merging(person.claims) { _, claim in claim }
    }

    /// The claims of a logout token.
    func logout(_ claims: [String: ClaimValue], identifier: String = "one") -> [String: ClaimValue] {
        let basis: [String: ClaimValue] = [
            "iss": .text(issuer), "aud": .text(StandInProvider.clientID),
            "iat": .number(Double(now().milliseconds / 1_000)), "jti": .text(identifier),
            "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
        ]
        return basis.merging(claims) { _, claim in claim }
    }

    /// A token signed with the present key.
    func sign(_ claims: [String: ClaimValue], header: [String: ClaimValue] = [:]) -> String {
        let (key, number) = state.withLock { ($0.key, $0.keyNumber) }
        let head = ["alg": .text("ES256"), "kid": .text("key-\(number)")].merging(header) { _, own in own }
        return StandInProvider.token(head, claims) { data in
            (try? key.signature(for: data)).map { Array($0.rawRepresentation) } ?? []
        }
    }

    /// A token with any signature.
    static func token(
        _ header: [String: ClaimValue], _ claims: [String: ClaimValue], _ signature: (Data) -> [UInt8]
    ) -> String {
        let parts = [header, claims].map { part in
            Base64URL.text(of: (try? JSONEncoder().encode(part)).map(Array.init) ?? [])
        }
        let body = parts.joined(separator: ".")
        return body + "." + Base64URL.text(of: signature(Data(body.utf8)))
    }

    /// The public keys, as the provider publishes them: the one that signs, and others that this server must pass over.
    var keys: String {
        let (key, number) = state.withLock { ($0.key, $0.keyNumber) }
        let point = Array(key.publicKey.rawRepresentation)
        let (x, y) = (Base64URL.text(of: Array(point[..<32])), Base64URL.text(of: Array(point[32...])))
        return """
            {"keys":[{"kty":"RSA","use":"enc","alg":"RSA-OAEP","kid":"key-\(number)","n":"AQAB","e":"AQAB"},
            {"kty":"oct","kid":"key-\(number)","k":"AQAB"},{"kty":"later"},
            {"kty":"EC","crv":"P-256","kid":"key-\(number)","use":"sig","x":"\(x)","y":"\(y)"}]}
            """
    }

    // MARK: HTTP

    private var router: Router<BasicRequestContext> {
        let router = Router()
        let places = ["/.well-known/openid-configuration", "/common/v2.0/.well-known/openid-configuration"]
        for place in places {
            router.get(RouterPath(place)) { [self] _, _ in try noted(place, described) }
        }
        router.get("/picture") { [self] _, _ in try noted("/picture") { Data($0.picture) } }
        router.get("/keys") { [self] _, _ in try noted("/keys") { _ in Data(keys.utf8) } }
        router.get("/userinfo") { [self] request, _ in
            try noted("/userinfo") { behaviour in
                guard request.headers[.authorization] == "Bearer access" else { throw HTTPError(.unauthorized) }
                return try JSONEncoder().encode(behaviour.userinfo ?? [:])
            }
        }
        router.post("/token") { [self] request, _ in
            let body = String(buffer: try await request.body.collect(upTo: 1 << 16))
            let authorization = request.headers[.authorization]
            return try noted("/token") { behaviour in try token(body, authorization, behaviour) }
        }
        return router
    }

    /// The discovery document.
    private func described(_ behaviour: Behaviour) throws -> Data {
        var document: [String: ClaimValue] = [
            "issuer": .text(issuer), "authorization_endpoint": .text(issuer + "/authorize"),
            "token_endpoint": .text(issuer + "/token"), "jwks_uri": .text(issuer + "/keys"),
            "authorization_response_iss_parameter_supported": .flag(behaviour.namesIssuer),
        ]
        if behaviour.userinfo != nil { document["userinfo_endpoint"] = .text(issuer + "/userinfo") }
        document.merge(behaviour.document) { _, own in own }
        return try JSONEncoder().encode(document)
    }

    private func noted(_ path: String, _ body: (Behaviour) throws -> Data) throws -> Response {
        let behaviour = state.withLock { state in
            state.requests.append(path)
            return state.behaviour
        }
        if let status = behaviour.status { throw HTTPError(.init(code: status)) }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try body(behaviour))))
    }

    /// Spends a code, as RFC 6749 §4.1.3 and RFC 7636 §4.6 want it.
    private func token(_ body: String, _ authorization: String?, _ behaviour: Behaviour) throws -> Data {
        let pair = Data("\(StandInProvider.clientID):\(StandInProvider.secret)".utf8).base64EncodedString()
        guard authorization == "Basic \(pair)" else { throw HTTPError(.unauthorized) }
        let form = try StandInProvider.query(of: "?" + body)
        guard form["grant_type"] == "authorization_code", let code = form["code"],
            let grant = state.withLock({ $0.grants.removeValue(forKey: code) }), form["redirect_uri"] == grant.redirect,
            let verifier = form["code_verifier"], Base64URL.text(of: Token.hash(verifier)) == grant.challenge
        else { throw HTTPError(.badRequest, message: "invalid_grant") }
        var claims = claims(of: grant.person, nonce: grant.nonce)
        behaviour.claims(&claims)
        let token = behaviour.sign?(claims, self) ?? sign(claims)
        return try JSONEncoder().encode(["id_token": token, "access_token": "access", "token_type": "Bearer"])
    }
}
