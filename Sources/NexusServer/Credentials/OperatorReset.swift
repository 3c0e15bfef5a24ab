import NexusCore
import NexusDatabase

/// The way back of an administrator whom no other administrator can help: a reset link made by the operator, in a database that no server
/// has open.
public enum OperatorReset {
    /// Makes the link by which the owner of an account sets a new password; an earlier one no longer works.
    ///
    /// - Parameter removesFactor: whether the link turns the second factor off too.
    /// - Returns: the secret of the link.
    /// - Throws: `Refusal` (`unknown_person`) unless an account with a password has that address; `DatabaseError`,
    ///   `database_in_use` while a server has it open.
    public static func link(
        for email: String, removingSecondFactor removesFactor: Bool, _ configuration: DatabaseConfiguration,
        now: @escaping @Sendable () -> Timestamp
    ) async throws -> String {
        let (database, epoch) = try DatabaseEpoch.open(configuration, now: now)
        let made: Result<String, any Error>
        do {
            made = .success(
                try await database.write { try link(for: email, removingSecondFactor: removesFactor, at: now(), $0) })
        } catch {
            made = .failure(error)
        }
        try await database.close()
        epoch.close()
        return try made.get()
    }

    private static func link(
        for email: String, removingSecondFactor removesFactor: Bool, at time: Timestamp, _ transaction: Transaction
    ) throws -> String {
        guard let address = try? TextRule.email(email),
            let account = try AccountRepository.account(email: address, in: transaction), !account.passwordHash.isEmpty
        else { throw Refusal(.unknownPerson, "No account with a password has this e-mail address.") }
        return try ResetIssue.link(
            for: account.profile.user.id, .operator, removingFactor: removesFactor, at: time, transaction
        ).token
    }
}
