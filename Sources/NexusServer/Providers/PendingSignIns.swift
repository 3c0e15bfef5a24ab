import Foundation
import NexusCore
import NexusDatabase

/// The sign-ins that were begun and not finished, each for ten minutes and for one answer.
struct PendingSignIns: Sendable {
    /// Milliseconds.
    static let life: Int64 = 600_000
    /// About as many sign-ins at a time are kept; beyond it the oldest end.
    static let limit = 20_000

    /// What a sign-in is for.
    enum Purpose: Equatable, Sendable {
        case signIn(device: String, invitation: String?)
        /// To connect the provider's account with this user's.
        case connect(UserID)
        /// An ID token that a device asks for itself.
        case token
    }

    struct Pending: Sendable {
        var provider: String
        var purpose: Purpose
        /// SHA-256 of what the client alone has: a browser's cookie, or the verifier of a program.
        var binding: [UInt8]
        var nonce: String
        /// Of the code that the provider gives out (RFC 7636 §4.1).
        var verifier: String
        /// Where a program waits for the answer on its device.
        var port: Int?
        var expiresAt: Timestamp
        /// Once the provider's answer was checked, while a code of the second factor is missing.
        var person: ProviderPerson?
    }

    let database: any Database

    /// - Parameter key: the hash of the state or nonce.
    /// - Throws: `DatabaseError`.
    func put(_ pending: Pending, _ key: [UInt8], at now: Timestamp) async throws {
        let content = try pending.text
        try await database.writeEssential { transaction in
            try CeremonyRepository.put(
                key, .providerSignIn, content: content, at: now, life: pending.expiresAt.since(now), limit: Self.limit,
                transaction)
        }
    }

    /// A sign-in that waits.
    /// - Throws: `DatabaseError`.
    func look(_ key: [UInt8], at now: Timestamp) async throws -> Pending? {
        try await database.read { try CeremonyRepository.find(key, .providerSignIn, at: now, in: $0) }
            .flatMap { Pending(text: $0.content) }
    }

    /// Takes a sign-in out; nil unless it is there, in time, and `isWanted`.
    /// - Throws: `DatabaseError`.
    func take(
        _ key: [UInt8], at now: Timestamp, _ isWanted: @escaping @Sendable (Pending) -> Bool
    ) async throws -> Pending? {
        try await database.writeEssential { transaction in
            guard let found = try CeremonyRepository.find(key, .providerSignIn, at: now, in: transaction),
                let pending = Pending(text: found.content), isWanted(pending)
            else { return nil }
            try CeremonyRepository.remove(key, transaction)
            return pending
        }
    }
}

extension PendingSignIns.Pending {
    /// As it is stored.
    private struct Stored: Codable {
        var provider: String
        var device: String?
        var invitation: String?
        var user: String?
        var binding: [UInt8]
        var nonce: String
        var verifier: String
        var port: Int?
        var expiresAt: Int64
        var person: ProviderPerson?
    }

    fileprivate var text: String {
        get throws {
            var stored = Stored(
                provider: provider, binding: binding, nonce: nonce, verifier: verifier, port: port,
                expiresAt: expiresAt.milliseconds, person: person)
            switch purpose {
            case .signIn(let device, let invitation): (stored.device, stored.invitation) = (device, invitation)
            case .connect(let user): stored.user = user.text
            case .token: break
            }
            return String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
        }
    }

    /// - Returns: nil for what another version may have stored.
    fileprivate init?(text: String) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else { return nil }
        let purpose: PendingSignIns.Purpose
        if let device = stored.device {
            purpose = .signIn(device: device, invitation: stored.invitation)
        } else if let user = stored.user {
            guard let user = UserID(user) else { return nil }
            purpose = .connect(user)
        } else {
            purpose = .token
        }
        self.init(
            provider: stored.provider, purpose: purpose, binding: stored.binding, nonce: stored.nonce,
            verifier: stored.verifier, port: stored.port, expiresAt: Timestamp(milliseconds: stored.expiresAt),
            person: stored.person)
    }
}
