import NexusCore
import NexusDatabase

/// Changes the team's settings, for administrators; each change is in the audit log.
struct PolicyService: Sendable {
    let database: any Database
    let joining: JoinRule
    let now: @Sendable () -> Timestamp
    /// Called for sessions that may no longer be live, so that their sockets close unless they are renewed.
    let sessionRestricted: @Sendable (SessionID, UserID) -> Void

    /// - Throws: `Refusal`: `forbidden`, `title_invalid`; `media_gone` and `attachment_invalid` for a picture.
    func update(_ change: PolicyChange, by user: UserID) async throws -> ServerInfo {
        var change = change
        change.team = try change.team.map { team in
            try Refusal.translating { () throws(TextProblem) in try TextRule.team(team.normalized) }
        }
        if let days = change.retentionDays, !(0...Limits.retentionLongestDays).contains(days) {
            throw Refusal(.invalidRequest, "retentionDays is 0 to \(Limits.retentionLongestDays).")
        }
        change.domains = try change.domains.map(PolicyService.domains)
        let time = now()
        let (info, restricted) = try await database.write { [change] transaction in
            try AccountStatus.requireAdministrator(user, transaction)
            let before = try TeamRepository.info(transaction)
            try PictureService.require(change.picture?.media, of: user, transaction)
            try TeamRepository.put(change, transaction)
            let after = try TeamRepository.info(transaction)
            if let replaced = before.picture, replaced != after.picture {
                try MediaRepository.touch(replaced, at: time, transaction)
            }
            let note = [
                before.team == after.team ? nil : "team: \(after.team)",
                before.picture == after.picture ? nil : "picture: \(after.picture == nil ? "none" : "changed")",
                before.join == after.join ? nil : "join: \(after.join.rawValue)",
                before.invite == after.invite ? nil : "invite: \(after.invite.rawValue)",
                before.requiresSecondFactor == after.requiresSecondFactor
                    ? nil : "two-step sign-in: \(after.requiresSecondFactor ? "required" : "optional")",
                before.keepsMessages == after.keepsMessages
                    ? nil : "messages of deleted accounts: \(after.keepsMessages ? "keep" : "as the person chooses")",
                before.retentionDays == after.retentionDays
                    ? nil : "retention: \(after.retentionDays.map { "\($0) days" } ?? "none")",
                before.domains == after.domains ? nil : "domains: \(after.domains.joined(separator: " "))",
                before.hidesEmails == after.hidesEmails
                    ? nil : "addresses: \(after.hidesEmails ? "administrators" : "members")",
                before.hidesNotifications == after.hidesNotifications
                    ? nil : "text in notifications: \(after.hidesNotifications ? "hidden" : "shown")",
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

    /// Domains in lower case, each once.
    private static func domains(_ texts: [String]) throws(Refusal) -> [String] {
        var domains: [String] = []
        for text in texts {
            // A domain that messages can be sent to is one that an address has.
            guard let address = MailAddress("a@\(text)") else {
                throw Refusal(.invalidRequest, "\"\(text.prefix(100))\" is not a domain such as example.org.")
            }
            let domain = String(address.domain)
            if !domains.contains(domain) { domains.append(domain) }
        }
        guard domains.count <= Limits.joinDomains else {
            throw Refusal(.invalidRequest, "Name at most \(Limits.joinDomains) domains.")
        }
        return domains
    }
}
