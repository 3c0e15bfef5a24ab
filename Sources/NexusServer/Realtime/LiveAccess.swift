import NexusCore
import Synchronization

/// Until when one live socket may read and post: as long as the access it was opened with, or last renewed with. Once the session has
/// other tokens than that, not for long.
final class LiveAccess: Sendable {
    /// The action for a socket.
    enum Verdict {
        case good
        /// Ask the client to renew it.
        case ask
        case over
    }

    /// Milliseconds before the end at which access must be renewed, and can no longer renew.
    static let notice = Limits.renewalNoticeMilliseconds
    /// Milliseconds that a socket has to be renewed once its session has new tokens.
    static let grace = Limits.renewalGraceMilliseconds
    /// Milliseconds after which a client that did not renew is asked again.
    private static let pause: Int64 = 20_000

    private struct State {
        var until: Timestamp
        var askedAt: Timestamp?
    }

    private let state: Mutex<State>

    init(until: Timestamp) { state = Mutex(State(until: until)) }

    func isOver(at time: Timestamp) -> Bool { state.withLock { $0.until <= time } }

    /// Checks the time; `.ask` counts as asked.
    func check(at time: Timestamp) -> Verdict {
        state.withLock { state in
            if state.until <= time { return .over }
            guard state.until.since(time) <= LiveAccess.notice else { return .good }
            if let asked = state.askedAt, time.since(asked) < LiveAccess.pause { return .good }
            state.askedAt = time
            return .ask
        }
    }

    /// Access was shown that lasts until then: the socket lasts as long.
    func renew(until: Timestamp) {
        state.withLock { state in
            state.until = until
            state.askedAt = nil
        }
    }

    /// The access was replaced; counts as asked.
    func replaced(at time: Timestamp) {
        state.withLock { state in
            state.until = min(state.until, time.advanced(by: LiveAccess.grace))
            state.askedAt = time
        }
    }
}
