import NexusCore
import NexusDatabase

/// Lets people in by invitation: new people, people with an account, and imported people who take over theirs. Each use is counted in the
/// transaction that lets the person in.
struct JoinService: Sendable {
    let database: any Database
    let accounts: AccountService
    let gate: OperationGate
    let now: @Sendable () -> Timestamp

    /// - Throws: `Refusal` (`invitation_invalid`).
    func look(_ token: String) async throws -> InvitationPreview {
        let time = now()
        return try await database.read { reader in
            if let link = try AddressRule.working(token, at: time, in: reader) {
                var person: User?
                if case .unclaimed(let user) = link.standing { person = user }
                return InvitationPreview(
                    team: try TeamRepository.info(reader).team, creator: "", person: person, email: link.email,
                    expiresAt: link.expiresAt)
            }
            let invitation = try InvitationRule.working(token, at: time, in: reader)
            return InvitationPreview(
                team: try TeamRepository.info(reader).team, creator: invitation.creator.name, person: invitation.person,
                email: invitation.email, conversations: invitation.conversations, expiresAt: invitation.expiresAt)
        }
    }

    /// Checks that links to join are mailed, whatever the address: not by a server that waits for its set-up.
    ///
    /// - Throws: `Refusal` (`setup_required`).
    func requireLinks() async throws {
        try await database.read { try accounts.joining.requireSetUp($0) }
    }

    /// Opens an account and joins the invitation's groups.
    ///
    /// - Throws: `Refusal`: `setup_required`, `invitation_invalid`, `invalid_email`, `invalid_password`, `invalid_name`, `email_taken`.
    func join(_ request: JoinRequest, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        try accounts.joining.requirePasswords()
        let account = try NewAccount(request.account)
        let time = now()
        try await database.read { reader in
            try accounts.joining.requireSetUp(reader)
            if try !JoinService.isConfirmed(account, by: request.token, at: time, in: reader) {
                _ = try JoinService.general(request.token, at: time, in: reader)
            }
            try account.checkPassword(in: reader)
            guard let known = try AccountRepository.account(email: account.email, in: reader) else { return }
            if known.passwordHash.isEmpty { throw Refusal.notYetClaimed }
            throw Refusal.emailTaken
        }
        let hash = try await accounts.hasher.hash(account.password)
        return try await gate.change { transaction, performer in
            try accounts.joining.requireSetUp(transaction)
            let isConfirmed = try JoinService.isConfirmed(account, by: request.token, at: time, in: transaction)
            let invitation = isConfirmed ? nil : try JoinService.general(request.token, at: time, in: transaction)
            let profile = try accounts.insert(account, passwordHash: hash, at: time, transaction)
            let publications = try enter(profile.user, with: invitation, at: time, transaction, performer)
            let tokens = try accounts.open(account.device, from: origin, of: profile.user.id, at: time, transaction)
            return (tokens.signedIn(profile), publications)
        }
    }

    /// Gives an imported or added person their account.
    ///
    /// - Throws: `Refusal`: `setup_required`, `invitation_invalid`, `invalid_password`, `account_suspended`.
    func claim(_ request: ClaimRequest, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        try accounts.joining.requirePasswords()
        let password = try Refusal.translating { () throws(TextProblem) in
            try TextRule.password(request.password.normalized)
        }
        let time = now()
        try await database.read { reader in
            try accounts.joining.requireSetUp(reader)
            let (_, person) = try JoinService.personal(request.token, at: time, in: reader)
            try PasswordRule(name: person.name, email: person.email, in: reader).check(password)
        }
        let hash = try await accounts.hasher.hash(password)
        return try await gate.change { transaction, performer in
            try accounts.joining.requireSetUp(transaction)
            let (invitation, person) = try JoinService.personal(request.token, at: time, in: transaction)
            if try AccountStatus.isSuspended(person.id, in: transaction) { throw Refusal.accountSuspended }
            guard try AccountRepository.claim(person.id, passwordHash: hash, transaction),
                let profile = try AccountRepository.profile(of: person.id, in: transaction)
            else { throw Refusal.invitationInvalid("This invitation has been used.") }
            let publications = try enter(person, with: invitation, at: time, transaction, performer)
            let tokens = try accounts.open(request.device, from: origin, of: person.id, at: time, transaction)
            return (tokens.signedIn(profile), publications)
        }
    }

    /// Joins the invitation's groups with an account. A member of all of them takes no use.
    ///
    /// - Throws: `Refusal`: `invitation_invalid`; `forbidden` for a person who was removed from all of them.
    func accept(_ token: String, by user: UserID) async throws -> InvitationPreview {
        let time = now()
        return try await gate.change { transaction, performer in
            let (invitation, publications) = try accept(token, by: user, at: time, transaction, performer)
            let preview = InvitationPreview(
                team: try TeamRepository.info(transaction).team, creator: invitation.creator.name,
                conversations: invitation.conversations, expiresAt: invitation.expiresAt)
            return (preview, publications)
        }
    }

    /// Joins the groups inside a transaction.
    func accept(
        _ token: String, by user: UserID, at time: Timestamp, _ transaction: Transaction,
        _ performer: any OperationPerformer
    ) throws -> (Invitation, [Publication]) {
        let invitation = try JoinService.general(token, at: time, in: transaction)
        let publications = try admit(user, by: invitation, at: time, transaction, performer)
        guard publications.isEmpty else {
            try count(invitation, by: user, at: time, transaction)
            return (invitation, publications)
        }
        let groups = invitation.conversations.map(\.id)
        let removed = try groups.filter { try JoinService.isRemoved(user, from: $0, transaction, performer) }
        guard removed.isEmpty || removed.count < groups.count else {
            throw Refusal(.forbidden, "You were removed from this group. Its owner or an admin can add you again.")
        }
        return (invitation, [])
    }

    /// Counts a use for a person who got their account in this transaction, and adds them to the groups.
    func use(
        _ invitation: Invitation, by user: UserID, at time: Timestamp, _ transaction: Transaction,
        _ performer: any OperationPerformer
    ) throws -> [Publication] {
        try count(invitation, by: user, at: time, transaction)
        return try admit(user, by: invitation, at: time, transaction, performer)
    }

    /// Uses an invitation up, or without one the link that confirmed the address.
    private func enter(
        _ user: User, with invitation: Invitation?, at time: Timestamp, _ transaction: Transaction,
        _ performer: any OperationPerformer
    ) throws -> [Publication] {
        guard let invitation else {
            try JoinLinkRepository.delete(user.email, transaction)
            try AuditLog.append(.joinByAddress, by: user.id, to: user.id, note: "", at: time, transaction)
            return []
        }
        try count(invitation, by: user.id, at: time, transaction)
        return try admit(user.id, by: invitation, at: time, transaction, performer)
    }

    private func count(
        _ invitation: Invitation, by user: UserID, at time: Timestamp, _ transaction: Transaction
    ) throws {
        guard try InvitationRepository.use(invitation.id, transaction) else {
            throw Refusal.invitationInvalid("This invitation has been used.")
        }
        try AuditLog.append(
            .useInvitation, by: user, to: invitation.creator.id, note: "", at: time, transaction)
    }

    /// Adds the person to the groups in the inviter's name. Left out are a group into which the inviter may not let people any more, and one
    /// that the person was removed from: a link that was made for all decides nothing about that.
    private func admit(
        _ user: UserID, by invitation: Invitation, at time: Timestamp, _ transaction: Transaction,
        _ performer: any OperationPerformer
    ) throws -> [Publication] {
        var publications: [Publication] = []
        for conversation in invitation.conversations {
            guard try !JoinService.isRemoved(user, from: conversation.id, transaction, performer) else { continue }
            let operation = Operation(
                id: OperationID(at: time), kind: .addMembers(conversation.id, users: [user]))
            do {
                publications += try performer.apply(
                    operation, by: invitation.creator.id, in: transaction, now: time
                ).publications
            } catch is Refusal {
                // An addition is refused before it writes.
                continue
            }
        }
        return publications
    }

    private static func isRemoved(
        _ user: UserID, from group: ConversationID, _ transaction: Transaction, _ performer: any OperationPerformer
    ) throws -> Bool {
        try performer.heads.conversation(group, in: transaction)?.places[user]?.removedBy != nil
    }

    /// An invitation that opens new accounts.
    static func general(_ token: String, at now: Timestamp, in reader: Reader) throws -> Invitation {
        let invitation = try InvitationRule.working(token, at: now, in: reader)
        guard invitation.person == nil else {
            throw Refusal.invitationInvalid("This invitation is for one person's account.")
        }
        return invitation
    }

    /// An invitation, or without one a link that confirmed an address, that opens a person's account.
    private static func personal(
        _ token: String, at now: Timestamp, in reader: Reader
    ) throws -> (Invitation?, person: User) {
        if let link = try AddressRule.working(token, at: now, in: reader) {
            guard case .unclaimed(let person) = link.standing else { throw Refusal.notPersonal }
            return (nil, person)
        }
        let invitation = try InvitationRule.working(token, at: now, in: reader)
        guard let person = invitation.person else { throw Refusal.notPersonal }
        return (invitation, person)
    }

    /// Whether the token is that of a link which confirms the address of a new account.
    ///
    /// - Throws: `Refusal`: `invalid_email` for another address, `invitation_invalid`.
    private static func isConfirmed(
        _ account: NewAccount, by token: String, at now: Timestamp, in reader: Reader
    ) throws -> Bool {
        guard let link = try AddressRule.working(token, at: now, in: reader) else { return false }
        guard case .welcome = link.standing else {
            throw Refusal.invitationInvalid("This link is for one person's account.")
        }
        guard account.email == link.email else {
            throw Refusal(.invalidEmail, "This link confirms \(link.email). Use that address.")
        }
        return true
    }
}

extension Refusal {
    fileprivate static let notPersonal = Refusal.invitationInvalid("This invitation is not for one person's account.")

    static let notYetClaimed = Refusal(
        .emailTaken, "The person of this e-mail address was added already. Ask an administrator for a link of theirs.")
}
