import NexusCore
import NexusDatabase

/// The acts of administrators: decide on reports, suspend and restore accounts, appoint and discharge each other. Each
/// act is in the audit log, in the same transaction. Other callers always get the same error.
struct AdministrationService: Sendable {
    /// Reports, accounts and entries of the log in one answer, at most.
    static let rowsPerAnswer = 100

    let database: any Database
    let gate: OperationGate
    let now: @Sendable () -> Timestamp
    /// Called once a session has ended, so that its socket closes at once.
    let sessionEnded: @Sendable (SessionID) -> Void

    // MARK: Looking

    /// Open reports, the oldest first; or those that were decided, the newest first.
    func reports(areOpen: Bool, for user: UserID) async throws -> ReportList {
        try await look(as: user) {
            ReportList(reports: try ModerationRepository.reports(isOpen: areOpen, limit: Self.rowsPerAnswer, in: $0))
        }
    }

    func accounts(_ query: PeopleQuery, _ filter: AccountFilter?, for user: UserID) async throws -> AccountList {
        let time = now()
        return try await look(as: user) { reader in
            var query = query
            query.limit += 1
            var found = try ModerationRepository.accounts(query, filter, at: time, in: reader)
            var cursor: String?
            if found.count == query.limit {
                found.removeLast()
                cursor = found.last?.cursor.text
            }
            return AccountList(accounts: found.map(\.account), cursor: cursor)
        }
    }

    /// The log, the newest first; sign-ins only on demand.
    func audit(_ query: AuditQuery, for user: UserID) async throws -> AuditPage {
        try await look(as: user) { try AuditLog.page(query, limit: Self.rowsPerAnswer, in: $0) }
    }

    private func look<T: Sendable>(as user: UserID, _ body: @escaping @Sendable (Reader) throws -> T) async throws -> T
    {
        try await database.read { reader in
            try AccountStatus.requireAdministrator(user, reader)
            return try body(reader)
        }
    }

    // MARK: Acting

    /// Decides on a report; removing its message closes all open ones about it. Repeated, it returns the decision.
    ///
    /// - Throws: `Refusal`: `forbidden`, `not_found`, `invalid_request` for a different decision.
    func resolve(_ id: ReportID, as resolution: ReportResolution, by user: UserID) async throws -> Report {
        let note = try Refusal.translating { () throws(TextProblem) in try TextRule.note(resolution.note) }
        let state = resolution.state
        guard state != .open else { throw Refusal(.invalidRequest, "state is removed or dismissed.") }
        let time = now()
        return try await gate.change { transaction, performer in
            try AccountStatus.requireAdministrator(user, transaction)
            guard let report = try ModerationRepository.report(id, in: transaction) else {
                throw Refusal(.notFound, "There is no such report.")
            }
            guard report.state == .open else {
                guard report.state == state else {
                    throw Refusal(.invalidRequest, "This report has been decided already: \(report.state.rawValue).")
                }
                return (report, [])
            }
            var publications: [Publication] = []
            if state == .removed {
                let context = performer.context(id.retyped(), of: user, at: time, transaction)
                publications = try MessageService.remove(report.message, context)
                try ModerationRepository.setState(state, ofAllAbout: report.message, transaction)
            } else {
                try ModerationRepository.setState(state, of: id, transaction)
            }
            try AuditLog.append(
                state == .removed ? .removeMessage : .dismissReport, by: user, to: report.sender.id, report: id,
                note: note, at: time, transaction)
            var decided = report
            decided.state = state
            return (decided, publications)
        }
    }

    /// Adds a person without a password; an invitation made for them opens their account.
    ///
    /// - Throws: `Refusal`: `forbidden`, `invalid_email`, `invalid_name`, `email_taken`.
    func add(_ addition: AccountAddition, by user: UserID) async throws -> AdministeredAccount {
        let (name, email) = try Refusal.translating { () throws(TextProblem) in
            (try TextRule.name(addition.name.normalized), try TextRule.email(addition.email))
        }
        let time = now()
        return try await database.write { transaction in
            try AccountStatus.requireAdministrator(user, transaction)
            let person = User(id: UserID(at: time), name: name, email: email, isUnclaimed: true)
            guard try AccountRepository.insert(person, passwordHash: "", at: time, transaction) else {
                throw Refusal(.emailTaken, "A person of this e-mail address exists.")
            }
            try AuditLog.append(.addAccount, by: user, to: person.id, note: "", at: time, transaction)
            return AdministeredAccount(user: person)
        }
    }

    /// Suspends or restores an account, appoints or discharges an administrator. Suspending ends all sessions at once.
    /// A no-op has no effect.
    ///
    /// - Throws: `Refusal`: `forbidden`, also for one's own account, so that an administrator always remains;
    ///   `unknown_person`.
    func update(_ subject: UserID, _ change: AccountChange, by user: UserID) async throws -> AdministeredAccount {
        let note = try Refusal.translating { () throws(TextProblem) in try TextRule.note(change.note) }
        let time = now()
        let (account, ended) = try await database.write { transaction -> (AdministeredAccount, [SessionID]) in
            try AccountStatus.requireAdministrator(user, transaction)
            guard subject != user else {
                throw Refusal(.forbidden, "Ask another administrator to change your own account.")
            }
            guard var account = try ModerationRepository.account(subject, at: time, in: transaction) else {
                throw Refusal.unknownPerson
            }
            var acts: [AuditEntry.Act] = []
            var ended: [SessionID] = []
            if let isSuspended = change.isSuspended, isSuspended != (account.suspendedAt != nil) {
                account.suspendedAt = isSuspended ? time : nil
                account.user.isSuspended = isSuspended
                acts.append(isSuspended ? .suspend : .restore)
                if isSuspended {
                    ended = try Suspension.begin(of: subject, transaction)
                    account.sessions = 0
                }
            }
            if let isAdministrator = change.isAdministrator, isAdministrator != account.isAdministrator {
                account.isAdministrator = isAdministrator
                acts.append(isAdministrator ? .appoint : .discharge)
            }
            if !acts.isEmpty { try ModerationRepository.put(account, transaction) }
            if acts.contains(.appoint) || acts.contains(.discharge) {
                // Their own devices learn of it as of any change of their account.
                let seq = try UserSettingsRepository.advance(subject, transaction)
                try UserSettingsRepository.setProfileChanged(seq, of: subject, transaction)
            }
            for act in acts {
                try AuditLog.append(act, by: user, to: subject, note: note, at: time, transaction)
            }
            return (account, ended)
        }
        ended.forEach(sessionEnded)
        return account
    }
}

extension Refusal {
    /// Validates a typed text.
    static func translating<T>(_ read: () throws(TextProblem) -> T) throws(Refusal) -> T {
        do { return try read() } catch { throw Refusal(error) }
    }
}
