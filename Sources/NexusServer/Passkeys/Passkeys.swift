import NexusCore
import NexusDatabase

/// The rules of passkeys inside a transaction.
enum Passkeys {
    /// The maximum passkeys of one person.
    static let perPerson = 20

    /// - Throws: `Refusal` (`second_factor_required`) where the team requires a second factor and the caller's session has none, but the
    ///   caller has a passkey: the password alone adds no other.
    static func requireUse(_ context: SessionContext, in reader: Reader) throws {
        guard context.needsSecondFactor, try PasskeyRepository.count(of: context.user, in: reader) > 0 else { return }
        throw Refusal(
            .secondFactorRequired,
            "Your team requires two factors. Use your passkey; if you have lost it, ask an administrator for a link.")
    }

    /// Removes one of a user's passkeys. Without any, sessions that were proved by one have one factor again.
    static func remove(
        _ passkey: Passkey, of user: UserID, session: SessionID? = nil, note: String = "", at time: Timestamp,
        _ transaction: Transaction
    ) throws {
        try PasskeyRepository.delete(passkey.id, of: user, transaction)
        if try PasskeyRepository.count(of: user, in: transaction) == 0 {
            try SessionRepository.dropSecondFactor(of: user, transaction)
        }
        let note = [passkey.name, note].filter { !$0.isEmpty }.joined(separator: ", ")
        try AuditLog.append(.removePasskey, by: user, to: user, session: session, note: note, at: time, transaction)
    }

    /// Removes all passkeys of a user.
    static func removeAll(of user: UserID, note: String, at time: Timestamp, _ transaction: Transaction) throws {
        for passkey in try PasskeyRepository.list(of: user, in: transaction) {
            try remove(passkey, of: user, note: note, at: time, transaction)
        }
    }

    /// Notes a signature in the transaction that it allows.
    ///
    /// - Throws: `Refusal` (`passkey_invalid`) if the passkey is gone, or has signed something else meanwhile.
    static func use(_ proof: PasskeyProof, at time: Timestamp, _ transaction: Transaction) throws {
        guard
            try PasskeyRepository.use(
                proof.passkey, counter: proof.data.counter, isBackedUp: proof.data.flags.contains(.backedUp), at: time,
                transaction)
        else { throw Refusal.passkeyUnknown }
    }
}

/// A signature that was verified.
struct PasskeyProof: Sendable {
    var passkey: PasskeyRepository.Stored
    var data: AuthenticatorData
}

extension Refusal {
    static let passkeyUnknown = Refusal(
        .passkeyInvalid, "This server does not know that passkey. Sign in with your password, or with another passkey.")
    static let passkeyExpired = Refusal(.passkeyInvalid, "That took too long, or was tried twice. Try again.")

    /// What to tell of a passkey that is refused.
    init(_ problem: WebAuthnProblem) {
        switch problem {
        case .challenge: self = .passkeyExpired
        case .origin, .crossOrigin, .relyingParty:
            self.init(.passkeyInvalid, "The passkey was used on another page. Open this server's own address.")
        case .userVerification, .userPresence:
            self.init(
                .passkeyInvalid, "The device did not check that it is you. Use one with a PIN, fingerprint or face.")
        case .key, .attestation, .credentialID:
            self.init(.passkeyInvalid, "This kind of passkey cannot be used here. Try another device.")
        case .counter:
            self.init(
                .passkeyInvalid,
                "This passkey may have been copied, and was refused. Sign in with your password, and remove it.")
        case .malformed, .type, .backup, .userHandle, .signature:
            self.init(.passkeyInvalid, "The passkey could not be checked. Try again, or use another one.")
        }
    }
}
