import NexusCore
import NexusDatabase

/// Sets a fresh server up: its administrator's account, the team's name and who may join, in one transaction.
struct SetupService: Sendable {
    let database: any Database
    let accounts: AccountService
    let code: SetupCode

    /// Stores the code of a server that waits for its set-up, and removes that of any other.
    ///
    /// - Returns: what to tell the operator about who may join.
    /// - Throws: `DatabaseError`; `CocoaError` where the folder cannot be written.
    func prepare() async throws -> ServerInfo {
        let info = try await info()
        if info.needsSetup { try code.store() } else { code.remove() }
        return info
    }

    func info() async throws -> ServerInfo {
        try await database.read { try accounts.joining.info($0) }
    }

    /// The code works once: the transaction that opens the account finds the server set up ever after.
    ///
    /// - Throws: `Refusal`: `setup_invalid`, `invalid_email`, `invalid_password`, `invalid_name`, `title_invalid`, `email_taken`.
    func setUp(_ request: SetupRequest, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        guard code.matches(request.code) else { throw Refusal.setupInvalid }
        let account = try NewAccount(request.account)
        let team = try Refusal.translating { () throws(TextProblem) in try TextRule.team(request.team.normalized) }
        guard try await info().needsSetup else { throw Refusal.alreadySetUp }
        try PasswordRule(name: account.name, email: account.email, team: team).check(account.password)
        let hash = try await accounts.hasher.hash(account.password)
        let time = accounts.now()
        let signedIn = try await database.write { transaction in
            guard try accounts.joining.info(transaction).needsSetup else { throw Refusal.alreadySetUp }
            let profile = try accounts.insertOrClaim(account, passwordHash: hash, at: time, transaction)
            try TeamRepository.put(PolicyChange(team: team, join: request.join), transaction)
            try AuditLog.append(
                .setUp, by: profile.user.id, to: profile.user.id, note: "join: \(request.join.rawValue)", at: time,
                transaction)
            return try accounts.open(account.device, from: origin, of: profile.user.id, at: time, transaction).signedIn(
                profile)
        }
        code.remove()
        return signedIn
    }
}

extension Refusal {
    fileprivate static let setupInvalid = Refusal(
        .setupInvalid, "This set-up link is not this server's. Print it again with \"nexus setup-link\".")
    fileprivate static let alreadySetUp = Refusal(.setupInvalid, "This server is set up already. Sign in instead.")
}
