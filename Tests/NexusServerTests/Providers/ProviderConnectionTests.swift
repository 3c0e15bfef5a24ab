import NexusCore
import Testing

@testable import NexusServer

@Suite("Connected providers")
struct ProviderConnectionTests {
    private typealias Person = StandInProvider.Person

    @Test("a signed-in person connects a provider's account, signs in with it, and disconnects it")
    func connects() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try await server.signUp("Grace")
            var other = Person("Grace")
            other.claims["email"] = .text("private@example.com")
            let made = try await server.connect(other, with: provider, by: grace)
            let connected = try ConnectedProviders.decode(made.body)
            #expect(connected.connected.map(\.email) == ["private@example.com"])
            #expect(connected.hasPassword)
            let again = try SignedIn.decode(try await server.enter(other, with: provider).body)
            #expect(again.profile.user.id == grace.profile.user.id)
            #expect(again.profile.user.email == "grace@example.org", "connecting changes no address")
            let acts = try await server.acts(for: grace).map(\.act)
            #expect(acts.contains(.connectProvider))
            let gone = try await server.ask("DELETE", "/v1/providers/acme", token: grace.accessToken)
            #expect(try ConnectedProviders.decode(gone.body).connected.isEmpty)
            #expect(try await server.enter("Grace").status == 200)
            #expect(try await server.enter(other, with: provider).status == 200, "it opens an account of its own")
        }
    }

    @Test("nobody takes away their own last way in")
    func lastWayIn() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            let refused = try await server.ask("DELETE", "/v1/providers/acme", token: grace.accessToken)
            #expect(refused.refusal?.code == .lastWayIn)
            #expect(try await server.connections(of: grace).connected.count == 1)
        }
    }

    @Test("a provider's account belongs to one person, and a person has one account of a provider")
    func unique() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try await server.signUp("Grace")
            let eve = try await server.signUp("Eve")
            #expect(try await server.connect(Person("Grace"), with: provider, by: grace).status == 200)
            #expect(try await server.connect(Person("Grace"), with: provider, by: grace).status == 200)
            let stolen = try await server.connect(Person("Grace"), with: provider, by: eve)
            #expect(stolen.refusal?.code == .providerTaken)
            let second = try await server.connect(Person("Emmy"), with: provider, by: grace)
            #expect(second.refusal?.code == .providerTaken)
        }
    }

    @Test("what one person began to connect another cannot finish, and no sign-in comes of it")
    func foreign() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try await server.signUp("Grace")
            let eve = try await server.signUp("Eve")
            let start = String(
                decoding: ProviderStart(device: "test", challenge: RunningServer.challenge).json, as: UTF8.self)
            let began = try await server.ask(
                "POST", "/v1/providers/acme/connect", start, token: eve.accessToken)
            var answer = try provider.answer(try ProviderStarted.decode(began.body), as: Person("Eve"))
            answer.verifier = RunningServer.verifier
            let body = String(decoding: answer.json, as: UTF8.self)
            let planted = try await server.ask(
                "POST", "/v1/providers/acme/connected", body, token: grace.accessToken)
            #expect(planted.refusal?.code == .providerExpired)
            #expect(try await server.finish(answer).refusal?.code == .providerExpired)
            let unsigned = try await server.ask("POST", "/v1/providers/acme/connected", body)
            #expect(unsigned.refusal?.code == .notSignedIn)
        }
    }
}
