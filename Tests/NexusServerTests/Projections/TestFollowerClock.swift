import Synchronization

@testable import NexusServer

/// A follower's clock that a test looks at: sleeping takes no time, and moves it.
final class TestFollowerClock: Sendable {
    private let state = Mutex((now: Duration.zero, slept: [Duration]()))

    /// How long was slept each time.
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
