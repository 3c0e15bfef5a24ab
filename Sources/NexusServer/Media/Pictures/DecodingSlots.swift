import NexusCore
import Synchronization

/// The slots for decoding: a maximum in parallel, one per user, and a bounded queue in order.
final class DecodingSlots: Sendable {
    private struct Waiter {
        var number: UInt64
        var user: UserID
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running: Set<UserID> = []
        var waiting: [Waiter] = []
        var lastNumber: UInt64 = 0
    }

    private let count: Int
    private let waitingLimit: Int
    private let waitingLimitOfOne: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - count: parallel decodes.
    ///   - waitingLimit: the maximum of waiting pictures.
    ///   - waitingLimitOfOne: the maximum of waiting pictures per user.
    init(_ count: Int, waitingLimit: Int, waitingLimitOfOne: Int) {
        (self.count, self.waitingLimit, self.waitingLimitOfOne) = (count, waitingLimit, waitingLimitOfOne)
    }

    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Runs the work in its turn.
    ///
    /// - Throws: `Refusal`: `overloaded` if too many wait, `rate_limited` if too many of one user do;
    ///   `CancellationError`; the error of `work`.
    func holding<T>(for user: UserID, _ work: () async throws -> T) async throws -> T {
        try await enter(user)
        defer { leave(user) }
        return try await work()
    }

    private func enter(_ user: UserID) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.running.count < count, !state.running.contains(user) {
                        state.running.insert(user)
                        return .success(())
                    }
                    if let refusal = refusal(of: user, state) { return .failure(refusal) }
                    state.waiting.append(Waiter(number: number, user: user, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func refusal(of user: UserID, _ state: State) -> Refusal? {
        guard state.waiting.count < waitingLimit else {
            return Refusal(
                .overloaded, "Too many pictures are waiting to be processed. Try again in a moment.", retryAfter: 5_000)
        }
        guard state.waiting.count(where: { $0.user == user }) < waitingLimitOfOne else {
            return Refusal(.rateLimited, "Too many of your pictures are waiting to be processed.", retryAfter: 5_000)
        }
        return nil
    }

    private func leave(_ user: UserID) {
        let next = state.withLock { state in
            state.running.remove(user)
            let next = state.waiting.firstIndex { !state.running.contains($0.user) }.map {
                state.waiting.remove(at: $0)
            }
            if let next { state.running.insert(next.user) }
            return next
        }
        next?.continuation.resume()
    }
}
