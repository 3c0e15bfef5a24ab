import NexusCore

extension WireFixtureTests {
    private static let acme = SignInProvider(name: "acme", title: "Acme")
    private static let connected = ConnectedProviders(
        connected: [
            ConnectedProvider(provider: acme, email: "ada@example.org", connectedAt: WireSamples.now),
            ConnectedProvider(provider: SignInProvider(name: "other", title: "Other"), email: "", connectedAt: .zero),
        ], hasPassword: true)

    static let providers =
        [
            WireFixture(
                "endpoint.server.response.providers",
                ServerInfo(team: "Engines", providers: [acme], takesPasswords: false)),
            WireFixture(
                "endpoint.startProvider.request.program",
                ProviderStart(device: "laptop", challenge: "challenge", port: 4_711)),
            WireFixture(
                "endpoint.finishProvider.request.denied", ProviderAnswer(state: "state", error: "access_denied")),
        ]
        + bodies(
            "startProvider", Endpoints.startProvider, ProviderStart(device: "Chrome", invitation: "token"),
            ProviderStarted(url: "https://id.example.org/authorize?state=state", state: "state"))
        + bodies(
            "finishProvider", Endpoints.finishProvider,
            ProviderAnswer(
                state: "state", code: "code", issuer: "https://id.example.org", verifier: "verifier",
                secondFactor: "123456"),
            signedIn)
        + bodies(
            "providerNonce", Endpoints.providerNonce, Nothing(),
            ProviderNonce(nonce: "nonce", expiresAt: WireSamples.now))
        + bodies(
            "signInWithToken", Endpoints.signInWithToken,
            ProviderToken(
                token: "a.b.c", nonce: "nonce", device: "iPhone", invitation: "token", secondFactor: "123456"),
            signedIn)
        + bodies("connectedProviders", Endpoints.connectedProviders, Nothing(), connected)
        + bodies(
            "providers", Endpoints.providers, Nothing(),
            ProviderReport(
                providers: [
                    ProviderState(
                        provider: acme, issuer: "https://id.example.org",
                        redirect: "https://chat.example.org/v1/providers/acme/callback",
                        problem: "It did not answer within 10 seconds.", checkedAt: WireSamples.now)
                ], takesPasswords: false))
        + bodies(
            "testProvider", Endpoints.testProvider, Nothing(),
            ProviderState(
                provider: acme, issuer: "https://id.example.org",
                redirect: "https://chat.example.org/v1/providers/acme/callback"))
}
