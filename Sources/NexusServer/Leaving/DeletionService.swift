import NexusCore
import NexusDatabase

/// Schedules the deletion of accounts, and keeps them after all. ``AccountRemoval`` carries it out.
struct DeletionService: Sendable {
    /// Milliseconds from the request to the deletion.
    static let delay = Int64(Limits.deletionDays) * 86_400_000

    let database: any Database
    let accounts: AccountService
    let passwords: PasswordService
    let gate: OperationGate
    /// Nil where no mail server is configured.
    let mails: MailQueue?
    /// Called once a deletion is due at once.
    let wake: @Sendable () -> Void

    func state(of user: UserID) async throws -> DeletionState {
        try await database.read { try DeletionRepository.deletion(of: user, in: $0)?.state } ?? DeletionState()
    }

    /// Schedules the deletion of the caller's account, and ends the caller's other sessions. Repeated, it changes what becomes of the
    /// messages and not the day.
    ///
    /// - Throws: `Refusal`: `wrong_credentials`, `code_required`, `wrong_code`; `proof_required` without a password, unless the session
    ///   has a fresh proof; `forbidden` for the only administrator, and for the
    ///   deletion of messages that the team keeps.
    func schedule(_ request: DeletionRequest, of context: SessionContext) async throws -> DeletionState {
        let user = context.user
        let time = accounts.now()
        let isProved = request.password.isEmpty
        if isProved {
            try context.requireFreshProof(at: time)
        } else {
            _ = try await passwords.require(request.password, of: user)
        }
        let (state, ended) = try await accounts.codes.attempt(
            isGuess: SecondFactor.isGuess(request.code), of: user
        ) {
            try await database.writeEssential { transaction in
                if !isProved { try SecondFactor.require(request.code, of: user, at: time, transaction) }
                let state = try schedule(
                    request.messages, of: user, by: user, dueAt: time.advanced(by: DeletionService.delay), note: "",
                    at: time, transaction)
                let ended = try SessionRepository.deleteAll(of: user, except: context.session, transaction)
                return (state, ended)
            }
        }
        mails?.wake()
        ended.forEach(accounts.sessionEnded)
        await accounts.tellDevices(of: user)
        return state
    }

    /// Keeps the caller's account; a no-op if it is kept.
    ///
    /// - Throws: `Refusal` (`forbidden`) once the deletion is due.
    func cancel(of user: UserID) async throws {
        let time = accounts.now()
        try await database.writeEssential { transaction in
            guard let deletion = try DeletionRepository.deletion(of: user, in: transaction) else { return }
            guard deletion.requestedBy == user else { throw Refusal.administratorsDeletion }
            try cancel(deletion, by: user, note: "", at: time, transaction)
        }
        await accounts.tellDevices(of: user)
    }

    // MARK: For administrators

    /// Schedules the deletion of another person's account and suspends it, which ends their sessions; or deletes it at once.
    ///
    /// - Throws: `Refusal`: `forbidden`, also for one's own account and for the deletion of messages that the team keeps; `unknown_person`.
    func schedule(
        _ request: AdministeredDeletion, of subject: UserID, by user: UserID
    ) async throws -> DeletionState {
        let note = try Refusal.translating { () throws(TextProblem) in try TextRule.note(request.note) }
        let time = accounts.now()
        let (state, ended) = try await database.write { transaction -> (DeletionState, [SessionID]) in
            try requireSubject(subject, of: user, transaction)
            let dueAt = request.atOnce ? time : time.advanced(by: DeletionService.delay)
            let state = try schedule(
                request.messages, of: subject, by: user, dueAt: dueAt, note: note, at: time, transaction)
            guard var account = try ModerationRepository.account(subject, at: time, in: transaction) else {
                throw Refusal.unknownPerson
            }
            if account.suspendedAt == nil {
                account.suspendedAt = time
                try ModerationRepository.put(account, transaction)
                try AuditLog.append(.suspend, by: user, to: subject, note: note, at: time, transaction)
            }
            return (state, try Suspension.begin(of: subject, transaction))
        }
        mails?.wake()
        ended.forEach(accounts.sessionEnded)
        wake()
        return state
    }

    /// Keeps an account, which stays suspended; a no-op if it is kept.
    func cancel(of subject: UserID, by user: UserID) async throws {
        let time = accounts.now()
        try await database.write { transaction in
            try requireSubject(subject, of: user, transaction)
            guard let deletion = try DeletionRepository.deletion(of: subject, in: transaction) else { return }
            try cancel(deletion, by: user, note: "", at: time, transaction)
        }
        await accounts.tellDevices(of: subject)
    }

    /// Hands groups over to another of their members. A group of which the new owner is no member stays as it is: administrators of the
    /// server bring nobody into it.
    ///
    /// - Throws: `Refusal`: `forbidden`, `unknown_person`.
    func transfer(_ transfer: GroupTransfer, of subject: UserID, by user: UserID) async throws -> TransferredGroups {
        let note = try Refusal.translating { () throws(TextProblem) in try TextRule.note(transfer.note) }
        let time = accounts.now()
        return try await gate.change { transaction, performer in
            try requireSubject(subject, of: user, transaction)
            guard try AccountRepository.isReachable(transfer.to, in: transaction) else { throw Refusal.unknownPerson }
            let owned = try OwnedGroupRepository.shared(by: subject, with: transfer.to, in: transaction)
            var publications: [Publication] = []
            for group in owned {
                publications += try performer.apply(
                    Operation(
                        id: OperationID(at: time), kind: .setRole(group, user: transfer.to, role: .owner)),
                    by: subject, in: transaction, now: time
                ).publications
            }
            let answer = TransferredGroups(
                transferred: owned.count, remaining: try OwnedGroupRepository.count(of: subject, in: transaction))
            if !owned.isEmpty {
                let text = ["groups: \(owned.count)", note].filter { !$0.isEmpty }.joined(separator: ", ")
                try AuditLog.append(.transferGroups, by: user, to: subject, note: text, at: time, transaction)
            }
            return (answer, publications)
        }
    }

    // MARK: In a transaction

    private func requireSubject(_ subject: UserID, of user: UserID, _ reader: Reader) throws {
        try AccountStatus.requireAdministrator(user, reader)
        guard subject != user else {
            throw Refusal(.forbidden, "Delete your own account in your settings, or with \"nexus account delete\".")
        }
        guard try ModerationRepository.account(subject, at: accounts.now(), in: reader) != nil else {
            throw Refusal.unknownPerson
        }
    }

    private func schedule(
        _ messages: LeftMessages, of user: UserID, by requester: UserID, dueAt: Timestamp, note: String,
        at time: Timestamp, _ transaction: Transaction
    ) throws -> DeletionState {
        let info = try TeamRepository.info(transaction)
        if messages == .delete, info.keepsMessages { throw Refusal.messagesAreKept }
        if try AccountStatus.isAdministrator(user, in: transaction),
            try !DeletionRepository.hasOtherAdministrator(than: user, in: transaction)
        {
            throw Refusal.onlyAdministrator
        }
        let before = try DeletionRepository.deletion(of: user, in: transaction)
        if let before {
            guard before.stage == .scheduled else { throw Refusal.deletionBegan }
            // An administrator's decision is not its subject's to change; and no request moves the day back.
            guard before.requestedBy == user || requester != user else { throw Refusal.administratorsDeletion }
        }
        let deletion = DeletionRepository.Deletion(
            user: user, requestedBy: requester, requestedAt: time, dueAt: min(before?.dueAt ?? dueAt, dueAt),
            deletesMessages: messages == .delete)
        try DeletionRepository.put(deletion, transaction)
        let text = ["messages: \(messages.rawValue)", note].filter { !$0.isEmpty }.joined(separator: ", ")
        try AuditLog.append(.scheduleDeletion, by: requester, to: user, note: text, at: time, transaction)
        if before == nil, dueAt > time { try tell(deletion, info, at: time, transaction) }
        return deletion.state
    }

    private func cancel(
        _ deletion: DeletionRepository.Deletion, by user: UserID, note: String, at time: Timestamp,
        _ transaction: Transaction
    ) throws {
        guard deletion.stage == .scheduled, deletion.dueAt > time else { throw Refusal.deletionBegan }
        try DeletionRepository.delete(of: deletion.user, transaction)
        try MailRepository.withdraw(.deletion, about: .id(deletion.user), transaction)
        try AuditLog.append(.cancelDeletion, by: user, to: deletion.user, note: note, at: time, transaction)
    }

    /// Mails the day. The deletion does not depend on it: a full queue of e-mails is no reason to refuse it.
    private func tell(
        _ deletion: DeletionRepository.Deletion, _ info: ServerInfo, at time: Timestamp, _ transaction: Transaction
    ) throws {
        guard let mails, let profile = try AccountRepository.profile(of: deletion.user, in: transaction) else { return }
        let content = MailContent.deletion(
            name: profile.user.name, team: info.team, server: mails.settings.server, at: deletion.dueAt,
            byOwner: deletion.requestedBy == deletion.user)
        do {
            try mails.add(
                .deletion, content, to: profile.user.email, about: .id(deletion.user), until: deletion.dueAt, at: time,
                transaction)
        } catch is Refusal {
            return
        }
    }
}

extension Refusal {
    static let onlyAdministrator = Refusal(
        .forbidden, "This account is the only administrator of the server. Appoint another administrator first.")
    static let messagesAreKept = Refusal(
        .forbidden, "Your team keeps the messages of deleted accounts. Choose to leave them under \"Deleted account\".")
    static let administratorsDeletion = Refusal(
        .forbidden, "An administrator decided that this account is deleted. Ask an administrator of your team.")
    static let deletionBegan = Refusal(.forbidden, "The deletion of this account has begun. It cannot be kept.")
}
