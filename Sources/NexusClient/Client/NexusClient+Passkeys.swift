import NexusCore

extension NexusClient {
    /// The user's passkeys, the oldest first.
    public func passkeys() async throws(ClientError) -> [Passkey] {
        try await api().call(Endpoints.passkeys, Nothing()).passkeys
    }

    /// What a passkey is made of, for a program with an authenticator: `PublicKeyCredentialCreationOptions`.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `proof_required`, `too_many_passkeys`, `passkeys_unavailable`.
    public func beginPasskey() async throws(ClientError) -> PasskeyCreation {
        try await api().call(Endpoints.beginPasskey, Nothing())
    }

    /// Adds the passkey that the authenticator has made.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `passkey_invalid`, `invalid_name`.
    public func addPasskey(_ registration: PasskeyRegistration) async throws(ClientError) -> Passkey {
        try await api().call(Endpoints.addPasskey, registration)
    }

    /// Renames one of the user's passkeys.
    @discardableResult
    public func renamePasskey(_ passkey: PasskeyID, to name: String) async throws(ClientError) -> Passkey {
        try await api().call(Endpoints.renamePasskey, PasskeyName(name: name), path: ["passkey": passkey.text])
    }

    /// Removes one of the user's passkeys; it signs nobody in any more.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `proof_required`; `last_way_in` where nothing else would let the user in.
    public func removePasskey(_ passkey: PasskeyID) async throws(ClientError) {
        _ = try await api().call(Endpoints.removePasskey, Nothing(), path: ["passkey": passkey.text])
    }
}
