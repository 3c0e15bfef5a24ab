import NexusCore
import NexusDatabase

/// Creates, lists and revokes invitations, for users whom the team's policy allows to invite.
struct InvitationService: Sendable {
    let database: any Database
    let gate: OperationGate
    let now: @Sendable () -> Timestamp

    /// - Throws: `Refusal`: `forbidden`, `invalid_request` outside the limits, `conversation_gone`, `unknown_person`.
    func create(_ request: InvitationRequest, by user: UserID) async throws -> NewInvitation {
        var request = request
        if request.person != nil { request.uses = 1 }
        try InvitationService.check(request)
        let time = now()
        let expiry = time.advanced(by: Int64(request.days) * 86_400_000)
        let token = Token.link()
        let id = InvitationID(at: time)
        let invitation = try await gate.change { [request] transaction, performer in
            try InvitationRule.requireInviter(user, for: request.person, transaction)
            let context = performer.context(OperationID(at: time), of: user, at: time, transaction)
            for conversation in request.conversations {
                try context.require(.addMembers, in: try context.conversation(conversation))
            }
            try InvitationRepository.deleteExpired(before: time, transaction)
            let count = try InvitationRepository.pendingCount(by: user, areMailed: false, at: time, in: transaction)
            guard count < Limits.pendingInvitations else {
                throw Refusal(.invalidRequest, "You have \(count) open invitations. Revoke some first.")
            }
            try InvitationRepository.insert(
                id, tokenHash: Token.hash(token), request, by: user, at: time, until: expiry, transaction)
            try AuditLog.append(
                .invite, by: user, to: request.person ?? user, note: "uses: \(request.uses), days: \(request.days)",
                at: time, transaction)
            return (try InvitationRepository.invitation(id, in: transaction), [])
        }
        guard let invitation else { throw Refusal.invitationInvalid("This invitation has been revoked.") }
        return NewInvitation(invitation: invitation, token: token)
    }

    /// The caller's own; for administrators all, where they ask for that.
    func list(all isOfAll: Bool, for user: UserID) async throws -> InvitationList {
        let time = now()
        return try await database.read { reader in
            if isOfAll { try AccountStatus.requireAdministrator(user, reader) }
            return InvitationList(
                invitations: try InvitationRepository.pending(
                    by: isOfAll ? nil : user, at: time, limit: 1_000, in: reader))
        }
    }

    /// - Throws: `Refusal` (`not_found`) for an invitation that is not the caller's, unless the caller administers the server.
    func revoke(_ id: InvitationID, by user: UserID) async throws {
        let time = now()
        try await database.write { transaction in
            guard let invitation = try InvitationRepository.invitation(id, in: transaction),
                try invitation.creator.id == user || AccountStatus.isAdministrator(user, in: transaction)
            else { throw Refusal(.notFound, "You have no such invitation.") }
            try InvitationRepository.delete(id, transaction)
            try MailRepository.withdraw(.invitation, about: .id(id), transaction)
            try AuditLog.append(
                .revokeInvitation, by: user, to: invitation.person?.id ?? invitation.creator.id, note: "", at: time,
                transaction)
        }
    }

    static func check(_ request: InvitationRequest) throws(Refusal) {
        guard (1...Limits.invitationUses).contains(request.uses) else {
            throw Refusal(.invalidRequest, "An invitation has 1 to \(Limits.invitationUses) uses.")
        }
        guard (1...Limits.invitationLongestDays).contains(request.days) else {
            throw Refusal(.invalidRequest, "An invitation is good for 1 to \(Limits.invitationLongestDays) days.")
        }
    }
}
