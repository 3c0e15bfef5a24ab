import NexusCore
import NexusDatabase

/// Mails invitations, each with a link of its own that one person joins with.
struct InvitationMailer: Sendable {
    /// E-mails of one person in a day.
    static let perDay = 200

    private enum Invitee {
        case new
        /// Imported or added, without a password.
        case unclaimed(UserID)
        case refused(String)
    }

    private let database: any Database
    private let gate: OperationGate
    private let mails: MailQueue
    private let limit: UserLimit
    private let now: @Sendable () -> Timestamp

    init(
        database: any Database, gate: OperationGate, mails: MailQueue, settings: RateLimitSettings,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.gate = gate
        self.mails = mails
        self.now = now
        limit = UserLimit(
            settings, atOnce: InvitationMailer.perDay, perMinute: Double(InvitationMailer.perDay) / 1_440,
            text: "You have sent many invitations. Wait before you send more.", now: now)
    }

    /// Makes and mails an invitation for each address. An address that cannot be invited is refused by itself.
    ///
    /// - Throws: `Refusal`: `forbidden`, `invalid_request` outside the limits, `conversation_gone`, `rate_limited`, `overloaded`.
    func mail(_ mailing: InvitationMailing, by user: UserID) async throws -> MailedInvitations {
        let request = InvitationRequest(uses: 1, days: mailing.days, conversations: mailing.conversations)
        try InvitationService.check(request)
        guard !mailing.emails.isEmpty else { throw Refusal(.invalidRequest, "Name at least one e-mail address.") }
        let (addresses, invalid) = InvitationMailer.addresses(mailing.emails)
        try await database.read { try InvitationRule.requireInviter(user, for: nil, $0) }
        try limit.take(user, addresses.count)
        let time = now()
        let expiry = time.advanced(by: Int64(mailing.days) * 86_400_000)
        let mailed = try await gate.change { transaction, performer in
            try InvitationRule.requireInviter(user, for: nil, transaction)
            let context = performer.context(OperationID(at: time), of: user, at: time, transaction)
            for conversation in mailing.conversations {
                try context.require(.addMembers, in: try context.conversation(conversation))
            }
            try InvitationRepository.deleteExpired(before: time, transaction)
            let count = try InvitationRepository.pendingCount(by: user, areMailed: true, at: time, in: transaction)
            guard count + addresses.count <= Limits.pendingMailedInvitations else {
                throw Refusal(.invalidRequest, "You have \(count) open invitations by e-mail. Revoke some first.")
            }
            var mailed = MailedInvitations(invitations: [], refused: invalid)
            for email in addresses {
                var request = request
                switch try invitee(email, of: user, at: time, transaction) {
                case .new: break
                case .unclaimed(let person): request.person = person
                case .refused(let message):
                    mailed.refused.append(.init(email: email, message: message))
                    continue
                }
                if let made = try add(request, to: email, by: user, at: time, until: expiry, transaction) {
                    mailed.invitations.append(made)
                }
            }
            return (mailed, [])
        }
        mails.wake()
        return mailed
    }

    /// Mails an invitation again, with a new link that works as long as the first did; the earlier link no longer works.
    ///
    /// - Throws: `Refusal`: `not_found` for an invitation that is not the caller's or was not mailed, `forbidden`, `rate_limited`, `overloaded`.
    func again(_ id: InvitationID, by user: UserID) async throws -> Invitation {
        try limit.take(user)
        let time = now()
        let invitation = try await database.write { transaction in
            guard let old = try InvitationRepository.invitation(id, in: transaction), let email = old.email,
                try old.creator.id == user || AccountStatus.isAdministrator(user, in: transaction)
            else { throw Refusal(.notFound, "You have no such invitation by e-mail.") }
            guard old.usesLeft > 0 else { throw Refusal.invitationInvalid("This invitation has been used.") }
            try InvitationRule.requireInviter(old.creator.id, for: old.person?.id, transaction)
            let token = Token.link()
            let expiry = time.advanced(by: max(86_400_000, old.expiresAt.since(old.createdAt)))
            try MailRepository.withdraw(.invitation, about: .id(id), transaction)
            try InvitationRepository.replace(tokenHash: Token.hash(token), of: id, until: expiry, transaction)
            guard let invitation = try InvitationRepository.invitation(id, in: transaction) else { return old }
            try send(invitation, token: token, to: email, at: time, transaction)
            try AuditLog.append(
                .invite, by: user, to: old.person?.id ?? user, note: "by e-mail, again", at: time, transaction)
            return invitation
        }
        mails.wake()
        return invitation
    }

    // MARK: One address

    /// The distinct addresses, and those that are none.
    private static func addresses(_ texts: [String]) -> ([String], [RefusedAddress]) {
        var known: Set<String> = []
        var addresses: [String] = []
        var refused: [RefusedAddress] = []
        for text in texts {
            guard let address = MailAddress(text) else {
                let message = "That is not an e-mail address that messages can be sent to."
                refused.append(.init(email: String(text.prefix(Limits.emailBytes)), message: message))
                continue
            }
            if known.insert(address.text).inserted { addresses.append(address.text) }
        }
        return (addresses, refused)
    }

    private func invitee(
        _ email: String, of user: UserID, at time: Timestamp, _ transaction: Transaction
    ) throws -> Invitee {
        if try InvitationRepository.pending(mailedTo: email, by: user, at: time, in: transaction) != nil {
            return .refused("You have invited this address already. Send that invitation again instead.")
        }
        guard let account = try AccountRepository.account(email: email, in: transaction) else { return .new }
        guard account.passwordHash.isEmpty else { return .refused("This person has an account already.") }
        guard try AccountStatus.isAdministrator(user, in: transaction) else {
            return .refused("Ask an administrator to invite this person, who is on the server already.")
        }
        return .unclaimed(account.profile.user.id)
    }

    private func add(
        _ request: InvitationRequest, to email: String, by user: UserID, at time: Timestamp, until expiry: Timestamp,
        _ transaction: Transaction
    ) throws -> Invitation? {
        let id = InvitationID(at: time)
        let token = Token.link()
        try InvitationRepository.insert(
            id, tokenHash: Token.hash(token), request, email: email, by: user, at: time, until: expiry, transaction)
        guard let invitation = try InvitationRepository.invitation(id, in: transaction) else { return nil }
        try send(invitation, token: token, to: email, at: time, transaction)
        try AuditLog.append(
            .invite, by: user, to: request.person ?? user, note: "uses: 1, days: \(request.days), by e-mail", at: time,
            transaction)
        return invitation
    }

    private func send(
        _ invitation: Invitation, token: String, to email: String, at time: Timestamp, _ transaction: Transaction
    ) throws {
        let content = MailContent.invitation(
            by: invitation.creator.name, team: try TeamRepository.info(transaction).team,
            groups: invitation.conversations.map(\.title), link: "\(mails.settings.server)/join#\(token)",
            days: Int((invitation.expiresAt.since(time) + 86_399_999) / 86_400_000))
        try mails.add(
            .invitation, content, to: email, about: .id(invitation.id), until: invitation.expiresAt, at: time,
            transaction)
    }
}
