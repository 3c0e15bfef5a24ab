import NexusCore

/// The caller of a request and the session it came from.
struct SessionContext: Sendable {
    var session: SessionID
    var profile: Profile

    var user: UserID { profile.user.id }
}
