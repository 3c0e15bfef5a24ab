import NexusCore
import Synchronization

/// Sign-in limits: guessing is slow, and other people's guesses never lock the owner of an account out.
///
/// - Failures of one address, over all accounts, use an allowance; a success does not, so an office behind one address
///   signs in freely.
/// - Failures of one address at one account, a pair, are followed by a growing delay. A success resets it.
/// - Failures at one account from all addresses raise its guard: an address that has never signed in to it then has one
///   attempt before its delay, not five. An address without a failure there is never delayed.
///
/// Unknown accounts are counted likewise, so that the answers do not reveal which addresses have accounts. All counters
/// are in memory.
final class SignInLimits: Sendable {
    /// Failures of a pair that no delay follows.
    static let freeFailures = 5
    /// The same while the account's guard is up, for an address that has never signed in to it.
    static let guardedFreeFailures = 1
    /// Milliseconds of the first delay; each one after it is twice as long.
    static let firstDelay: Int64 = 2_000
    /// Milliseconds of the longest delay, and of the longest for an address that has signed in to the account before.
    static let longestDelay: Int64 = 900_000
    static let longestKnownDelay: Int64 = 60_000
    /// Milliseconds without a failure after which those of a pair are forgotten.
    static let memory: Int64 = 3_600_000
    /// Failures at one account in an hour, from all addresses, that raise its guard.
    static let guardFailures = 50.0

    private struct Pair: Hashable, Sendable {
        var address: String
        var account: String
    }

    private struct Failures {
        var count = 0
        var last: Timestamp
        /// Attempts that have yet to succeed or fail.
        var inFlight = 0
    }

    private struct State {
        var failures: [Pair: Failures] = [:]
        /// When each pair last signed in.
        var successes: [Pair: Timestamp] = [:]
    }

    private enum Outcome {
        case succeeded, failed
        /// The password is right, and a code is asked for: no success that would reset the delay of guessed codes.
        case halfway
        case neither

        init(_ code: ErrorCode?) {
            self =
                switch code {
                case .wrongCredentials?, .wrongCode?: .failed
                // Only the right password learns of a suspension.
                case .accountSuspended?: .succeeded
                case .codeRequired?: .halfway
                default: .neither
                }
        }
    }

    private let isOn: Bool
    private let keyLimit: Int
    private let now: @Sendable () -> Timestamp
    private let addresses: TokenBuckets<String>
    private let repeated: TokenBuckets<Pair>
    private let guards: TokenBuckets<String>
    private let state = Mutex(State())

    /// - Parameter keyLimit: pairs that are remembered, of failures and of successes each.
    init(_ settings: RateLimitSettings, keyLimit: Int = 100_000, now: @escaping @Sendable () -> Timestamp) {
        isOn = settings.isOn
        self.keyLimit = keyLimit
        self.now = now
        // Attempts that were admitted together may all fail: the allowance goes below zero by as many as can be in flight.
        addresses = TokenBuckets(
            .init(
                burst: Double(settings.failedSignInsAtOnce), perMinute: Double(settings.failedSignInsPerMinute),
                debt: 200),
            keyLimit: keyLimit, now: now)
        let perMinute = Double(settings.signInsPerMinute)
        repeated = TokenBuckets(.init(burst: perMinute, perMinute: perMinute), keyLimit: keyLimit, now: now)
        let guarding = SignInLimits.guardFailures
        guards = TokenBuckets(
            .init(burst: guarding, perMinute: guarding / 60, debt: guarding), keyLimit: keyLimit, now: now)
    }

    /// Carries out an attempt to sign in, and counts what became of it.
    ///
    /// - Throws: `Refusal` (`rate_limited`), and what `signIn` throws.
    func attempt<Answer>(
        from address: String, email: String, _ signIn: () async throws -> Answer
    ) async throws -> Answer {
        guard isOn else { return try await signIn() }
        // An invalid e-mail address has no account to guard, and could be of any length.
        let pair = (try? TextRule.email(email)).map { Pair(address: address, account: $0) }
        try admit(address, pair)
        do {
            let answer = try await signIn()
            settle(address, pair, .succeeded)
            return answer
        } catch {
            settle(address, pair, Outcome((error as? Refusal)?.code))
            throw error
        }
    }

    private func admit(_ address: String, _ pair: Pair?) throws(Refusal) {
        if let wait = addresses.wait(address) { throw Refusal.tooManySignIns(wait) }
        guard let pair else { return }
        if let wait = repeated.wait(pair) { throw Refusal.tooManySignIns(wait) }
        let isGuarded = guards.wait(pair.account) != nil
        let time = now()
        let wait: Int64? = state.withLock { state in
            var failures = remembered(pair, state, at: time)
            let isKnown = state.successes[pair] != nil
            let free = isGuarded && !isKnown ? SignInLimits.guardedFreeFailures : SignInLimits.freeFailures
            if failures.count + failures.inFlight >= free {
                // Past the free ones attempts go one by one, or many sent together would not wait for each other.
                if failures.inFlight > 0 { return 1_000 }
                let delay = SignInLimits.delay(after: failures.count - free, isKnown: isKnown)
                let passed = max(0, time.since(failures.last))
                if passed < delay { return delay - passed }
            }
            failures.inFlight += 1
            state.failures[pair] = failures
            if state.failures.count > keyLimit { forget(&state, at: time) }
            return nil
        }
        if let wait { throw Refusal.tooManySignIns(wait) }
    }

    private func settle(_ address: String, _ pair: Pair?, _ outcome: Outcome) {
        if case .failed = outcome { addresses.charge(address) }
        guard let pair else { return }
        switch outcome {
        case .succeeded, .halfway: repeated.charge(pair)
        case .failed: guards.charge(pair.account)
        case .neither: break
        }
        let time = now()
        state.withLock { state in
            var failures = remembered(pair, state, at: time)
            failures.inFlight = max(0, failures.inFlight - 1)
            switch outcome {
            case .succeeded:
                failures.count = 0
                state.successes[pair] = time
                if state.successes.count > keyLimit {
                    let middle = state.successes.values.sorted()[state.successes.count / 2]
                    state.successes = state.successes.filter { $0.value > middle }
                }
            case .failed:
                failures.count += 1
                failures.last = max(failures.last, time)
            case .halfway, .neither: break
            }
            state.failures[pair] = failures.count == 0 && failures.inFlight == 0 ? nil : failures
        }
    }

    /// Milliseconds to wait after that many failures beyond the free ones.
    private static func delay(after beyond: Int, isKnown: Bool) -> Int64 {
        let longest = isKnown ? longestKnownDelay : longestDelay
        return beyond >= 16 ? longest : min(firstDelay << Int64(max(0, beyond)), longest)
    }

    private func remembered(_ pair: Pair, _ state: State, at time: Timestamp) -> Failures {
        guard var failures = state.failures[pair] else { return Failures(last: time) }
        if time.since(failures.last) >= SignInLimits.memory { failures.count = 0 }
        return failures
    }

    /// Evicts entries: first expired ones, then the oldest failures. Attempts in flight stay.
    private func forget(_ state: inout State, at time: Timestamp) {
        state.failures = state.failures.filter {
            $0.value.inFlight > 0 || time.since($0.value.last) < SignInLimits.memory
        }
        guard state.failures.count > keyLimit else { return }
        let middle = state.failures.values.map(\.last).sorted()[state.failures.count / 2]
        state.failures = state.failures.filter { $0.value.inFlight > 0 || $0.value.last > middle }
    }

    /// The number of pairs with failures.
    var count: Int { state.withLock(\.failures.count) }
}

extension Refusal {
    fileprivate static func tooManySignIns(_ wait: Int64) -> Refusal {
        let seconds = (wait + 999) / 1_000
        let time =
            seconds == 1 ? "a second" : seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
        return Refusal(.rateLimited, "Too many failed sign-ins. Try again in \(time).", retryAfter: wait)
    }
}
