import Crypto
import Foundation
import HTTPTypes
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

/// What an attacker tries at sign-in with a provider.
@Suite("Attacks on sign-in with a provider")
struct ProviderAttackTests {
    private typealias Person = StandInProvider.Person

    @Test("an answer is taken once: a state or code that comes again is refused")
    func replay() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let answer = try provider.answer(try await server.start(), as: Person("Grace"))
            #expect(try await server.finish(answer).status == 200)
            #expect(try await server.finish(answer).refusal?.code == .providerExpired)
            var stolen = ProviderAnswer(state: try await server.start().state, code: answer.code)
            #expect(try await server.finish(stolen).refusal?.code == .providerInvalid)
            stolen.state = "made-up"
            #expect(try await server.finish(stolen).refusal?.code == .providerExpired)
        }
    }

    @Test("a code that was given out in another sign-in is worth nothing here (PKCE, nonce)")
    func injection() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let victim = try provider.answer(try await server.start(), as: Person("Grace"))
            let attacker = try await server.start()
            let mixed = ProviderAnswer(state: attacker.state, code: victim.code)
            #expect(try await server.finish(mixed).refusal?.code == .providerInvalid)
        }
    }

    @Test("a sign-in that was begun elsewhere is not finished here (login CSRF)")
    func loginForgery() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let attackers = try provider.answer(try await server.start(), as: Person("Eve"))
            for verifier in [nil, "", "guess"] {
                #expect(try await server.finish(attackers, verifier: verifier).refusal?.code == .providerExpired)
            }
            let own = [("Nexus-Session", "cookie"), ("Origin", "http://nexus.example")]
            let body = String(decoding: attackers.json, as: UTF8.self)
            let cookie = try await server.ask("POST", "/v1/providers/acme/finish", body, headers: own)
            #expect(cookie.refusal?.code == .providerExpired)
            let foreign = [("Nexus-Session", "cookie"), ("Origin", "https://evil.example")]
            for path in ["start", "finish", "token"] {
                let refused = try await server.ask("POST", "/v1/providers/acme/\(path)", body, headers: foreign)
                #expect(refused.refusal?.code == .wrongOrigin)
            }
        }
    }

    @Test("a browser finishes only with the cookie that its own start set")
    func cookie() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let own = [("Nexus-Session", "cookie"), ("Origin", "http://nexus.example")]
            let start = String(decoding: ProviderStart(device: "Chrome").json, as: UTF8.self)
            let began = try await server.ask("POST", "/v1/providers/acme/start", start, headers: own)
            let given = try #require(began.headers["set-cookie"])
            for attribute in ["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=600"] {
                #expect(given.contains(attribute))
            }
            let answer = try provider.answer(try ProviderStarted.decode(began.body), as: Person("Grace"))
            let body = String(decoding: answer.json, as: UTF8.self)
            let other = own + [("Cookie", "nexus-provider=\(Token.link())")]
            let refused = try await server.ask("POST", "/v1/providers/acme/finish", body, headers: other)
            #expect(refused.refusal?.code == .providerExpired)
            let cookie = given.split(separator: ";").first.map(String.init) ?? ""
            let done = try await server.ask(
                "POST", "/v1/providers/acme/finish", body, headers: own + [("Cookie", cookie)])
            #expect(done.status == 200)
            #expect(done.headers["set-cookie"]?.contains("nexus-provider=; Path=/; Max-Age=0") == true)
            #expect(!done.body.contains("refreshToken"), "a browser's tokens are in cookies alone")
        }
    }

    @Test("over TLS the cookie's name binds it to this host")
    func boundCookie() {
        let field = ProviderCookie(isSecure: true).given("value")
        #expect(field.value.hasPrefix("__Host-nexus-provider=value; Path=/"))
        #expect(field.value.hasSuffix("; Secure"))
    }

    @Test("a sign-in that took longer than ten minutes is refused")
    func late() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let answer = try provider.answer(try await server.start(), as: Person("Grace"))
            server.clock.advance(by: PendingSignIns.life - 1)
            #expect(try await server.finish(answer).status == 200)
            let second = try provider.answer(try await server.start(), as: Person("Grace"))
            server.clock.advance(by: PendingSignIns.life)
            #expect(try await server.finish(second).refusal?.code == .providerExpired)
        }
    }

    @Test("an answer of another issuer is a mix-up; one without an issuer too, if the provider names itself")
    func mixUp() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            var answer = try provider.answer(try await server.start(), as: Person("Grace"))
            answer.issuer = "https://evil.example"
            #expect(try await server.finish(answer).refusal?.code == .providerInvalid)
        }
        try await StandInProvider.serve { (server, provider) async throws in
            provider.behave { $0.namesIssuer = true }
            var answer = try provider.answer(try await server.start(), as: Person("Grace"))
            answer.issuer = nil
            #expect(try await server.finish(answer).refusal?.code == .providerInvalid)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
        }
    }

    /// Changes of the claims of an ID token that must not let anybody in.
    private static let lies: [(String, @Sendable (inout [String: ClaimValue]) -> Void)] = [
        ("wrong audience", { $0["aud"] = .text("other") }),
        ("no audience", { $0["aud"] = .list([]) }),
        ("another service beside this one", { $0["aud"] = .list([.text("nexus"), .text("other")]) }),
        ("another party", { $0["azp"] = .text("other") }),
        ("wrong issuer", { $0["iss"] = .text("https://evil.example") }),
        ("no issuer", { $0["iss"] = nil }),
        ("no nonce", { $0["nonce"] = nil }),
        ("wrong nonce", { $0["nonce"] = .text("other") }),
        ("no subject", { $0["sub"] = nil }),
        ("empty subject", { $0["sub"] = .text("") }),
        ("no expiry", { $0["exp"] = nil }),
        ("expiry as a text", { $0["exp"] = .text("9999999999") }),
        ("no date", { $0["iat"] = nil }),
        ("a logout token", { $0["events"] = .object([:]) }),
    ]

    @Test("an ID token with a wrong claim is refused", arguments: lies.indices)
    func claims(lie: Int) async throws {
        let (name, change) = ProviderAttackTests.lies[lie]
        try await StandInProvider.serve { (server, provider) async throws in
            provider.behave { $0.claims = change }
            let refused = try await server.enter(Person("Grace"), with: provider)
            #expect(refused.refusal?.code == .providerInvalid, "\(name)")
        }
    }

    @Test("clocks may differ by a minute, and no more")
    func skew() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            func enter(_ claim: String, _ seconds: Double) async throws -> Int {
                let now = Double(server.clock.now.milliseconds / 1_000)
                provider.behave { $0.claims = { $0[claim] = .number(now + seconds) } }
                return try await server.enter(Person("Grace"), with: provider).status
            }
            #expect(try await enter("exp", -59) == 200)
            #expect(try await enter("exp", -60) == 403)
            #expect(try await enter("iat", 60) == 200)
            #expect(try await enter("iat", 61) == 403)
            #expect(try await enter("nbf", 60) == 200)
            #expect(try await enter("nbf", 61) == 403)
        }
    }

    @Test("a token without a signature, or with one by a secret that everybody knows, is refused")
    func signatures() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let published = provider.keys
            let forgeries: [@Sendable ([String: ClaimValue], StandInProvider) -> String] = [
                { claims, _ in StandInProvider.token(["alg": .text("none")], claims) { _ in [] } },
                { claims, _ in StandInProvider.token(["alg": .text("none"), "kid": .text("key-1")], claims) { _ in [] }
                },
                { claims, _ in
                    StandInProvider.token(["alg": .text("HS256"), "kid": .text("key-1")], claims) { data in
                        Array(
                            HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: Data(published.utf8))))
                    }
                },
                { claims, _ in
                    StandInProvider.token(["alg": .text("ES256"), "kid": .text("key-1")], claims) { data in
                        Array((try? P256.Signing.PrivateKey().signature(for: data))?.rawRepresentation ?? Data())
                    }
                },
                { claims, _ in
                    StandInProvider.token(["alg": .text("ES256"), "kid": .text("key-1")], claims) { _ in
                        [UInt8](repeating: 0, count: 64)
                    }
                },
                { claims, provider in
                    provider.sign(claims, header: ["crit": .list([.text("b64")]), "b64": .flag(false)])
                },
                { claims, provider in
                    let parts = provider.sign(claims).split(separator: ".").map(String.init)
                    let other = provider.sign(claims.merging(["sub": .text("subject-eve")]) { _, eve in eve })
                    return [parts[0], String(other.split(separator: ".")[1]), parts[2]].joined(separator: ".")
                },
                { claims, provider in provider.sign(claims) + "." },
                { claims, provider in provider.sign(claims, header: ["typ": .text("logout+jwt")]) },
                { claims, provider in provider.sign(claims, header: ["typ": .text("at+jwt")]) },
                { _, _ in "" }, { _, _ in "..." }, { _, _ in String(repeating: "a", count: 20_000) },
            ]
            for (number, forgery) in forgeries.enumerated() {
                provider.behave { $0.sign = forgery }
                let refused = try await server.enter(Person("Grace"), with: provider)
                #expect(refused.refusal?.code == .providerInvalid, "forgery \(number)")
            }
            provider.behave { $0.sign = nil }
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
        }
    }

    @Test("a discovery document of another issuer, and one that leads to plain http, is not believed")
    func discovery() async throws {
        let lies: [[String: ClaimValue]] = [
            ["issuer": .text("https://evil.example")], ["token_endpoint": .text("http://evil.example/token")],
            ["jwks_uri": .text("file:///etc/passwd")], ["authorization_endpoint": .text("javascript:alert(1)")],
            ["code_challenge_methods_supported": .list([.text("plain")])], ["issuer": .null],
        ]
        for lie in lies {
            try await StandInProvider.serve { (server, provider) async throws in
                provider.behave { $0.document = lie }
                #expect(try await server.tryToStart().refusal?.code == .providerUnavailable)
            }
        }
    }

    @Test("the way back leads to this server's page or to the program that began, and nowhere else (open redirect)")
    func callback() async throws {
        try await StandInProvider.serve { (server, _) async throws in
            func target(_ query: String) async throws -> String? {
                let answer = try await server.ask("GET", "/v1/providers/acme/callback?\(query)")
                #expect(answer.status == 303)
                return answer.headers["location"]
            }
            let tries = [
                "", "state=https://evil.example", "state=x&redirect_uri=https://evil.example",
                "state=x&returnTo=//evil.example", "state=x&code=%0d%0aLocation:%20https://evil.example", "next=//evil",
                "state=8080", "state=x&port=8080",
            ]
            for query in tries {
                let location = try #require(try await target(query))
                #expect(location.hasPrefix("/provider#provider=acme"))
                #expect(!location.contains("\r") && !location.contains("//"))
            }
            let program = try await server.start(port: 4_711)
            let location = try await target("state=\(program.state)&code=a%26b&iss=https%3A%2F%2Fid")
            #expect(location == "http://127.0.0.1:4711/?state=\(program.state)&code=a%26b&iss=https%3A%2F%2Fid")
            #expect(try await server.ask("GET", "/v1/providers/other/callback").refusal?.code == .providerUnknown)
            for port in [0, 80, 1_023, 65_536] {
                let start = ProviderStart(device: "test", challenge: RunningServer.challenge, port: port)
                #expect(try await server.tryToStart("acme", start).refusal?.code == .invalidRequest)
            }
            let weak = ProviderStart(device: "test", challenge: "short")
            #expect(try await server.tryToStart("acme", weak).refusal?.code == .invalidRequest)
            var long = ProviderStart(device: "test", challenge: RunningServer.challenge)
            long.invitation = String(repeating: "a", count: 201)
            #expect(try await server.tryToStart("acme", long).refusal?.code == .invalidRequest)
            long.invitation?.removeLast()
            #expect(try await server.tryToStart("acme", long).status == 200)
        }
    }

    @Test("one address begins a hundred sign-ins at once")
    func floods() async throws {
        try await StandInProvider.serve(configure: {
            $0.rateLimits = RateLimitSettings()
            $0.rateLimits.providerSignInsAtOnce = 3
        }) { (server, _) async throws in
            for _ in 0..<3 { #expect(try await server.tryToStart().status == 200) }
            #expect(try await server.tryToStart().refusal?.code == .rateLimited)
        }
        #expect(RateLimitSettings().providerSignInsAtOnce == 100)
    }

    @Test("sign-ins that nobody finishes take bounded space, and outlive a restart")
    func bounded() async throws {
        let database = try SQLDatabase(TestDatabase.inline(), migrations: Schema.migrations)
        let pending = PendingSignIns(database: database)
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        let limit = 300
        let user = UserID(high: 1, low: 2)
        let purposes: [PendingSignIns.Purpose] = [
            .token, .signIn(device: "web", invitation: "code"), .signIn(device: "", invitation: nil), .connect(user),
        ]
        for (number, purpose) in purposes.enumerated() {
            let key = Token.hash("purpose \(number)")
            try await pending.put(
                PendingSignIns.Pending(
                    provider: "acme", purpose: purpose, binding: [1, 2], nonce: "n", verifier: "v", port: 8_080,
                    expiresAt: now.advanced(by: PendingSignIns.life)), key, at: now)
            let again = PendingSignIns(database: database)
            #expect(try await again.take(key, at: now) { _ in false }?.nonce == nil)
            let found = try await again.take(key, at: now) { _ in true }
            #expect(found?.purpose == purpose && found?.binding == [1, 2] && found?.port == 8_080)
            #expect(try await again.look(key, at: now)?.nonce == nil)
        }
        try await database.write { transaction in
            for number in 0..<(limit * 2) {
                try CeremonyRepository.put(
                    Token.hash("\(number)"), .providerSignIn, at: now, life: PendingSignIns.life, limit: limit,
                    transaction)
            }
        }
        let (count, first, last) = try await database.read { reader in
            (
                try CeremonyRepository.count(.providerSignIn, in: reader),
                try CeremonyRepository.find(Token.hash("0"), .providerSignIn, at: now, in: reader) != nil,
                try CeremonyRepository.find(Token.hash("\(limit * 2 - 1)"), .providerSignIn, at: now, in: reader) != nil
            )
        }
        #expect(count <= limit + Int(CeremonyRepository.pace) && !first && last)
    }
}
