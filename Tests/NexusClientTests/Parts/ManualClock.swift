import NexusCore
import Synchronization

@testable import NexusClient

/// A clock that the test moves.
final class ManualClock: ClientClock {
    private struct Sleeper {
        var until: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        var last = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(at now: Timestamp = Timestamp(milliseconds: 1_800_000_000_000)) { state = Mutex(State(now: now)) }

    func now() -> Timestamp { state.withLock { $0.now } }

    func sleep(milliseconds: Int64) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state -> Bool in
                    if state.cancelled.remove(number) != nil { return true }
                    let until = state.now.advanced(by: milliseconds)
                    state.sleepers[number] = Sleeper(until: until, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes due sleepers.
    func advance(by milliseconds: Int64) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: milliseconds)
            let now = state.now
            let due = state.sleepers.filter { $0.value.until <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// The number of sleepers due within that time.
    func sleepers(within milliseconds: Int64) -> Int {
        state.withLock { state in
            state.sleepers.values.count { $0.until <= state.now.advanced(by: milliseconds) }
        }
    }
}
