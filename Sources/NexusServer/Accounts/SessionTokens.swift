import NexusCore

/// The two tokens of a session, as its device gets them.
struct SessionTokens: Sendable {
    /// Milliseconds that an access token lives.
    static let accessLife: Int64 = 15 * 60_000
    /// Milliseconds that a session lives without being refreshed.
    static let refreshLife: Int64 = 90 * 86_400_000

    /// Milliseconds that a session lives, however often it is refreshed.
    static let sessionLife: Int64 = 180 * 86_400_000

    let session: SessionID
    let access: String
    let refresh: String
    /// Whether the user lacks the second factor that the team requires.
    var needsSecondFactor = false

    /// New tokens; or, after a refresh, its result. A device that lost the response and repeats its attempt gets the
    /// same tokens at any time: a grace period would not help a phone that was switched off in between.
    init(of session: SessionID, after request: RefreshRequest? = nil, secret: [UInt8]) {
        let next = { (purpose: String) in
            guard let request, let attempt = request.attempt else { return Token.randomBytes() }
            return Token.successor(of: request.refreshToken, attempt: attempt, purpose: purpose, secret: secret)
        }
        self.session = session
        access = Base64URL.text(of: next("access"))
        refresh = Token.refresh(of: session, from: next("refresh"), secret: secret)
    }

    func secrets(at time: Timestamp) -> SessionRepository.Secrets {
        SessionRepository.Secrets(
            accessHash: Token.hash(access), accessExpiresAt: time.advanced(by: SessionTokens.accessLife),
            refreshHash: Token.hash(refresh), refreshExpiresAt: time.advanced(by: SessionTokens.refreshLife))
    }

    func signedIn(_ profile: Profile) -> SignedIn {
        SignedIn(
            session: session, profile: profile, accessToken: access, expiresIn: SessionTokens.accessLife,
            refreshToken: refresh, needsSecondFactor: needsSecondFactor)
    }
}
