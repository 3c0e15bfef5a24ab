import NexusCore
import NexusDatabase

/// The ways in to an account that a stranger may have set up before the owner of its address came from a provider.
enum EarlierWaysIn {
    /// Removes them all: the password, links for a new one, a pending change of address, passkeys, the authenticator app with its recovery
    /// codes, connections with providers, and sessions. The audit log has what the owner would not expect to be gone.
    ///
    /// - Parameter settings: of the provider that the owner came from.
    /// - Returns: the sessions that ended.
    static func remove(
        of user: UserID, for settings: ProviderSettings, at time: Timestamp, _ transaction: Transaction
    ) throws -> [SessionID] {
        let note = "linked with \(settings.title)"
        try AccountRepository.setPasswordHash(AccountRepository.noPassword, of: user, transaction)
        try ResetRepository.delete(of: user, transaction)
        try EmailChangeRepository.cancel(of: user, transaction)
        try Passkeys.removeAll(of: user, note: note, at: time, transaction)
        try SecondFactor.remove(of: user, note: note, at: time, transaction)
        for identity in try IdentityRepository.identities(of: user, in: transaction) {
            _ = try IdentityRepository.delete(issuer: identity.issuer, of: user, transaction)
            let name = identity.issuer == settings.issuer ? settings.title : identity.issuer
            try AuditLog.append(.disconnectProvider, by: user, to: user, note: name, at: time, transaction)
        }
        return try SessionRepository.deleteAll(of: user, transaction)
    }
}
