import NexusCore

/// The caller of a request and the session it came from.
struct SessionContext: Sendable {
    var session: SessionID
    var profile: Profile
    /// When the access token expires that was shown.
    var accessUntil: Timestamp
    /// Whether the user lacks the second factor that the team requires.
    var needsSecondFactor = false
    /// When the session last proved the user's identity: at the sign-in, or since.
    var provedAt = Timestamp(milliseconds: 0)

    var user: UserID { profile.user.id }
}
