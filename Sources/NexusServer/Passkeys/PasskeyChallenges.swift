import NexusCore
import Synchronization

/// The challenges that passkeys have yet to sign. Each is for one purpose, once, for five minutes. They are in memory: after a restart
/// people try again.
final class PasskeyChallenges: Sendable {
    /// Milliseconds that a challenge works (WebAuthn Level 3 §15.1 recommends 5 minutes).
    static let life: Int64 = 5 * 60_000
    /// The maximum challenges of each kind; one more ends the oldest.
    static let limit = 10_000

    enum Purpose: Hashable, Sendable {
        /// Of a caller who is not known yet.
        case signIn
        case register(SessionID)
        case prove(SessionID)
    }

    private struct Issued {
        var purpose: Purpose
        var expiresAt: Timestamp
        var number: UInt64
    }

    private struct State {
        var issued: [[UInt8]: Issued] = [:]
        /// In the order of issue, which is that of expiry.
        var order: [UInt64: [UInt8]] = [:]
        var oldest: UInt64 = 0
        var next: UInt64 = 0
        /// A session has one challenge for each purpose: a newer one replaces it.
        var ofSession: [Purpose: [UInt8]] = [:]

        mutating func remove(_ challenge: [UInt8]) -> Issued? {
            guard let found = issued.removeValue(forKey: challenge) else { return nil }
            order[found.number] = nil
            if ofSession[found.purpose] == challenge { ofSession[found.purpose] = nil }
            return found
        }

        /// Removes the oldest while `isOver`.
        mutating func prune(_ isOver: (Issued, Int) -> Bool) {
            while oldest < next {
                if let challenge = order[oldest] {
                    guard let found = issued[challenge], isOver(found, issued.count) else { return }
                    _ = remove(challenge)
                }
                oldest += 1
            }
        }
    }

    /// Those of strangers are apart, so that a flood of theirs ends no member's.
    private let ofStrangers = Mutex(State())
    private let ofSessions = Mutex(State())
    private let now: @Sendable () -> Timestamp

    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// A new challenge of 256 random bits.
    func issue(_ purpose: Purpose) -> [UInt8] {
        let challenge = Token.randomBytes()
        let time = now()
        locked(purpose) { state in
            state.prune { found, _ in found.expiresAt <= time }
            state.prune { _, count in count >= PasskeyChallenges.limit }
            if purpose != .signIn {
                if let earlier = state.ofSession[purpose] { _ = state.remove(earlier) }
                state.ofSession[purpose] = challenge
            }
            state.issued[challenge] = Issued(
                purpose: purpose, expiresAt: time.advanced(by: PasskeyChallenges.life), number: state.next)
            state.order[state.next] = challenge
            state.next += 1
        }
        return challenge
    }

    /// Spends a challenge; returns false if it is none of this purpose, was spent, or has expired.
    func spend(_ challenge: [UInt8], for purpose: Purpose) -> Bool {
        let time = now()
        return locked(purpose) { state in
            guard let found = state.issued[challenge], found.purpose == purpose else { return false }
            _ = state.remove(challenge)
            return found.expiresAt > time
        }
    }

    /// How many wait.
    var count: Int { ofStrangers.withLock { $0.issued.count } + ofSessions.withLock { $0.issued.count } }

    private func locked<Result>(_ purpose: Purpose, _ body: (inout State) -> Result) -> Result {
        purpose == .signIn ? ofStrangers.withLock { body(&$0) } : ofSessions.withLock { body(&$0) }
    }
}
