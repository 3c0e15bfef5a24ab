import NexusCore

/// The tokens of one session, refreshed when they expire or are rejected, by one refresh at a time, even if several
/// processes share a profile (a refresh token can be used once; a second use ends the session).
actor AccessTokens: AccessTokenSource {
    /// Milliseconds before its end at which an access token counts as expired.
    static let margin: Int64 = 30_000

    private let api: ServerAPI
    private let store: any CredentialStore
    private let lockPath: String?
    private let clock: any ClientClock
    private var refreshing: Task<Result<String, ClientError>, Never>?

    init(api: ServerAPI, store: any CredentialStore, lockPath: String?, clock: any ClientClock) {
        self.api = api
        self.store = store
        self.lockPath = lockPath
        self.clock = clock
    }

    /// A token that is valid by this device's clock.
    ///
    /// - Throws: ``ClientError/signedOut``; ``ClientError/refused(_:)`` if the session is over;
    ///   ``ClientError/offline(_:)``.
    func current() async throws(ClientError) -> String {
        guard let held = try store.load() else { throw .signedOut }
        if isFresh(held) { return held.accessToken }
        return try await refreshed(instead: held.accessToken)
    }

    /// A token other than `rejected`.
    func replacement(for rejected: String) async throws(ClientError) -> String {
        try await refreshed(instead: rejected)
    }

    private func isFresh(_ credentials: Credentials) -> Bool {
        clock.now().advanced(by: AccessTokens.margin) < credentials.expiresAt
    }

    private func refreshed(instead rejected: String) async throws(ClientError) -> String {
        if let refreshing { return try await refreshing.value.get() }
        // The task outlives its first caller: others wait for it, and a new token must be saved.
        let task = Task { await self.refresh(instead: rejected) }
        refreshing = task
        defer { refreshing = nil }
        return try await task.value.get()
    }

    private func refresh(instead rejected: String) async -> Result<String, ClientError> {
        do throws(ClientError) {
            var lock: FileLock?
            if let lockPath {
                lock = try await FileLock.claim(lockPath, within: 15_000, clock: clock)
                if lock == nil { throw ClientError.profileBusy }
            }
            defer { withExtendedLifetime(lock) {} }
            guard var held = try store.load() else { throw ClientError.signedOut }
            // Another process may have done it while this one waited.
            if held.accessToken != rejected, isFresh(held) { return .success(held.accessToken) }
            // A token is spent by one attempt. The attempt is named and saved first, so that it can be repeated if its
            // response is lost with the connection or the process.
            let attempt = held.refreshAttempt ?? AccessTokens.newAttempt()
            if held.refreshAttempt == nil {
                held.refreshAttempt = attempt
                try store.save(held)
            }
            let request = RefreshRequest(refreshToken: held.refreshToken, attempt: attempt)
            let signedIn = try await api.call(Endpoints.refresh, request)
            // A sign-out meanwhile stays one.
            guard try store.load()?.session == held.session else { throw ClientError.signedOut }
            held = Credentials(server: held.server, signedIn: signedIn, at: clock.now())
            try store.save(held)
            return .success(held.accessToken)
        } catch {
            return .failure(error)
        }
    }

    /// 128 random bits in hexadecimal.
    private static func newAttempt() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let word = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 8 - word.count) + word
        }.joined()
    }
}
