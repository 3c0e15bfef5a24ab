import NexusCore

/// Rate limits of a user's uploads and downloads.
struct MediaLimits: Sendable {
    /// The kinds of requests with separate limits.
    enum Act: CaseIterable, Sendable {
        /// Beginning, querying and cancelling an upload.
        case upload
        case part, finish, download
    }

    private let buckets: [Act: TokenBuckets<UserID>]

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        guard settings.isOn else {
            buckets = [:]
            return
        }
        func rate(_ act: Act) -> TokenBuckets<UserID>.Rate {
            let (atOnce, perMinute) =
                switch act {
                case .upload: (settings.uploadsAtOnce, settings.uploadsPerMinute)
                case .part: (settings.uploadPartsAtOnce, settings.uploadPartsPerMinute)
                case .finish: (settings.finishedUploadsAtOnce, settings.finishedUploadsPerMinute)
                case .download: (settings.downloadsAtOnce, settings.downloadsPerMinute)
                }
            return TokenBuckets.Rate(burst: Double(atOnce), perMinute: Double(perMinute))
        }
        buckets = Dictionary(uniqueKeysWithValues: Act.allCases.map { ($0, TokenBuckets(rate($0), now: now)) })
    }

    /// - Throws: `Refusal` (`rate_limited`).
    func take(_ act: Act, by user: UserID) throws(Refusal) {
        guard let wait = buckets[act]?.take(user) else { return }
        throw Refusal(.rateLimited, "Too many files at once. Wait a moment.", retryAfter: wait)
    }
}
