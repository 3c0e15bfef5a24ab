import NexusCore
import NexusDatabase

/// What a suspension takes from an account in its transaction, besides what each request checks later.
enum Suspension {
    /// Ends the account's sessions, cancels a pending change of its address, and withdraws e-mails about unread messages.
    ///
    /// - Returns: the sessions that ended.
    static func begin(of user: UserID, _ transaction: Transaction) throws -> [SessionID] {
        try EmailChangeRepository.cancel(of: user, transaction)
        try MissedMailRepository.withdraw(of: user, transaction)
        return try SessionRepository.deleteAll(of: user, transaction)
    }
}
