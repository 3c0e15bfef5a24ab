import NexusCore

extension NexusClient {
    /// What a passkey signs to sign in at a server, for a program with an authenticator: `PublicKeyCredentialRequestOptions`.
    /// Works for five minutes.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`passkeys_unavailable`); ``ClientError/offline(_:)``.
    public func passkeyChallenge(of server: String) async throws(ClientError) -> PasskeyChallenge {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.passkeyChallenge, Nothing())
    }

    /// Signs in with what a passkey signed, which is both factors.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`passkey_invalid`); ``ClientError/otherAccount(_:)`` if another user is signed in;
    ///   ``ClientError/offline(_:)``.
    @discardableResult
    public func signIn(server: String, passkey: PasskeyAssertion) async throws(ClientError) -> Profile {
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        let request = PasskeySignIn(passkey: passkey, device: configuration.device)
        return try await enter(try await api.call(Endpoints.signInWithPasskey, request), api)
    }

    /// What one of the user's passkeys signs for ``prove(passkey:)``.
    public func proofChallenge() async throws(ClientError) -> PasskeyChallenge {
        try await api().call(Endpoints.proofChallenge, Nothing())
    }

    /// Proves the user's identity again with a passkey, as ``prove(password:code:)``.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`passkey_invalid`).
    public func prove(passkey: PasskeyAssertion) async throws(ClientError) {
        _ = try await api().call(Endpoints.prove, ProofRequest(passkey: passkey))
        announceSecondFactor()
    }
}
