/// Why the answer of an authenticator is refused: the step of WebAuthn Level 3 §7.1 or §7.2 that fails.
enum WebAuthnProblem: Error, Equatable {
    /// A part is larger than its limit, or cannot be read.
    case malformed
    /// The client data are of another ceremony.
    case type
    case challenge
    case origin
    /// The ceremony took place in a frame of another origin's page.
    case crossOrigin
    /// The authenticator answered for another host.
    case relyingParty
    case userPresence, userVerification
    /// Backed up without being eligible, or another eligibility than at the registration.
    case backup
    /// The key is of an algorithm that was not offered, or invalid.
    case key
    case credentialID
    case attestation
    case userHandle
    case signature
    /// The counter did not go up: the authenticator may have been cloned.
    case counter
}
