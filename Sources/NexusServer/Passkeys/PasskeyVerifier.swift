import NexusCore
import NexusDatabase

/// Checks what passkeys signed: for sign-ins, and for fresh proofs of identity.
struct PasskeyVerifier: Sendable {
    let database: any Database
    let accounts: AccountService
    let challenges: PasskeyChallenges

    /// Verifies a signature of a challenge, which is spent by that, right or wrong. The caller notes the proof in the transaction that it
    /// allows (``Passkeys/use(_:at:_:)``).
    ///
    /// - Parameters:
    ///   - user: whose passkey it must be; nil for a sign-in, where the passkey says whose it is.
    ///   - origin: the address that failures are counted for.
    /// - Throws: `Refusal` (`passkey_invalid`). A counter that went back is in the audit log.
    func verify(
        _ assertion: PasskeyAssertion, for purpose: PasskeyChallenges.Purpose, of user: UserID?, on party: RelyingParty,
        from origin: SignInOrigin
    ) async throws -> PasskeyProof {
        let parts = try Parts(assertion)
        let challenge = try PasskeyVerifier.challenge(in: parts.clientData)
        guard try await challenges.spend(challenge, for: purpose) else { throw Refusal.passkeyExpired }
        let found = try await database.read { try PasskeyRepository.stored(credential: parts.credential, in: $0) }
        guard let found, user == nil || found.user == user else { throw Refusal.passkeyUnknown }
        // A sign-in names its user; a proof may (§7.2 step 6).
        guard parts.user == found.user || parts.user == nil && user != nil && assertion.user == nil else {
            throw Refusal(.userHandle)
        }
        do throws(WebAuthnProblem) {
            let data = try Ceremony(relyingParty: party, challenge: challenge).verify(
                clientData: parts.clientData, authenticatorData: parts.authenticatorData, signature: parts.signature,
                with: found.record)
            return PasskeyProof(passkey: found, data: data)
        } catch {
            if error == .counter { try await tellCopy(found) }
            if error == .signature, user == nil { accounts.failed(found.user, from: origin) }
            throw Refusal(error)
        }
    }

    /// The challenge that a browser says was signed.
    static func challenge(in clientData: [UInt8]) throws -> [UInt8] {
        guard clientData.count <= Ceremony.clientDataBytes, let told = try? ClientData(clientData),
            let challenge = Base64URL.bytes(of: told.challenge)
        else { throw Refusal(.malformed) }
        return challenge
    }

    private func tellCopy(_ passkey: PasskeyRepository.Stored) async throws {
        let time = accounts.now()
        try await database.writeEssential { transaction in
            try AuditLog.append(
                .refusePasskey, by: passkey.user, to: passkey.user, note: passkey.name, at: time, transaction)
        }
        await accounts.tellDevices(of: passkey.user)
    }

    /// The decoded parts of an assertion.
    private struct Parts {
        var credential: [UInt8]
        var clientData: [UInt8]
        var authenticatorData: [UInt8]
        var signature: [UInt8]
        var user: UserID?

        init(_ assertion: PasskeyAssertion) throws {
            guard
                let credential = Base64URL.bytes(
                    of: assertion.id, atMost: AuthenticatorData.Credential.identifierBytes),
                let clientData = Base64URL.bytes(of: assertion.clientData, atMost: Ceremony.clientDataBytes),
                let data = Base64URL.bytes(
                    of: assertion.authenticatorData, atMost: Ceremony.authenticatorDataBytes),
                let signature = Base64URL.bytes(of: assertion.signature, atMost: Ceremony.signatureBytes)
            else { throw Refusal(.malformed) }
            self.credential = credential
            self.clientData = clientData
            authenticatorData = data
            self.signature = signature
            user = assertion.user.flatMap { Base64URL.bytes(of: $0, atMost: 64) }.flatMap { UserID(handle: $0) }
        }
    }
}

extension Base64URL {
    /// The bytes of a text that is not longer than so many of them take.
    static func bytes(of text: String, atMost limit: Int) -> [UInt8]? {
        guard text.utf8.count <= (limit + 2) / 3 * 4, let bytes = bytes(of: text), bytes.count <= limit else {
            return nil
        }
        return bytes
    }
}

extension ID<UserSubject> {
    /// The handle by which authenticators know the user: 16 bytes that say nothing of the person (WebAuthn Level 3 §14.6.1).
    var handle: [UInt8] { [high, low].flatMap { word in (0..<8).map { UInt8(word >> (56 - 8 * $0) & 0xFF) } } }

    init?(handle: [UInt8]) {
        guard handle.count == 16 else { return nil }
        let words = [handle[0..<8], handle[8..<16]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: words[0], low: words[1])
    }
}
