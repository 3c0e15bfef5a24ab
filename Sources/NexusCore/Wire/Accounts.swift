/// The request of `Endpoints.signUp`.
public struct SignUpRequest: Equatable, Sendable {
    public var email: String
    public var password: String
    public var name: String
    /// The device's name in the list of sessions.
    public var device: String

    public init(email: String, password: String, name: String, device: String) {
        self.email = email
        self.password = password
        self.name = name
        self.device = device
    }
}

/// The request of `Endpoints.signIn`.
public struct SignInRequest: Equatable, Sendable {
    public var email: String
    public var password: String
    public var device: String
    /// A code of the account's second factor, if it has one.
    public var code: String?

    public init(email: String, password: String, device: String, code: String? = nil) {
        self.email = email
        self.password = password
        self.device = device
        self.code = code
    }
}

/// The request of `Endpoints.refresh`.
public struct RefreshRequest: Equatable, Sendable {
    public var refreshToken: String
    /// A random string for this refresh, kept until it is answered: repeating the request with it after a lost response
    /// returns the same tokens. Without one, or with another, a spent token ends the session.
    public var attempt: String?

    public init(refreshToken: String, attempt: String? = nil) {
        self.refreshToken = refreshToken
        self.attempt = attempt
    }
}

/// The request of `Endpoints.refresh` with the refresh token in a cookie.
public struct CookieRefreshRequest: Equatable, Sendable {
    /// As `RefreshRequest.attempt`.
    public var attempt: String?

    public init(attempt: String? = nil) { self.attempt = attempt }
}

/// A browser's new or refreshed session: its tokens are in cookies that no script can read.
public struct CookieSignedIn: Equatable, Sendable {
    public var session: SessionID
    public var profile: Profile
    /// Milliseconds that the access cookie lives from now.
    public var expiresIn: Int64
    /// As ``SignedIn/needsSecondFactor``.
    public var needsSecondFactor: Bool

    public init(session: SessionID, profile: Profile, expiresIn: Int64, needsSecondFactor: Bool = false) {
        self.session = session
        self.profile = profile
        self.expiresIn = expiresIn
        self.needsSecondFactor = needsSecondFactor
    }
}

/// The request of `Endpoints.renew`.
public struct RenewalRequest: Equatable, Sendable {
    /// As in its `renew` frame.
    public var socket: SocketID

    public init(socket: SocketID) { self.socket = socket }
}

/// A new or refreshed session. The tokens are secrets.
public struct SignedIn: Equatable, Sendable {
    public var session: SessionID
    public var profile: Profile
    /// Shown as `Authorization: Bearer …` (RFC 6750) until it expires.
    public var accessToken: String
    /// Milliseconds that the access token lives from now.
    public var expiresIn: Int64
    /// Good for one refresh; using it twice ends the session.
    public var refreshToken: String
    /// Whether the team requires a second factor that the account does not have: until it is on, other requests are refused with
    /// `second_factor_required`.
    public var needsSecondFactor: Bool

    public init(
        session: SessionID, profile: Profile, accessToken: String, expiresIn: Int64, refreshToken: String,
        needsSecondFactor: Bool = false
    ) {
        self.session = session
        self.profile = profile
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.needsSecondFactor = needsSecondFactor
    }
}

/// The response of `Endpoints.sessions`.
public struct SessionList: Equatable, Sendable {
    public var sessions: [SessionInfo]

    public init(sessions: [SessionInfo]) { self.sessions = sessions }
}

/// The response of `Endpoints.people`.
public struct PeopleList: Equatable, Sendable {
    public var people: [User]
    /// The cursor of the next page; `nil` after the last.
    public var cursor: String?

    public init(people: [User], cursor: String? = nil) {
        self.people = people
        self.cursor = cursor
    }
}
