import NexusCore

extension NexusClient {
    /// How long the session's last proof of the user's identity lasts, and what the next can be.
    public func proof() async throws(ClientError) -> ProofState {
        try await api().call(Endpoints.proof, Nothing())
    }

    /// Proves the user's identity again, for calls that are refused with `proof_required`; they succeed for ten minutes from then on.
    ///
    /// - Parameter code: of the authenticator app, or a recovery code, where a second factor is on.
    /// - Throws: ``ClientError/refused(_:)``: `wrong_credentials`, `code_required`, `wrong_code`.
    public func prove(password: String, code: String? = nil) async throws(ClientError) {
        _ = try await api().call(Endpoints.prove, ProofRequest(password: password, code: code))
    }
}
