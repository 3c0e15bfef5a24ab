#if DEBUG
    import NexusClient
    import NexusCore

    /// How the user of a preview signs in.
    struct PreviewSecurity {
        var secondFactor = SecondFactorState()
        var passkeys: [Passkey] = []
        var providers = ConnectedProviders(connected: [], hasPassword: true)
        var log: [AuditEntry] = []
        var proof = ProofState(until: .zero, hasPassword: true)
        /// Whether what needs a proof of identity asks for one.
        var asksForProof = false

        static let codes = ["5K2P-9QXM", "J7RT-WC4D", "M3HN-8BVF"]

        static let plain = PreviewSecurity()

        /// With everything that there can be.
        static let full = PreviewSecurity(
            secondFactor: SecondFactorState(
                since: PreviewData.time(0), recoveryCodes: 8, isRequired: true, hasPasskey: true),
            passkeys: [
                Passkey(
                    id: PasskeyID(high: 1, low: 1), name: "iPhone", createdAt: PreviewData.time(0),
                    lastUsedAt: PreviewData.time(60)),
                Passkey(id: PasskeyID(high: 1, low: 2), name: "Mac", createdAt: PreviewData.time(0)),
            ],
            providers: ConnectedProviders(
                connected: [
                    ConnectedProvider(
                        provider: SignInProvider(name: "google", title: "Google"), email: "ada@example.org",
                        connectedAt: PreviewData.time(0))
                ], hasPassword: true),
            log: [entry(4, .addPasskey, "Mac"), entry(3, .failSignIn, ""), entry(2, .addSecondFactor, "")]
                + [entry(1, .signIn, "Ada’s iPhone")],
            proof: ProofState(until: .zero, hasPassword: true, needsCode: true, hasPasskey: true), asksForProof: true)

        private static func entry(_ number: Int64, _ act: AuditEntry.Act, _ note: String) -> AuditEntry {
            AuditEntry(
                number: number, at: PreviewData.time(number * 10), actor: PreviewData.ada, act: act,
                subject: PreviewData.ada, note: note)
        }
    }

    /// A device with passkeys, whose user gives up.
    struct PreviewPasskeys: PasskeyAuthenticator {
        func sign(_ challenge: PasskeyChallenge) async throws(ClientError) -> PasskeyAssertion? { nil }
        func make(_ creation: PasskeyCreation) async throws(ClientError) -> PasskeyRegistration? { nil }
    }
#endif
