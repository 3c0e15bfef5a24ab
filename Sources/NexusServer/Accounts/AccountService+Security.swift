import NexusCore
import NexusDatabase

/// What happens to the security of an account, and whom it is told.
extension AccountService {
    /// Entries of the log in one answer, at most.
    static let entriesPerAnswer = 100

    /// The audit log of a user's own security before an entry, the newest first.
    func security(of user: UserID, before number: Int64) async throws -> AuditPage {
        AuditPage(
            entries: try await database.read {
                try AuditLog.security(of: user, before: number, limit: AccountService.entriesPerAnswer, in: $0)
            })
    }

    /// Counts a failed attempt in the background, so that the answer for an account takes as long as one for none.
    func failed(_ user: UserID, from origin: SignInOrigin) {
        let time = now()
        database.submit { transaction in
            try FailedSignInRepository.add(origin.address, of: user, at: time, transaction)
        } completion: { _ in
        }
    }

    /// Tells a user's devices of a change of their account; one that misses it learns of it when it connects.
    func tellDevices(of user: UserID) async {
        let changes = try? await database.read { reader -> UserSettingsChanges? in
            guard let profile = try AccountRepository.profile(of: user, in: reader) else { return nil }
            let (head, changed) = try UserSettingsRepository.head(of: user, in: reader)
            return UserSettingsChanges(after: changed - 1, cursor: changed, head: head, profile: profile)
        }
        if let changes { accountChanged(changes, user) }
    }

    // MARK: Ending sessions

    /// - Throws: `Refusal`: `not_found` for a session that is not the asker's.
    func end(_ session: SessionID, of context: SessionContext) async throws {
        let time = now()
        let ended = try await database.writeEssential { transaction in
            let ended = try SessionRepository.delete(session, of: context.user, transaction)
            if ended, session != context.session { try logEnd(of: 1, context.user, at: time, transaction) }
            return ended
        }
        guard ended else { throw Refusal(.notFound, "You have no such session.") }
        sessionEnded(session)
        if session != context.session { await tellDevices(of: context.user) }
    }

    /// Ends all of the caller's sessions but the present one.
    func endOthers(of context: SessionContext) async throws {
        let time = now()
        let ended = try await database.writeEssential { transaction in
            let ended = try SessionRepository.deleteAll(of: context.user, except: context.session, transaction)
            if !ended.isEmpty { try logEnd(of: ended.count, context.user, at: time, transaction) }
            return ended
        }
        ended.forEach(sessionEnded)
        if !ended.isEmpty { await tellDevices(of: context.user) }
    }

    private func logEnd(
        of count: Int, _ user: UserID, at time: Timestamp, _ transaction: Transaction
    ) throws {
        try AuditLog.append(
            .endSessions, by: user, to: user, note: "sessions ended: \(count)", at: time, transaction)
    }
}
