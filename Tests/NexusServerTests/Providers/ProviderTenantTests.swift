import NexusCore
import Testing

@testable import NexusServer

@Suite("A provider with an issuer for each tenant")
struct ProviderTenantTests {
    private static let (one, other) = ("11111111-2222-3333-4444-555555555555", "99999999-2222-3333-4444-555555555555")

    private func serve<T: Sendable>(
        _ tenants: ProviderIssuer.Tenants?,
        _ body: @Sendable (RunningServer, StandInProvider) async throws -> T
    ) async throws -> T {
        try await StandInProvider.serve(
            {
                $0.issuer += "/common/v2.0"
                $0.tenants = tenants
            }
        ) { server, provider in
            provider.behave { [issuer = provider.issuer] in
                $0.document = ["issuer": .text(issuer + "/{tenantid}/v2.0")]
            }
            return try await body(server, provider)
        }
    }

    /// Signs in with a token of a tenant's issuer that names `tid`.
    private func enter(
        _ server: RunningServer, _ provider: StandInProvider, issuer: String, tid: String?, name: String = "Grace",
        isConfirmed: Bool = true
    ) async throws -> RunningServer.Answer {
        provider.behave { [root = provider.issuer] in
            $0.claims = { claims in
                claims["iss"] = .text("\(root)/\(issuer)/v2.0")
                claims["tid"] = tid.map { .text($0) }
                claims["email_verified"] = nil
                claims["xms_edov"] = .flag(isConfirmed)
            }
        }
        return try await server.enter(StandInProvider.Person(name), with: provider)
    }

    @Test("lets in people of every tenant, or of the named ones, whose token's issuer is that of its tenant")
    func issuers() async throws {
        try await serve(.all) { (server, provider) async throws in
            let (one, other) = (ProviderTenantTests.one, ProviderTenantTests.other)
            let grace = try SignedIn.decode(
                try await enter(server, provider, issuer: one, tid: one).body)
            let again = try SignedIn.decode(try await enter(server, provider, issuer: one, tid: one).body)
            #expect(again.profile.user.id == grace.profile.user.id)
            // The same subject of another tenant is another person, whose address is taken.
            #expect(try await enter(server, provider, issuer: other, tid: other).refusal?.code == .emailTaken)
            for (issuer, tid) in [
                (one, other), (other, one), (one, nil), ("{tenantid}", "{tenantid}"), ("common", "common"),
                ("evil/\(one)", one), ("..", ".."), ("", ""),
            ] {
                let refused = try await enter(server, provider, issuer: issuer, tid: tid)
                #expect(refused.refusal?.code == .providerInvalid, "\(issuer) \(tid ?? "")")
            }
            let unconfirmed = try await enter(
                server, provider, issuer: one, tid: one, name: "Eve", isConfirmed: false)
            #expect(unconfirmed.refusal?.code == .emailUnconfirmed, "a tenant writes any address into its tokens")
            #expect(try await server.connections(of: grace).connected.map(\.provider.name) == ["acme"])
        }
        try await serve(.some([ProviderTenantTests.one])) { (server, provider) async throws in
            let (one, other) = (ProviderTenantTests.one, ProviderTenantTests.other)
            #expect(try await enter(server, provider, issuer: one, tid: one).status == 200)
            #expect(try await enter(server, provider, issuer: other, tid: other).refusal?.code == .providerInvalid)
        }
    }

    @Test("is refused without the setting, and if its document names another issuer")
    func documents() async throws {
        try await serve(nil) { (server, _) async throws in
            #expect(try await server.tryToStart().refusal?.code == .providerUnavailable)
        }
        for issuer in [
            "https://evil.example/{tenantid}/v2.0", "{tenantid}", "", "ROOT/common/v2.0", "ROOT/{tenantid}/v1.0",
            "ROOT/{tenantid}/{tenantid}", "ROOT/{tenantid}/v2.0/more", "ROOT/x{tenantid}/v2.0",
        ] {
            try await serve(.all) { (server, provider) async throws in
                provider.behave { [root = provider.issuer] in
                    $0.document = ["issuer": .text(issuer.replacing("ROOT", with: root))]
                }
                #expect(try await server.tryToStart().refusal?.code == .providerUnavailable, "\(issuer)")
            }
        }
    }
}
