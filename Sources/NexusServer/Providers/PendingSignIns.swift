import NexusCore
import Synchronization

/// The sign-ins that were begun here and not finished: in memory, each for ten minutes and for one answer.
final class PendingSignIns: Sendable {
    /// Milliseconds.
    static let life: Int64 = 600_000
    /// Sign-ins at a time; one more takes the place of the oldest.
    static let limit = 20_000

    /// What a sign-in is for.
    enum Purpose: Equatable, Sendable {
        case signIn(device: String, invitation: String?)
        /// To connect the provider's account with this user's.
        case connect(UserID)
        /// An ID token that a device asks for itself.
        case token
    }

    struct Pending: Sendable {
        var provider: String
        var purpose: Purpose
        /// SHA-256 of what the client alone has: a browser's cookie, or the verifier of a program.
        var binding: [UInt8]
        var nonce: String
        /// Of the code that the provider gives out (RFC 7636 §4.1).
        var verifier: String
        /// Where a program waits for the answer on its device.
        var port: Int?
        var expiresAt: Timestamp
        /// Once the provider's answer was checked, while a code of the second factor is missing.
        var person: ProviderPerson?
    }

    private struct State {
        var pending: [[UInt8]: Pending] = [:]
        /// The keys in the order in which they were added, with some that are gone.
        var order: [[UInt8]] = []
    }

    private let state = Mutex(State())

    /// - Parameter key: the hash of the state or nonce.
    func put(_ pending: Pending, _ key: [UInt8], at now: Timestamp) {
        state.withLock { state in
            if state.pending.updateValue(pending, forKey: key) == nil { state.order.append(key) }
            guard state.order.count > PendingSignIns.limit else { return }
            state.pending = state.pending.filter { $0.value.expiresAt > now }
            state.order.removeAll { state.pending[$0] == nil }
            let surplus = state.order.count - PendingSignIns.limit
            guard surplus > 0 else { return }
            for key in state.order.prefix(surplus) { state.pending[key] = nil }
            state.order.removeFirst(surplus)
        }
    }

    /// A sign-in that waits.
    func look(_ key: [UInt8], at now: Timestamp) -> Pending? {
        state.withLock { $0.pending[key] }.flatMap { $0.expiresAt > now ? $0 : nil }
    }

    /// Takes a sign-in out; nil unless it is there, in time, and `isWanted`.
    func take(_ key: [UInt8], at now: Timestamp, _ isWanted: (Pending) -> Bool) -> Pending? {
        state.withLock { state in
            guard let pending = state.pending[key], pending.expiresAt > now, isWanted(pending) else { return nil }
            state.pending[key] = nil
            return pending
        }
    }

    var count: Int { state.withLock(\.pending.count) }
}
