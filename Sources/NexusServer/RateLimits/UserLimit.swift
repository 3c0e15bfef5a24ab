import NexusCore

/// One rate limit, counted for each user by itself; none where the limits are switched off.
struct UserLimit: Sendable {
    private let buckets: TokenBuckets<UserID>?
    private let text: String

    /// - Parameters:
    ///   - atOnce: the burst.
    ///   - perMinute: the sustained rate.
    ///   - text: what a refusal says.
    init(
        _ settings: RateLimitSettings, atOnce: Int, perMinute: Double, text: String,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let rate = TokenBuckets<UserID>.Rate(burst: Double(atOnce), perMinute: perMinute)
        buckets = settings.isOn ? TokenBuckets(rate, now: now) : nil
        self.text = text
    }

    /// Counts requests of a user, all or none.
    ///
    /// - Parameter count: at most the burst; more are refused at any time.
    /// - Throws: `Refusal` (`rate_limited`).
    func take(_ user: UserID, _ count: Int = 1) throws(Refusal) {
        guard let wait = buckets?.take(user, Double(count)) else { return }
        throw Refusal(.rateLimited, text, retryAfter: wait)
    }
}

extension UserLimit {
    static func operations(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.operationsAtOnce, perMinute: Double(settings.operationsPerSecond * 60),
            text: "Too many changes at once. Try again in a moment.", now: now)
    }

    /// Conversations, history, changes and other GET requests.
    static func reads(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.readsAtOnce, perMinute: Double(settings.readsPerSecond * 60),
            text: "Too many requests at once. Wait a moment.", now: now)
    }

    /// Polls and frames of polled sockets: a client with one has at most two requests under way.
    static func polls(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.pollsAtOnce, perMinute: Double(settings.pollsPerSecond * 60),
            text: "Too many requests at once. Wait a moment.", now: now)
    }

    /// Look-ups of people, so that an account cannot copy the directory at once.
    static func people(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.peopleAtOnce, perMinute: Double(settings.peoplePerMinute),
            text: "Too many people looked up at once. Wait a moment.", now: now)
    }

    /// Searches, each of which may read thousands of messages.
    static func searches(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.searchesAtOnce, perMinute: Double(settings.searchesPerMinute),
            text: "Too many searches at once. Wait a moment.", now: now)
    }

    /// Questions to the assistant, each of which may read thousands of messages and use a language model.
    static func questions(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) -> UserLimit {
        UserLimit(
            settings, atOnce: settings.questionsAtOnce, perMinute: Double(settings.questionsPerMinute),
            text: "Too many questions at once. Wait a moment.", now: now)
    }
}
