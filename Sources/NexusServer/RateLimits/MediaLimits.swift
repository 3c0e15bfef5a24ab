import NexusCore

/// Rate limits of a user's uploads and downloads.
struct MediaLimits: Sendable {
    /// The kinds of requests with separate limits.
    enum Act: CaseIterable, Sendable {
        /// Beginning, querying and cancelling an upload.
        case upload
        case part, finish, download
    }

    private let limits: [Act: UserLimit]

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        func limit(_ act: Act) -> UserLimit {
            let (atOnce, perMinute) =
                switch act {
                case .upload: (settings.uploadsAtOnce, settings.uploadsPerMinute)
                case .part: (settings.uploadPartsAtOnce, settings.uploadPartsPerMinute)
                case .finish: (settings.finishedUploadsAtOnce, settings.finishedUploadsPerMinute)
                case .download: (settings.downloadsAtOnce, settings.downloadsPerMinute)
                }
            return UserLimit(
                settings, atOnce: atOnce, perMinute: Double(perMinute),
                text: "Too many files at once. Wait a moment.", now: now)
        }
        limits = Dictionary(uniqueKeysWithValues: Act.allCases.map { ($0, limit($0)) })
    }

    /// - Throws: `Refusal` (`rate_limited`).
    func take(_ act: Act, by user: UserID) throws(Refusal) {
        try limits[act]?.take(user)
    }
}
