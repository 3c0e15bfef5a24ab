import Synchronization

@testable import NexusServer

/// A follower's clock for tests: sleeping takes no time, and moves it.
final class TestFollowerClock: Sendable {
    private let state = Mutex((now: Duration.zero, slept: [Duration]()))

    /// The durations of all sleeps.
    var slept: [Duration] { state.withLock { $0.slept } }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }

    var clock: FollowerClock {
        FollowerClock(
            now: { [self] in state.withLock { $0.now } },
            sleep: { [self] duration in
                try Task.checkCancellation()
                state.withLock { state in
                    state.now += duration
                    state.slept.append(duration)
                }
                await Task.yield()
            })
    }
}
