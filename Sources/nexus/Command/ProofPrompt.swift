import NexusClient
import NexusCore

/// Asks for the password where an act needs a fresh proof of identity.
///
/// An account without a password has no proof that a terminal can give: passkeys need a browser. The refusal is thrown on, and
/// ``CommandExit`` says how to sign in again.
enum ProofPrompt {
    /// Acts; if the server asks for a fresh proof, gives it and acts again.
    static func answered<Answer>(
        _ client: NexusClient, _ act: () async throws(ClientError) -> Answer
    ) async throws -> Answer {
        do throws(ClientError) {
            return try await act()
        } catch {
            guard case .refused(let refusal) = error, refusal.code == .proofRequired,
                try await client.proof().hasPassword
            else { throw error }
        }
        Output.warn("Your last sign-in was more than ten minutes ago. Confirm that it is you.")
        let password = try PasswordInput.read(.current)
        try await SecondFactorPrompt.answered(nil) { (code) async throws(ClientError) in
            try await client.prove(password: password, code: code)
        }
        return try await act()
    }
}
