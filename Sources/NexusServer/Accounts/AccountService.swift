import NexusCore
import NexusDatabase

/// Accounts and sessions: signing up and in, refreshing, listing, ending.
struct AccountService: Sendable {
    /// Milliseconds that an access token lives.
    static let accessLife: Int64 = 15 * 60_000
    /// Milliseconds that a session lives without being refreshed.
    static let refreshLife: Int64 = 90 * 86_400_000
    /// Characters of a device's name that are kept.
    static let deviceCharacters = 100

    let database: any Database
    let hasher: PasswordHasher
    let now: @Sendable () -> Timestamp
    /// Called once a session has ended, so that its socket closes at once.
    let sessionEnded: @Sendable (SessionID) -> Void

    /// - Throws: `Refusal`: `invalid_email`, `invalid_password`, `invalid_name`, `email_taken`.
    func signUp(_ request: SignUpRequest) async throws -> SignedIn {
        let (email, password, name) = try accepted {
            () throws(TextProblem) in
            (
                try TextRule.email(request.email), try TextRule.password(request.password),
                try TextRule.name(request.name)
            )
        }
        let taken = Refusal(.emailTaken, "An account with this e-mail address exists. Sign in instead.")
        let exists = try await database.read { try AccountRepository.account(email: email, in: $0) != nil }
        if exists { throw taken }
        let hash = try await hasher.hash(password)
        let time = now()
        let user = User(id: identifier(at: time), name: name, email: email)
        let opening = opening(of: request.device, at: time)
        let isNew = try await database.write { transaction in
            guard try AccountRepository.insert(user, passwordHash: hash, at: time, transaction) else { return false }
            try opening.insert(user.id, transaction)
            return true
        }
        guard isNew else { throw taken }
        return opening.signedIn(Profile(user: user, showsPresence: true))
    }

    /// - Throws: `Refusal`: `wrong_credentials`, the same whether the address or the password is wrong.
    func signIn(_ request: SignInRequest) async throws -> SignedIn {
        let wrong = Refusal(.wrongCredentials, "The e-mail address or the password is wrong.")
        guard request.password.utf8.count <= Limits.passwordBytes else { throw wrong }
        let email = try? TextRule.email(request.email)
        let account = try await database.read { reader in
            try email.flatMap { try AccountRepository.account(email: $0, in: reader) }
        }
        let matches = try await hasher.matches(request.password, hash: account?.passwordHash)
        guard matches, let account else { throw wrong }
        let time = now()
        let opening = opening(of: request.device, at: time)
        try await database.write { transaction in
            try SessionRepository.deleteExpired(before: time, transaction)
            try opening.insert(account.profile.user.id, transaction)
        }
        return opening.signedIn(account.profile)
    }

    /// Spends a refresh token for new tokens. A token that is spent twice ends its session, since one of the two who hold it is
    /// not the person; the same attempt repeated is one spending, and gets the same answer.
    ///
    /// - Throws: `Refusal`: `session_ended`.
    func refresh(_ request: RefreshRequest) async throws -> SignedIn {
        let time = now()
        let hash = Token.hash(request.refreshToken)
        let attemptHash = request.attempt.map(Token.hash)
        let result: Refreshed = try await database.write { transaction in
            guard let (session, isSpent) = try SessionRepository.session(refreshHash: hash, in: transaction) else {
                return .unknown
            }
            guard session.refreshExpiresAt > time,
                !isSpent || (attemptHash != nil && attemptHash == session.spentAttemptHash)
            else {
                _ = try SessionRepository.delete(session.id, of: session.user, transaction)
                return .ended(session.id)
            }
            let tokens = try nextTokens(after: request, transaction)
            try SessionRepository.renew(
                session.id, secrets: tokens.secrets(at: time), spent: hash, attemptHash: attemptHash, at: time,
                transaction)
            guard let profile = try AccountRepository.profile(of: session.user, in: transaction) else {
                return .unknown
            }
            return .renewed(tokens.signedIn(session.id, profile))
        }
        switch result {
        case .renewed(let signedIn): return signedIn
        case .ended(let id): sessionEnded(id)
        case .unknown: break
        }
        throw Refusal(.sessionEnded, "This session has ended. Sign in again.")
    }

    /// Who holds an access token.
    /// - Throws: `Refusal`: `not_signed_in`, `token_expired`.
    func authorize(_ token: String) async throws -> SessionContext {
        let hash = Token.hash(token)
        guard let found = try await database.read({ try SessionRepository.session(accessHash: hash, in: $0) }) else {
            throw Refusal.notSignedIn
        }
        guard found.expiresAt > now() else {
            throw Refusal(.tokenExpired, "The access token has expired. Refresh it.")
        }
        return found.context
    }

    func sessions(of context: SessionContext) async throws -> SessionList {
        let time = now()
        return SessionList(
            sessions: try await database.read {
                try SessionRepository.list(of: context.user, current: context.session, at: time, in: $0)
            })
    }

    /// - Throws: `Refusal`: `not_found` for a session that is not the asker's.
    func end(_ session: SessionID, of context: SessionContext) async throws {
        let ended = try await database.write { try SessionRepository.delete(session, of: context.user, $0) }
        guard ended else { throw Refusal(.notFound, "You have no such session.") }
        sessionEnded(session)
    }

    func profile(of user: UserID) async throws -> Profile {
        guard let profile = try await database.read({ try AccountRepository.profile(of: user, in: $0) }) else {
            throw Refusal.notSignedIn
        }
        return profile
    }

    func people(matching query: String, for user: UserID) async throws -> PeopleList {
        PeopleList(
            people: try await database.read {
                try AccountRepository.people(matching: query, for: user, limit: Limits.peopleResults, in: $0)
            })
    }

    // MARK: Tokens

    private enum Refreshed: Sendable {
        case renewed(SignedIn)
        case ended(SessionID)
        case unknown
    }

    private func nextTokens(after request: RefreshRequest, _ transaction: Transaction) throws -> SessionTokens {
        guard let attempt = request.attempt else { return SessionTokens() }
        let secret = try SessionRepository.secret(
            "refresh", orMake: { Token.hash(Token.random()) }, transaction)
        return SessionTokens(
            access: Token.successor(of: request.refreshToken, attempt: attempt, purpose: "access", secret: secret),
            refresh: Token.successor(of: request.refreshToken, attempt: attempt, purpose: "refresh", secret: secret))
    }

    private func opening(of device: String, at time: Timestamp) -> SessionOpening {
        SessionOpening(
            id: identifier(at: time), device: String(device.prefix(AccountService.deviceCharacters)),
            tokens: SessionTokens(), time: time)
    }

    private func identifier<Subject>(at time: Timestamp) -> ID<Subject> {
        var random = SystemRandomNumberGenerator()
        return ID(at: time, using: &random)
    }

    private func accepted<T>(_ read: () throws(TextProblem) -> T) throws -> T {
        do { return try read() } catch { throw Refusal(error) }
    }
}

/// The two secrets of a session.
struct SessionTokens: Sendable {
    var access = Token.random()
    var refresh = Token.random()

    func secrets(at time: Timestamp) -> SessionRepository.Secrets {
        SessionRepository.Secrets(
            accessHash: Token.hash(access), accessExpiresAt: time.advanced(by: AccountService.accessLife),
            refreshHash: Token.hash(refresh), refreshExpiresAt: time.advanced(by: AccountService.refreshLife))
    }

    func signedIn(_ session: SessionID, _ profile: Profile) -> SignedIn {
        SignedIn(
            session: session, profile: profile, accessToken: access, expiresIn: AccountService.accessLife,
            refreshToken: refresh)
    }
}

/// A session about to be opened.
struct SessionOpening: Sendable {
    var id: SessionID
    var device: String
    var tokens: SessionTokens
    var time: Timestamp

    func insert(_ user: UserID, _ transaction: Transaction) throws {
        try SessionRepository.insert(
            id, user: user, device: device, secrets: tokens.secrets(at: time), at: time, transaction)
    }

    func signedIn(_ profile: Profile) -> SignedIn { tokens.signedIn(id, profile) }
}

extension Refusal {
    static let notSignedIn = Refusal(.notSignedIn, "Sign in first: the access token is missing or means nothing.")
}
