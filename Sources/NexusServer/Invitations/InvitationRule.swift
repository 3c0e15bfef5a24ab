import NexusCore
import NexusDatabase

/// Decides who may invite, and which invitations still work.
enum InvitationRule {
    /// - Parameter person: whose account the link is to open.
    /// - Throws: `Refusal`: `forbidden`; `unknown_person` for a person who has a password already.
    static func requireInviter(_ user: UserID, for person: UserID?, _ reader: Reader) throws {
        if let person {
            try AccountStatus.requireAdministrator(user, reader)
            guard try AccountRepository.isUnclaimed(person, in: reader) else {
                throw Refusal(.unknownPerson, "This person has an account already, or is not on this server.")
            }
        } else {
            guard try mayInvite(user, reader) else {
                throw Refusal(.forbidden, "Only administrators of this server may invite people.")
            }
        }
    }

    /// The invitation of a token, while it works: it has uses left, has not expired, and its creator may still invite.
    ///
    /// - Throws: `Refusal` (`invitation_invalid`).
    static func working(_ token: String, at now: Timestamp, in reader: Reader) throws -> Invitation {
        guard let invitation = try InvitationRepository.invitation(tokenHash: Token.hash(token), in: reader) else {
            throw Refusal.invitationInvalid("This invitation is not this server's, or it was revoked.")
        }
        guard invitation.expiresAt > now else { throw Refusal.invitationInvalid("This invitation has expired.") }
        guard invitation.usesLeft > 0 else { throw Refusal.invitationInvalid("This invitation has been used.") }
        let creator = invitation.creator.id
        guard
            try invitation.person == nil
                ? mayInvite(creator, reader) : AccountStatus.isAdministrator(creator, in: reader)
        else { throw Refusal.invitationInvalid("This invitation is not this server's, or it was revoked.") }
        return invitation
    }

    private static func mayInvite(_ user: UserID, _ reader: Reader) throws -> Bool {
        if try AccountStatus.isSuspended(user, in: reader) { return false }
        return try TeamRepository.info(reader).invite == .members
            || AccountStatus.isAdministrator(user, in: reader)
    }
}

extension Refusal {
    /// - Parameter reason: what is wrong with the link.
    static func invitationInvalid(_ reason: String) -> Refusal {
        Refusal(.invitationInvalid, "\(reason) Ask for a new one.")
    }
}
