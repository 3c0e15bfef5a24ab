import NexusCore

/// The rate limits. The defaults suit a team; an operator may switch them off for measuring.
public struct RateLimitSettings: Sendable {
    public var isOn = true
    /// Accounts created from one address without an invitation or the operator, and failed attempts with either, an hour.
    public var signUpsPerHour = 10
    /// Requests of one address for links by e-mail, an hour.
    public var forgottenPasswordsPerHour = 20
    /// Challenges for sign-ins with a passkey to one address: sustained a minute, and at once. Each page for signing in asks for one.
    public var passkeyChallengesPerMinute = 120
    public var passkeyChallengesAtOnce = 300
    /// Successful sign-ins of one address to one account, a minute.
    public var signInsPerMinute = 10
    /// Failed sign-ins of one address: sustained a minute, and at once.
    public var failedSignInsPerMinute = 10
    public var failedSignInsAtOnce = 30
    /// Sign-ins with a provider that one address begins: sustained a minute, and at once.
    public var providerSignInsPerMinute = 60
    public var providerSignInsAtOnce = 100
    /// Operations per user: sustained a second, and at once.
    public var operationsPerSecond = 20
    public var operationsAtOnce = 200
    /// Searches per user: sustained a minute, and at once. A page that searches while the user types sends a few a
    /// second.
    public var searchesPerMinute = 120
    public var searchesAtOnce = 30
    /// Questions per user to the assistant: sustained a minute, and at once.
    public var questionsPerMinute = 20
    public var questionsAtOnce = 10
    /// Reads per user over HTTP: sustained a second, and at once. A first synchronisation needs one or two per
    /// conversation.
    public var readsPerSecond = 20
    public var readsAtOnce = 1_000
    /// Requests of polled sockets per user: sustained a second, and at once.
    public var pollsPerSecond = 40
    public var pollsAtOnce = 1_000
    /// Look-ups of people per user: sustained a minute, and at once. A page that searches while the user types sends a
    /// few a second.
    public var peoplePerMinute = 120
    public var peopleAtOnce = 30
    /// Uploads that a user begins, queries or cancels: sustained a minute, and at once.
    public var uploadsPerMinute = 120
    public var uploadsAtOnce = 60
    /// Parts of uploads per user.
    public var uploadPartsPerMinute = 1_200
    public var uploadPartsAtOnce = 240
    /// Finished uploads per user.
    public var finishedUploadsPerMinute = 60
    public var finishedUploadsAtOnce = 30
    /// Downloads of files, parts of files and previews per user.
    public var downloadsPerMinute = 1_200
    public var downloadsAtOnce = 600
    /// Live sockets per user.
    public var connectionsPerPerson = 20
    /// Whether to trust `X-Forwarded-For`, because the operator's proxy sets it.
    public var trustsProxy = false

    public init() {}
}

/// Limits on opening accounts and sessions.
struct AccountLimits: Sendable {
    /// Failures by which guesses would be told from mistakes in a form.
    private static let counted: Set<ErrorCode> = [
        .setupInvalid, .invitationInvalid, .resetInvalid, .confirmationInvalid, .wrongCode, .emailTaken,
    ]

    private let settings: RateLimitSettings
    private let signUps: TokenBuckets<String>
    private let forgotten: TokenBuckets<String>
    private let passkeys: TokenBuckets<String>
    let signIns: SignInLimits

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        let perHour = Double(settings.signUpsPerHour)
        // Attempts that were admitted together may all fail.
        signUps = TokenBuckets(.init(burst: perHour, perMinute: perHour / 60, debt: 100), now: now)
        let links = Double(settings.forgottenPasswordsPerHour)
        forgotten = TokenBuckets(.init(burst: links, perMinute: links / 60), now: now)
        passkeys = TokenBuckets(
            .init(
                burst: Double(settings.passkeyChallengesAtOnce), perMinute: Double(settings.passkeyChallengesPerMinute)),
            now: now)
        signIns = SignInLimits(settings, now: now)
    }

    var trustsProxy: Bool { settings.trustsProxy }

    /// - Throws: `Refusal` (`rate_limited`).
    func signUp(from address: String) throws(Refusal) {
        guard settings.isOn, let wait = signUps.take(address) else { return }
        throw Refusal.tooManySignUps(wait)
    }

    /// Counts a request for a link by e-mail, whether or not the address has an account.
    ///
    /// - Throws: `Refusal` (`rate_limited`).
    func forgotten(from address: String) throws(Refusal) {
        guard settings.isOn, let wait = forgotten.take(address) else { return }
        throw Refusal.tooManySignUps(wait)
    }

    /// Counts a challenge for a sign-in with a passkey; an attempt needs one.
    ///
    /// - Throws: `Refusal` (`rate_limited`).
    func passkey(from address: String) throws(Refusal) {
        guard settings.isOn, let wait = passkeys.take(address) else { return }
        throw Refusal.tooManySignUps(wait)
    }

    /// Opens an account or a session for which a link vouches. Only failures count, so that an office behind one address
    /// joins freely.
    ///
    /// - Throws: `Refusal` (`rate_limited`), and what `open` throws.
    func vouched<Answer>(from address: String, _ open: () async throws -> Answer) async throws -> Answer {
        guard settings.isOn else { return try await open() }
        if let wait = signUps.wait(address) { throw Refusal.tooManySignUps(wait) }
        do {
            return try await open()
        } catch let refusal as Refusal where AccountLimits.counted.contains(refusal.code) {
            signUps.charge(address)
            throw refusal
        }
    }
}

extension Refusal {
    fileprivate static func tooManySignUps(_ wait: Int64) -> Refusal {
        Refusal(.rateLimited, "Too many attempts from this address.", retryAfter: wait)
    }
}
