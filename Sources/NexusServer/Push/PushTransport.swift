/// Hands push notifications to the service of an endpoint.
protocol PushTransport: Sendable {
    /// Sends one. It never throws: what failed, and whether to try again, is in the outcome.
    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome
}

/// A push notification on its way to an endpoint.
struct OutgoingPush: Equatable, Sendable {
    var content: PushContent
    /// Of pushes with the same key the service keeps the last: 1 to 32 characters of base64url (RFC 8030, section 5.4).
    var collapseKey: String
    /// Seconds for which the service keeps it while the device is not reachable.
    var life: Int
}

/// What became of a push notification.
enum PushOutcome: Equatable, Sendable {
    /// The service took it.
    case sent
    /// The endpoint no longer exists.
    case gone
    /// It may succeed later; after so many seconds, if the service named them.
    case retry(after: Int?, PushFailure)
    /// It will never succeed.
    case refused(PushFailure)
}

/// Why a push notification was not taken.
struct PushFailure: Equatable, Sendable, Error {
    /// A lowercase word for metrics and the administration, of few different ones: "address", "connection", "credentials", "size", "rate", "service".
    var reason: String
    /// The answer in words, for the log and a test: no secret, at most 200 characters.
    var text: String
}
