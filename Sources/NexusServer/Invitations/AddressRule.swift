import NexusCore
import NexusDatabase

/// Decides whether the owner of an address may join without an invitation.
enum AddressRule {
    /// What the owner of an address finds on the server.
    enum Standing {
        /// Imported or added, without a password: the owner takes the account over.
        case unclaimed(User)
        /// No account, and the team lets the address's domain in.
        case welcome
        /// An account with a password.
        case member(User)
        /// None of these, or suspended.
        case unknown
    }

    static func standing(of email: String, in reader: Reader) throws -> Standing {
        if let account = try AccountRepository.account(email: email, in: reader) {
            let user = account.profile.user
            if try AccountStatus.isSuspended(user.id, in: reader) { return .unknown }
            return account.passwordHash.isEmpty ? .unclaimed(user) : .member(user)
        }
        return try isWelcome(email, in: reader) ? .welcome : .unknown
    }

    /// Whether the team lets in new people with that address, once it is confirmed.
    static func isWelcome(_ email: String, in reader: Reader) throws -> Bool {
        let info = try TeamRepository.info(reader)
        guard !info.needsSetup, let domain = MailAddress(email)?.domain else { return false }
        return info.join == .everyone || info.domains.contains(String(domain))
    }

    /// The link of a token while it works, and what its owner finds.
    ///
    /// - Returns: nil for a token of no such link.
    /// - Throws: `Refusal` (`invitation_invalid`) for one that has expired, or whose address may no longer join.
    static func working(
        _ token: String, at now: Timestamp, in reader: Reader
    ) throws -> (email: String, standing: Standing, expiresAt: Timestamp)? {
        guard let link = try JoinLinkRepository.link(tokenHash: Token.hash(token), in: reader) else { return nil }
        guard link.expiresAt > now else { throw Refusal.invitationInvalid("This link has expired.") }
        let standing = try standing(of: link.email, in: reader)
        switch standing {
        case .unclaimed, .welcome: return (link.email, standing, link.expiresAt)
        case .member: throw Refusal.invitationInvalid("This address has an account already.")
        case .unknown: throw Refusal.invitationInvalid("This address may no longer join.")
        }
    }
}
