import NexusCore
import NexusDatabase

/// Accounts and sessions: signing up and in, refreshing, listing, ending.
struct AccountService: Sendable {
    /// The maximum characters (Unicode scalars) of a device's name; longer ones are cut.
    static let deviceCharacters = 100
    /// The maximum sessions of one user; one more ends the least recently used.
    static let sessionsPerPerson = 200

    let database: any Database
    let hasher: PasswordHasher
    let joining: JoinRule
    let codes: CodeLimit
    let now: @Sendable () -> Timestamp
    /// Called once a session has ended, so that its socket closes at once.
    let sessionEnded: @Sendable (SessionID) -> Void
    /// Called once a session has new tokens, so that its sockets are renewed with them.
    let sessionRefreshed: @Sendable (SessionID, UserID) -> Void
    /// Sends a change of a user's account to their devices.
    let accountChanged: @Sendable (UserSettingsChanges, UserID) -> Void
    /// Nil where no mail server is configured.
    var newDevices: NewDeviceMail?

    /// - Throws: `Refusal`: `setup_required`, `invitation_required`, `invalid_email`, `invalid_password`, `invalid_name`,
    ///   `email_taken`. Where people are invited only, no answer depends on which addresses have accounts.
    func signUp(_ request: SignUpRequest, from origin: SignInOrigin = .unknown) async throws -> SignedIn {
        try joining.requirePasswords()
        let account = try NewAccount(request)
        let exists = try await database.read { reader in
            try joining.requireOpen(reader)
            try account.checkPassword(in: reader)
            return try AccountRepository.account(email: account.email, in: reader) != nil
        }
        if exists { throw Refusal.emailTaken }
        let hash = try await hasher.hash(account.password)
        let time = now()
        return try await database.write { transaction in
            try joining.requireOpen(transaction)
            let profile = try insert(account, passwordHash: hash, at: time, transaction)
            return try open(account.device, from: origin, of: profile.user.id, at: time, transaction).signedIn(profile)
        }
    }

    /// Opens an account inside a transaction.
    ///
    /// - Throws: `Refusal` (`email_taken`).
    func insert(
        _ account: NewAccount, passwordHash hash: String, at time: Timestamp, _ transaction: Transaction
    ) throws -> Profile {
        let user = User(id: ID(at: time), name: account.name, email: account.email)
        guard try AccountRepository.insert(user, passwordHash: hash, at: time, transaction),
            let profile = try AccountRepository.profile(of: user.id, in: transaction)
        else { throw Refusal.emailTaken }
        return profile
    }

    /// Opens an account, or gives a person of that address who has no password theirs, for a caller who answers for the address.
    ///
    /// - Throws: `Refusal` (`email_taken`).
    func insertOrClaim(
        _ account: NewAccount, passwordHash hash: String, at time: Timestamp, _ transaction: Transaction
    ) throws -> Profile {
        guard let known = try AccountRepository.account(email: account.email, in: transaction) else {
            return try insert(account, passwordHash: hash, at: time, transaction)
        }
        let user = known.profile.user.id
        guard try AccountRepository.claim(user, passwordHash: hash, transaction),
            let profile = try AccountRepository.profile(of: user, in: transaction)
        else { throw Refusal.emailTaken }
        return profile
    }

    /// Spends a refresh token for new tokens. A token spent twice, at any time, ends its session, since one of its two
    /// holders is a thief. Repeating the same attempt counts once, and gets the same answer.
    ///
    /// - Throws: `Refusal`: `session_ended`.
    func refresh(_ request: RefreshRequest) async throws -> SignedIn {
        let ended = Refusal(.sessionEnded, "This session has ended. Sign in again.")
        // Invalid tokens do not reach the writer's queue: anyone can send them.
        let known = try await database.read { reader -> SessionID? in
            guard let secret = try SessionRepository.storedTokenSecret(reader),
                let id = Token.session(ofRefresh: request.refreshToken, secret: secret)
            else { return nil }
            return try SessionRepository.session(id, in: reader).map { _ in id }
        }
        guard let id = known else { throw ended }
        let time = now()
        let hash = Token.hash(request.refreshToken)
        let attemptHash = request.attempt.map(Token.hash)
        let result: Refreshed = try await database.writeEssential { transaction in
            guard let session = try SessionRepository.session(id, in: transaction) else { return .unknown }
            let isRepeated = hash == session.spentRefreshHash && attemptHash == session.spentAttemptHash
            guard session.refreshExpiresAt > time,
                hash == session.refreshHash || (isRepeated && attemptHash != nil),
                let profile = try AccountRepository.profile(of: session.user, in: transaction)
            else {
                _ = try SessionRepository.delete(id, of: session.user, transaction)
                return .ended(id)
            }
            var tokens = SessionTokens(
                of: id, after: request, secret: try SessionRepository.tokenSecret(transaction))
            tokens.needsSecondFactor = try SecondFactorRepository.isMissing(of: id, in: transaction)
            try SessionRepository.renew(
                id, secrets: tokens.secrets(at: time), spent: hash, attemptHash: attemptHash, at: time, transaction)
            return .renewed(tokens.signedIn(profile))
        }
        switch result {
        case .renewed(let signedIn):
            sessionRefreshed(id, signedIn.profile.user.id)
            return signedIn
        case .ended(let id): sessionEnded(id)
        case .unknown: break
        }
        throw ended
    }

    /// The user of an access token.
    /// - Throws: `Refusal`: `not_signed_in`, `token_expired`.
    func authorize(_ token: String) async throws -> SessionContext {
        let hash = Token.hash(token)
        return try current(try await database.read { try SessionRepository.session(accessHash: hash, in: $0) })
    }

    /// As ``authorize(_:)`` for several tokens by one read and without a task, for where thousands come at once.
    /// - Parameter completion: is called on a thread of the database, with a result for each token.
    func authorize(
        _ tokens: [String], completion: @escaping @Sendable ([Result<SessionContext, any Error>]) -> Void
    ) {
        let hashes = tokens.map(Token.hash)
        database.query { reader in
            try hashes.map { try SessionRepository.session(accessHash: $0, in: reader) }
        } completion: { found in
            completion(
                hashes.indices.map { index in Result { try self.current(found.get()[index]) } })
        }
    }

    private func current(_ found: SessionContext?) throws -> SessionContext {
        guard let found else { throw Refusal.notSignedIn }
        guard found.accessUntil > now() else { throw Refusal.tokenExpired }
        return found
    }

    func sessions(of context: SessionContext) async throws -> SessionList {
        let time = now()
        return SessionList(
            sessions: try await database.read {
                try SessionRepository.list(of: context.user, current: context.session, at: time, in: $0)
            })
    }

    func profile(of user: UserID) async throws -> Profile {
        guard let profile = try await database.read({ try AccountRepository.profile(of: user, in: $0) }) else {
            throw Refusal.notSignedIn
        }
        return profile
    }

    func people(_ query: PeopleQuery, for user: UserID) async throws -> PeopleList {
        try await database.read { reader in
            var query = query
            query.limit += 1
            var found = try AccountRepository.people(query, for: user, in: reader)
            var cursor: String?
            if found.count == query.limit {
                found.removeLast()
                cursor = found.last?.cursor.text
            }
            return PeopleList(people: found.map(\.user), cursor: cursor)
        }
    }

    /// - Throws: `Refusal`: `unknown_person` for a user that the caller may not see, existing or not.
    func person(_ id: UserID, for user: UserID) async throws -> User {
        guard let person = try await database.read({ try AccountRepository.person(id, for: user, in: $0) }) else {
            throw Refusal(.unknownPerson, "There is no such person.")
        }
        return person
    }

    // MARK: Tokens

    private enum Refreshed: Sendable {
        case renewed(SignedIn)
        case ended(SessionID)
        case unknown
    }

    /// Opens a session.
    ///
    /// - Parameter isTwoFactors: whether the user's identity was proved by a passkey.
    func open(
        _ device: String, from origin: SignInOrigin, isTwoFactors: Bool = false, of user: UserID, at time: Timestamp,
        _ transaction: Transaction
    ) throws -> SessionTokens {
        var tokens = SessionTokens(of: ID(at: time), secret: try SessionRepository.tokenSecret(transaction))
        try SessionRepository.insert(
            tokens.session, user: user, device: AccountService.deviceName(device), origin: origin,
            secrets: tokens.secrets(at: time), isTwoFactors: isTwoFactors, at: time, transaction)
        tokens.needsSecondFactor = try SecondFactorRepository.isMissing(of: tokens.session, in: transaction)
        return tokens
    }

    /// A device's name as it is stored: visible characters, cut.
    static func deviceName(_ text: String) -> String {
        TextRule.deviceName(text.normalized, limit: deviceCharacters)
    }
}

extension Refusal {
    static let emailTaken = Refusal(.emailTaken, "An account with this e-mail address exists. Sign in instead.")
    static let tokenExpired = Refusal(.tokenExpired, "The access token has expired. Refresh it.")
    static let notSignedIn = Refusal(.notSignedIn, "Sign in first: the access token is missing or unknown.")
}
