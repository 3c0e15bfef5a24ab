import NexusCore
import NexusDatabase

/// The challenges that passkeys have yet to sign. Each is for one purpose, once, for five minutes.
struct PasskeyChallenges: Sendable {
    /// Milliseconds that a challenge works (WebAuthn Level 3 §15.1 recommends 5 minutes).
    static let life: Int64 = 5 * 60_000
    /// About as many challenges of each kind are kept; beyond it the oldest end. Those of strangers are apart, so that a flood of theirs ends no member's.
    static let limit = 10_000

    enum Purpose: Hashable, Sendable {
        /// Of a caller who is not known yet.
        case signIn
        case register(SessionID)
        case prove(SessionID)

        fileprivate var kind: CeremonyRepository.Kind { self == .signIn ? .passkeyOfStranger : .passkeyOfSession }

        /// A session has one challenge for each purpose: a newer one replaces it.
        fileprivate var owner: String {
            switch self {
            case .signIn: ""
            case .register(let session): "register \(session.text)"
            case .prove(let session): "prove \(session.text)"
            }
        }
    }

    let database: any Database
    let now: @Sendable () -> Timestamp

    /// A new challenge of 256 random bits.
    /// - Throws: `DatabaseError`.
    func issue(_ purpose: Purpose) async throws -> [UInt8] {
        let challenge = Token.randomBytes()
        let time = now()
        try await database.writeEssential { transaction in
            try CeremonyRepository.put(
                challenge, purpose.kind, owner: purpose.owner, at: time, life: Self.life, limit: Self.limit, transaction
            )
        }
        return challenge
    }

    /// Spends a challenge; returns false if it is none of this purpose, was spent, or has expired.
    /// - Throws: `DatabaseError`.
    func spend(_ challenge: [UInt8], for purpose: Purpose) async throws -> Bool {
        let time = now()
        return try await database.writeEssential { transaction in
            guard
                let found = try CeremonyRepository.find(challenge, purpose.kind, at: time, in: transaction),
                found.owner == purpose.owner
            else { return false }
            try CeremonyRepository.remove(challenge, transaction)
            return true
        }
    }
}
