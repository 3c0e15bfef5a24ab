import NexusCore
import NexusDatabase

/// Makes the links by which people set a new password.
enum ResetIssue {
    enum Way {
        case administrator(UserID)
        case `operator`
        /// The person asked for it by e-mail.
        case mail
    }

    /// Makes a link for a person, with an audit entry; an earlier one of the same way no longer works.
    ///
    /// - Parameter removesFactor: whether the link turns the second factor off too.
    static func link(
        for subject: UserID, _ way: Way, removingFactor removesFactor: Bool = false, at time: Timestamp,
        _ transaction: Transaction
    ) throws -> ResetLink {
        let link = ResetLink(token: Token.link(), expiresAt: time.advanced(by: ResetService.life))
        // Where no administrator does, the person answers for the link, as its creator.
        var reset = ResetRepository.Reset(
            user: subject, creator: subject, expiresAt: link.expiresAt, removesFactor: removesFactor)
        var notes: [String] = []
        switch way {
        case .administrator(let user): reset.creator = user
        case .operator: notes.append("by the operator")
        case .mail:
            reset.isMailed = true
            notes.append("by e-mail")
        }
        if removesFactor { notes.append("turns two-step sign-in off") }
        try ResetRepository.put(reset, tokenHash: Token.hash(link.token), transaction)
        try AuditLog.append(
            .makeResetLink, by: reset.creator, to: subject, note: notes.joined(separator: ", "), at: time, transaction)
        return link
    }
}
