import NexusCore
import NexusDatabase

/// Changes the team's settings, for administrators; each change is in the audit log.
struct PolicyService: Sendable {
    let database: any Database
    let joining: JoinRule
    let now: @Sendable () -> Timestamp
    /// Called for sessions that may no longer be live, so that their sockets close unless they are renewed.
    let sessionRestricted: @Sendable (SessionID, UserID) -> Void

    /// - Throws: `Refusal`: `forbidden`, `title_invalid`.
    func update(_ change: PolicyChange, by user: UserID) async throws -> ServerInfo {
        var change = change
        change.team = try change.team.map { team in
            try Refusal.translating { () throws(TextProblem) in try TextRule.team(team.normalized) }
        }
        if let days = change.retentionDays, !(0...Limits.retentionLongestDays).contains(days) {
            throw Refusal(.invalidRequest, "retentionDays is 0 to \(Limits.retentionLongestDays).")
        }
        let time = now()
        let (info, restricted) = try await database.write { [change] transaction in
            try AccountStatus.requireAdministrator(user, transaction)
            let before = try TeamRepository.info(transaction)
            try TeamRepository.put(change, transaction)
            let after = try TeamRepository.info(transaction)
            let note = [
                before.team == after.team ? nil : "team: \(after.team)",
                before.join == after.join ? nil : "join: \(after.join.rawValue)",
                before.invite == after.invite ? nil : "invite: \(after.invite.rawValue)",
                before.requiresSecondFactor == after.requiresSecondFactor
                    ? nil : "two-step sign-in: \(after.requiresSecondFactor ? "required" : "optional")",
                before.keepsMessages == after.keepsMessages
                    ? nil : "messages of deleted accounts: \(after.keepsMessages ? "keep" : "as the person chooses")",
                before.retentionDays == after.retentionDays
                    ? nil : "retention: \(after.retentionDays.map { "\($0) days" } ?? "none")",
            ].compactMap(\.self).joined(separator: ", ")
            if !note.isEmpty {
                try AuditLog.append(.changePolicy, by: user, to: user, note: note, at: time, transaction)
            }
            let restricted =
                after.requiresSecondFactor && !before.requiresSecondFactor
                ? try SecondFactorRepository.sessionsWithout(in: transaction) : []
            return (try joining.info(transaction), restricted)
        }
        for (session, user) in restricted { sessionRestricted(session, user) }
        return info
    }
}
