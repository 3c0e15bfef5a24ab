import NexusCore
import Testing

@testable import NexusServer

@Suite("The provider's logout")
struct ProviderLogoutTests {
    private typealias Person = StandInProvider.Person

    private func isSignedIn(_ person: SignedIn, _ server: RunningServer) async throws -> Bool {
        try await server.ask("GET", "/v1/profile", token: person.accessToken).status == 200
    }

    @Test("ends the sessions that were opened with it: of the person, or of one session there")
    func ends() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            var grace = Person("Grace")
            grace.claims["sid"] = .text("one")
            let first = try SignedIn.decode(try await server.enter(grace, with: provider).body)
            grace.claims["sid"] = .text("two")
            let second = try SignedIn.decode(try await server.enter(grace, with: provider).body)
            let emmy = try SignedIn.decode(try await server.enter(Person("Emmy"), with: provider).body)
            let one = provider.sign(provider.logout(["sid": .text("one")]))
            #expect(try await server.logOut(one).status == 200)
            #expect(try await !isSignedIn(first, server))
            #expect(try await isSignedIn(second, server))
            let all = provider.sign(provider.logout(["sub": .text(grace.subject)], identifier: "all"))
            #expect(try await server.logOut(all).status == 200)
            #expect(try await !isSignedIn(second, server))
            #expect(try await isSignedIn(emmy, server))
        }
    }

    @Test("leaves sessions alone that were opened with a password")
    func passwords() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try await server.signUp("Grace")
            _ = try await server.connect(Person("Grace"), with: provider, by: grace)
            let all = provider.sign(provider.logout(["sub": .text(Person("Grace").subject)]))
            #expect(try await server.logOut(all).status == 200)
            #expect(try await isSignedIn(grace, server))
        }
    }

    /// Changes of a logout token's claims that must end nothing.
    private static let lies: [@Sendable (inout [String: ClaimValue]) -> Void] = [
        { $0["events"] = nil }, { $0["events"] = .object(["other": .object([:])]) }, { $0["nonce"] = .text("one") },
        { $0["sub"] = nil }, { $0["jti"] = nil }, { $0["aud"] = .text("other") },
        { $0["iss"] = .text("https://evil.example") }, { $0["iat"] = .number(1_600_000_000) }, { $0["iat"] = nil },
        { $0["exp"] = .number(1_600_000_000) },
    ]

    @Test("is refused with a wrong, old or used token, and with an ID token")
    func refuses() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            let subject = ClaimValue.text(Person("Grace").subject)
            for (number, lie) in ProviderLogoutTests.lies.enumerated() {
                var claims = provider.logout(["sub": subject], identifier: "\(number)")
                lie(&claims)
                let refused = try await server.logOut(provider.sign(claims))
                #expect(refused.refusal?.code == .invalidRequest, "\(number)")
            }
            let idToken = provider.sign(provider.claims(of: Person("Grace"), nonce: "one"))
            #expect(try await server.logOut(idToken).refusal?.code == .invalidRequest)
            let access = provider.sign(
                provider.logout(["sub": subject], identifier: "access"), header: ["typ": .text("at+jwt")])
            #expect(try await server.logOut(access).refusal?.code == .invalidRequest)
            #expect(try await server.logOut("").refusal?.code == .invalidRequest)
            #expect(try await isSignedIn(grace, server))
            let used = provider.sign(
                provider.logout(["sub": subject], identifier: "used"), header: ["typ": .text("logout+jwt")])
            #expect(try await server.logOut(used).status == 200)
            #expect(try await server.logOut(used).refusal?.code == .invalidRequest)
        }
    }
}
