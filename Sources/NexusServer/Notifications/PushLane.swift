import NexusCore
import Synchronization

/// A push notification that is ready to be sent.
struct PushJob: Sendable {
    let push: QueuedNotification
    let endpoint: PushEndpoint
    let outgoing: OutgoingPush
    /// The message that the device shows then; 0 for none.
    let shown: Seq
}

/// What becomes of a queued notification.
enum PushSettlement: Sendable {
    /// Nothing is to be sent any more; the device shows that message.
    case settled(shown: Seq)
    case later(Timestamp)
    case gone
}

/// The notifications of one service that are on their way, and those that have ended and are not settled in the database yet.
///
/// A notification keeps its slot until it is settled: until then the queue still names it as due.
final class PushLane: Sendable {
    typealias Ended = (QueuedNotification, PushSettlement)

    private struct State {
        var slots: PushSlots
        var ended: [Ended] = []
        /// From when on the queue is read beyond its first batch again.
        var deepAt = Timestamp(milliseconds: 0)
    }

    let service: PushEndpoint.Service
    /// Something was queued, or has ended.
    let signal = WakeSignal()
    /// Those that are settled together while others are on their way. No more than a host has slots, all of which may have ended.
    private let together: Int
    private let state: Mutex<State>

    init(_ service: PushEndpoint.Service, _ pace: PushPace) {
        self.service = service
        together = pace.originConcurrency
        state = Mutex(State(slots: PushSlots(pace)))
    }

    var slots: PushSlots { state.withLock { $0.slots } }
    /// Whether nothing is on its way or waits to be settled.
    var isIdle: Bool { state.withLock { $0.slots.count == 0 && $0.ended.isEmpty } }

    func mayGoDeep(at time: Timestamp) -> Bool { state.withLock { $0.deepAt <= time } }

    /// Takes what a look at the queue found.
    func begin(_ found: PushSelection, at time: Timestamp) {
        state.withLock { state in
            for job in found.jobs { _ = state.slots.take(job.push.key, for: PushOrigin(of: job.endpoint)) }
            state.ended += found.ended
            if found.isFruitless { state.deepAt = time.advanced(by: PushPace.look) }
        }
    }

    func end(_ push: QueuedNotification, _ settlement: PushSettlement) {
        let isEnough = state.withLock { state in
            state.ended.append((push, settlement))
            return state.ended.count >= min(together, state.slots.count)
        }
        if isEnough { signal.wake() }
    }

    /// Hands over what has ended; what could not be settled comes back with ``keep(_:)``.
    func takeEnded() -> [Ended] {
        state.withLock { state in
            let ended = state.ended
            state.ended = []
            return ended
        }
    }

    func keep(_ ended: [Ended]) { state.withLock { $0.ended = ended + $0.ended } }

    func free(_ settled: [Ended]) {
        state.withLock { state in
            for (push, _) in settled { state.slots.free(push.key) }
        }
    }
}
