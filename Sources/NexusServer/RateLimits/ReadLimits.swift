import HTTPTypes
import Hummingbird
import NexusCore

/// Rate limits of a user's reads over HTTP: conversations, history, changes and other GET requests.
struct ReadLimits: Sendable {
    private let buckets: TokenBuckets<UserID>?

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        let rate = TokenBuckets<UserID>.Rate(
            burst: Double(settings.readsAtOnce), perMinute: Double(settings.readsPerSecond) * 60)
        buckets = settings.isOn ? TokenBuckets(rate, now: now) : nil
    }

    /// - Throws: `Refusal` (`rate_limited`).
    func read(by user: UserID) throws(Refusal) {
        guard let wait = buckets?.take(user) else { return }
        throw Refusal(.rateLimited, "That is too much at once. Wait a moment.", retryAfter: wait)
    }
}

/// Rate limits of look-ups of people, so that an account cannot copy the directory at once.
struct PeopleLimits: Sendable {
    private let buckets: TokenBuckets<UserID>?

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        let rate = TokenBuckets<UserID>.Rate(
            burst: Double(settings.peopleAtOnce), perMinute: Double(settings.peoplePerMinute))
        buckets = settings.isOn ? TokenBuckets(rate, now: now) : nil
    }

    /// - Throws: `Refusal` (`rate_limited`).
    func lookUp(by user: UserID) throws(Refusal) {
        guard let wait = buckets?.take(user) else { return }
        throw Refusal(.rateLimited, "Too many people looked up at once. Wait a moment.", retryAfter: wait)
    }
}

/// Counts the reads of each user; runs after `SessionMiddleware`.
struct ReadLimitMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let limits: ReadLimits

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .get || request.method == .head { try limits.read(by: context.requireSession().user) }
        return try await next(request, context)
    }
}
