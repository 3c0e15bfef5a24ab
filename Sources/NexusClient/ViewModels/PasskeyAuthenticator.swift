import NexusCore

/// Makes passkeys and signs with them. An app implements it over the system's; tests script it.
@MainActor
public protocol PasskeyAuthenticator: Sendable {
    /// Signs a challenge with a passkey that the user chooses; nil if they gave up.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`passkey_invalid`) with the system's reason.
    func sign(_ challenge: PasskeyChallenge) async throws(ClientError) -> PasskeyAssertion?
    /// Makes a passkey on this device; nil if the user gave up.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`passkey_invalid`) with the system's reason.
    func make(_ creation: PasskeyCreation) async throws(ClientError) -> PasskeyRegistration?
}

extension SignInViewModel {
    /// Signs in with a passkey of this device, which is both factors.
    ///
    /// - Returns: whether the user is signed in; false also if they gave up, without an ``error``.
    @discardableResult
    public func signIn(by authenticator: any PasskeyAuthenticator) async -> Bool {
        guard let challenge = await passkeyChallenge() else { return false }
        do throws(ClientError) {
            guard let signed = try await authenticator.sign(challenge) else { return false }
            return await signIn(with: signed)
        } catch {
            self.error = error
            return false
        }
    }
}

extension SecurityViewModel {
    /// As ``prove(password:code:)``, with a passkey of this device.
    public func prove(by authenticator: any PasskeyAuthenticator) async {
        guard let challenge = await proofChallenge() else { return }
        do throws(ClientError) {
            if let signed = try await authenticator.sign(challenge) { await prove(with: signed) }
        } catch {
            self.error = error
        }
    }
}
