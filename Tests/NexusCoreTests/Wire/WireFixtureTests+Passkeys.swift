import NexusCore

extension WireFixtureTests {
    static let passkeys =
        bodies("passkeys", Endpoints.passkeys, Nothing(), PasskeyList(passkeys: [passkey]))
        + bodies(
            "beginPasskey", Endpoints.beginPasskey, Nothing(),
            PasskeyCreation(
                challenge: "Y2hhbGxlbmdl", host: "chat.example.org", hostName: "Analytical Engines", user: "dXNlcg",
                email: "ada@example.org", userName: "Ada", algorithms: [-7, -8, -257], known: ["Y3JlZGVudGlhbA"]))
        + bodies(
            "addPasskey", Endpoints.addPasskey,
            PasskeyRegistration(name: "Laptop", clientData: "Y2xpZW50", attestation: "YXR0ZXN0YXRpb24"), passkey)
        + bodies("renamePasskey", Endpoints.renamePasskey, PasskeyName(name: "Laptop"), passkey)
        + bodies("removePasskey", Endpoints.removePasskey, Nothing(), Nothing())
        + bodies(
            "passkeyChallenge", Endpoints.passkeyChallenge, Nothing(),
            PasskeyChallenge(challenge: "Y2hhbGxlbmdl", host: "chat.example.org"))
        + bodies(
            "signInWithPasskey", Endpoints.signInWithPasskey,
            PasskeySignIn(passkey: assertion, device: "Ada's browser"), signedIn)
        + bodies(
            "proofChallenge", Endpoints.proofChallenge, Nothing(),
            PasskeyChallenge(challenge: "Y2hhbGxlbmdl", host: "chat.example.org", known: ["Y3JlZGVudGlhbA"]))
        + bodies(
            "renewRecoveryCodes", Endpoints.renewRecoveryCodes, Nothing(),
            RecoveryCodes(codes: ["ABCD-EFGH-2345-6723"]))
        + [
            WireFixture("endpoint.prove.request.passkey", ProofRequest(passkey: assertion)),
            WireFixture(
                "endpoint.proof.response.passkey", ProofState(until: WireSamples.now, hasPasskey: true)),
            WireFixture("endpoint.server.response.passkeys", ServerInfo(hasPasskeys: true)),
            WireFixture(
                "endpoint.secondFactor.response.passkey", SecondFactorState(isRequired: true, hasPasskey: true)),
            WireFixture(
                "endpoint.passkeys.response.new",
                PasskeyList(passkeys: [Passkey(id: id, name: "Phone", createdAt: WireSamples.before)])),
        ]

    private static let id = PasskeyID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00C3)
    private static let passkey = Passkey(
        id: id, name: "Laptop", createdAt: WireSamples.before, lastUsedAt: WireSamples.now, isSynced: true)
    private static let assertion = PasskeyAssertion(
        id: "Y3JlZGVudGlhbA", clientData: "Y2xpZW50", authenticatorData: "ZGF0YQ", signature: "c2lnbmF0dXJl",
        user: "dXNlcg")
}
