import NexusCore
import NexusDatabase

/// Lets a person in whom a provider vouches for: finds, connects or opens their account, in one transaction with the team's rules.
struct ProviderEntry: Sendable {
    let database: any Database
    let accounts: AccountService
    let joining: JoinService
    let gate: OperationGate
    /// Told the address of a new person's picture, once their account is open.
    let pictured: @Sendable (UserID, String, ProviderSettings) -> Void

    /// How a person comes in.
    struct Visit: Sendable {
        var device: String
        var invitation: String?
        /// A code of the account's second factor.
        var secondFactor: String?
        var origin: SignInOrigin
    }

    /// - Throws: `Refusal`: `account_suspended`, `code_required`, `wrong_code`; for who has no account yet `email_unconfirmed`,
    ///   `email_taken`, `provider_taken`, `invitation_invalid`, `invitation_required`, `setup_required`.
    func enter(_ person: ProviderPerson, _ settings: ProviderSettings, _ visit: Visit) async throws -> SignedIn {
        let known = try await database.read { try ProviderEntry.known(person, settings, in: $0) }
        let (signedIn, admission) =
            if let known {
                try await accounts.codes.attempt(isGuess: SecondFactor.isGuess(visit.secondFactor), of: known) {
                    try await open(person, settings, visit)
                }
            } else {
                try await open(person, settings, visit)
            }
        admission.ended.forEach(accounts.sessionEnded)
        if admission.isNew, let picture = person.picture { pictured(admission.user, picture, settings) }
        accounts.newDevices?.mails.wake()
        await accounts.tellDevices(of: signedIn.profile.user.id)
        return signedIn
    }

    private func open(
        _ person: ProviderPerson, _ settings: ProviderSettings, _ visit: Visit
    ) async throws -> (SignedIn, Admission) {
        let time = accounts.now()
        return try await gate.change { transaction, performer in
            var admission = try admit(person, settings, visit, at: time, transaction, performer)
            let user = admission.user
            if try AccountStatus.isSuspended(user, in: transaction) { throw Refusal.accountSuspended }
            try SecondFactor.require(visit.secondFactor, of: user, at: time, transaction)
            if person.isAdministrator { try appoint(user, settings, at: time, transaction) }
            let (tokens, ended) = try accounts.openTold(
                visit.device, from: visit.origin, with: settings.title, of: user, at: time, transaction)
            admission.ended += ended
            try IdentityRepository.note(tokens.session, openedBy: person, transaction)
            guard let profile = try AccountRepository.profile(of: user, in: transaction) else {
                throw Refusal.notSignedIn
            }
            return ((tokens.signedIn(profile), admission), admission.publications)
        }
    }

    // MARK: The account

    private struct Admission {
        var user: UserID
        /// Whether this sign-in is the account's first.
        var isNew = false
        var ended: [SessionID] = []
        var publications: [Publication] = []
    }

    /// The account that the person will be signed in to, if there is one.
    private static func known(
        _ person: ProviderPerson, _ settings: ProviderSettings, in reader: Reader
    ) throws -> UserID? {
        if let user = try IdentityRepository.user(issuer: person.issuer, subject: person.subject, in: reader) {
            return user
        }
        guard settings.linksByAddress, person.hasConfirmedEmail, let email = person.email else { return nil }
        return try AccountRepository.account(email: email, in: reader)?.profile.user.id
    }

    private func admit(
        _ person: ProviderPerson, _ settings: ProviderSettings, _ visit: Visit, at time: Timestamp,
        _ transaction: Transaction, _ performer: any OperationPerformer
    ) throws -> Admission {
        if let user = try IdentityRepository.user(issuer: person.issuer, subject: person.subject, in: transaction) {
            var admission = Admission(user: user)
            if let token = visit.invitation {
                // A link that no longer works keeps nobody from their own account; it is refused before anything is written.
                do {
                    admission.publications = try joining.accept(token, by: user, at: time, transaction, performer).1
                } catch is Refusal {}
            }
            return admission
        }
        try accounts.joining.requireSetUp(transaction)
        let invitation = try visit.invitation.flatMap { token -> Invitation? in
            // A link that confirms an address adds nothing to what the provider says of it.
            if try AddressRule.working(token, at: time, in: transaction) != nil { return nil }
            return try InvitationRule.working(token, at: time, in: transaction)
        }
        if let invitation, let claimed = invitation.person?.id {
            var admission = Admission(user: claimed, isNew: true)
            try claim(claimed, transaction)
            try connect(person, with: claimed, settings, at: time, transaction)
            admission.publications = try joining.use(invitation, by: claimed, at: time, transaction, performer)
            return admission
        }
        guard let email = person.email, person.hasConfirmedEmail else {
            throw Refusal.emailUnconfirmed(settings.title)
        }
        if let account = try AccountRepository.account(email: email, in: transaction) {
            return try link(person, to: account, settings, at: time, transaction)
        }
        // The provider has confirmed the address: one of a named domain needs no invitation.
        if invitation == nil, try !AddressRule.isWelcome(email, in: transaction) {
            try accounts.joining.requireOpen(transaction)
        }
        let user = User(id: ID(at: time), name: person.name ?? email, email: email)
        guard
            try AccountRepository.insert(
                user, passwordHash: AccountRepository.noPassword, at: time, transaction)
        else { throw Refusal.emailTaken }
        try connect(person, with: user.id, settings, at: time, transaction)
        var admission = Admission(user: user.id, isNew: true)
        if let invitation {
            admission.publications = try joining.use(invitation, by: user.id, at: time, transaction, performer)
        }
        return admission
    }

    /// Signs the owner of a confirmed address in to the account of that address, where the operator allows it. Nobody confirmed the address to
    /// this server, so the account loses its ``EarlierWaysIn``.
    ///
    /// - Throws: `Refusal`: `email_taken`; `provider_taken` where the account is another person's of this provider, who has the address there
    ///   too: a provider may assign an address again, and the account stays with its first owner.
    private func link(
        _ person: ProviderPerson, to account: AccountRepository.Account, _ settings: ProviderSettings,
        at time: Timestamp, _ transaction: Transaction
    ) throws -> Admission {
        let isUnclaimed = account.passwordHash.isEmpty
        guard settings.linksByAddress else {
            throw isUnclaimed ? Refusal.notYetClaimed : Refusal.addressTaken(settings.title)
        }
        var admission = Admission(user: account.profile.user.id)
        if isUnclaimed {
            try claim(admission.user, transaction)
            admission.isNew = true
        } else {
            let owned = try IdentityRepository.identities(of: admission.user, in: transaction)
            guard !owned.contains(where: { $0.issuer == person.issuer && $0.email == account.profile.user.email })
            else { throw Refusal.otherIdentity(settings.title) }
            admission.ended = try EarlierWaysIn.remove(of: admission.user, for: settings, at: time, transaction)
        }
        try connect(person, with: admission.user, settings, at: time, transaction)
        return admission
    }

    private func claim(_ user: UserID, _ transaction: Transaction) throws {
        guard try AccountRepository.claim(user, passwordHash: AccountRepository.noPassword, transaction) else {
            throw Refusal.invitationInvalid("This invitation has been used.")
        }
    }

    private func connect(
        _ person: ProviderPerson, with user: UserID, _ settings: ProviderSettings, at time: Timestamp,
        _ transaction: Transaction
    ) throws {
        guard try IdentityRepository.insert(person, of: user, at: time, transaction) else {
            throw Refusal.otherIdentity(settings.title)
        }
        try AuditLog.append(.connectProvider, by: user, to: user, note: settings.title, at: time, transaction)
    }

    /// Makes an administrator. The claim's absence takes no office away: an administrator does that.
    private func appoint(
        _ user: UserID, _ settings: ProviderSettings, at time: Timestamp, _ transaction: Transaction
    ) throws {
        guard try !AccountStatus.isAdministrator(user, in: transaction) else { return }
        try IdentityRepository.appoint(user, transaction)
        try AuditLog.append(
            .appoint, by: user, to: user, note: "by a claim of \(settings.title)", at: time, transaction)
        let seq = try UserSettingsRepository.advance(user, transaction)
        try UserSettingsRepository.setProfileChanged(seq, of: user, transaction)
    }
}

extension Refusal {
    fileprivate static func emailUnconfirmed(_ title: String) -> Refusal {
        Refusal(
            .emailUnconfirmed,
            "\(title) has not confirmed your e-mail address. Confirm it there, then sign in again.")
    }

    fileprivate static func addressTaken(_ title: String) -> Refusal {
        Refusal(
            .emailTaken,
            "An account with your e-mail address exists. Sign in to it as before, then connect \(title) in Settings.")
    }

    static func otherIdentity(_ title: String) -> Refusal {
        Refusal(
            .providerTaken,
            "This account is connected with another account of \(title). Sign in with that one, or disconnect it in Settings."
        )
    }
}
