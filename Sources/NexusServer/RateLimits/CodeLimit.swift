import NexusCore

/// Limits guesses of second-factor codes at one account, from all addresses. Only a holder of its password gets that far, and recovery
/// codes are exempt, so the owner always gets in.
struct CodeLimit: Sendable {
    /// Wrong codes at once, and sustained an hour. Of a million codes three are right at any time.
    static let atOnce = 10.0
    static let perHour = 10.0

    private let guesses: TokenBuckets<UserID>?

    init(_ settings: RateLimitSettings, now: @escaping @Sendable () -> Timestamp) {
        let rate = TokenBuckets<UserID>.Rate(burst: CodeLimit.atOnce, perMinute: CodeLimit.perHour / 60)
        guesses = settings.isOn ? TokenBuckets(rate, now: now) : nil
    }

    /// Carries out what a typed code allows, and counts wrong ones. Attempts at the same time cannot exceed the limit.
    ///
    /// - Parameter isGuess: whether the code is short enough to be guessed; others are not counted.
    /// - Throws: `Refusal` (`rate_limited`), and what `act` throws.
    func attempt<Answer>(
        isGuess: Bool, of user: UserID, _ act: () async throws -> Answer
    ) async throws -> Answer {
        guard let guesses, isGuess else { return try await act() }
        if let wait = guesses.take(user) {
            throw Refusal(
                .rateLimited,
                "Too many wrong codes. Enter a recovery code, or try again in \((wait + 59_999) / 60_000) minutes.",
                retryAfter: wait)
        }
        do {
            let answer = try await act()
            guesses.giveBack(user)
            return answer
        } catch {
            if (error as? Refusal)?.code != .wrongCode { guesses.giveBack(user) }
            throw error
        }
    }
}
