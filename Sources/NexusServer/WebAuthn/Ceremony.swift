import Crypto

/// What a ceremony must answer, and the checks that registrations and sign-ins share.
struct Ceremony: Sendable {
    /// The maximum bytes of the parts of an answer.
    static let clientDataBytes = 8_192
    static let attestationBytes = 16_384
    static let authenticatorDataBytes = 4_096
    static let signatureBytes = 1_024

    var relyingParty: RelyingParty
    var challenge: [UInt8]
    /// Whether the authenticator must have verified its user by a PIN, a fingerprint or a face: then a passkey is two factors.
    var needsUserVerification = true

    /// Checks what the browser says (WebAuthn Level 3 §7.1 steps 5 to 12, §7.2 steps 8 to 14).
    ///
    /// - Returns: the hash that the authenticator signed.
    func check(_ clientData: [UInt8], _ kind: ClientData.Kind) throws(WebAuthnProblem) -> [UInt8] {
        guard clientData.count <= Ceremony.clientDataBytes else { throw .malformed }
        let told = try ClientData(clientData)
        guard told.type == kind.rawValue else { throw .type }
        guard told.challenge == Base64URL.text(of: challenge) else { throw .challenge }
        guard told.origin == relyingParty.origin else { throw .origin }
        guard told.isCrossOrigin != true, told.topOrigin == nil else { throw .crossOrigin }
        return Array(SHA256.hash(data: clientData))
    }

    /// Checks what the authenticator says of the host and the user (§7.1 steps 14 to 17, §7.2 steps 15 to 18).
    func check(_ data: AuthenticatorData) throws(WebAuthnProblem) {
        guard data.relyingPartyHash == relyingParty.hash else { throw .relyingParty }
        guard data.flags.contains(.userPresent) else { throw .userPresence }
        guard !needsUserVerification || data.flags.contains(.userVerified) else { throw .userVerification }
        guard !data.flags.contains(.backedUp) || data.flags.contains(.backupEligible) else { throw .backup }
    }
}
