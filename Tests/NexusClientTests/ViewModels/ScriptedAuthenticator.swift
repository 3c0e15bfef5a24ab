import NexusCore

@testable import NexusClient

/// A device with a passkey, as the test decides.
@MainActor
final class ScriptedAuthenticator: PasskeyAuthenticator {
    /// Whether the user agrees, or what goes wrong.
    var answer: Result<Bool, ClientError> = .success(true)
    private(set) var challenges: [String] = []

    func sign(_ challenge: PasskeyChallenge) async throws(ClientError) -> PasskeyAssertion? {
        challenges.append(challenge.challenge)
        guard try answer.get() else { return nil }
        return PasskeyAssertion(id: challenge.challenge, clientData: "", authenticatorData: "", signature: "")
    }

    func make(_ creation: PasskeyCreation) async throws(ClientError) -> PasskeyRegistration? {
        guard try answer.get() else { return nil }
        return PasskeyRegistration(name: "Key", clientData: "", attestation: "")
    }
}
