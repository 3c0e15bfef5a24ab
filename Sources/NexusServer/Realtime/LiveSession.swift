import NIOCore
import NexusCore
import Synchronization

/// The state of a live socket apart from its connection.
final class LiveSession: Sendable {
    let session: SessionID
    let profile: Profile
    /// Names this socket, among others of the same session.
    let socket: SocketID
    /// The device's time zone, by its name in the tz database.
    let zone: String?
    let access: LiveAccess
    private let waiting = Atomic(0)
    private let hasLapsed = Atomic(false)
    private let isInForeground = Atomic(true)
    private let faults = Mutex(Faults())
    private let discovered = Mutex<Timestamp?>(nil)

    private struct Faults {
        var count = 0
        var since = NIODeadline.uptimeNanoseconds(0)
    }

    /// The cost of a question to the database, relative to an operation's 1.
    static let readWeight = Limits.operationsInFlight / 16
    /// Frames that could not be read in `faultTime`, after which the socket is closed.
    static let faultLimit = 20
    static let faultTime = TimeAmount.seconds(60)

    /// - Parameter accessUntil: when the access expires that the socket was opened with.
    init(session: SessionID, profile: Profile, zone: String? = nil, accessUntil: Timestamp) {
        self.session = session
        self.profile = profile
        self.zone = zone
        var random = SystemRandomNumberGenerator()
        // A version 4 UUID (RFC 9562 §5.4).
        socket = SocketID(high: random.next() & ~0xF000 | 0x4000, low: random.next() >> 2 | 1 << 63)
        access = LiveAccess(until: accessUntil)
    }

    var user: UserID { profile.user.id }

    /// Adds pending work; returns whether to stop reading the socket until some of it is answered.
    func begins(_ weight: Int) -> Bool {
        let (old, new) = waiting.wrappingAdd(weight, ordering: .relaxed)
        return old < Limits.operationsInFlight && new >= Limits.operationsInFlight
    }

    /// Completes pending work; returns whether to resume reading.
    func ends(_ weight: Int) -> Bool {
        let (old, new) = waiting.wrappingSubtract(weight, ordering: .relaxed)
        return old >= Limits.operationsInFlight && new < Limits.operationsInFlight
    }

    /// Up to when the device has been told which conversations have changed; nil before it has asked.
    var discoveredAt: Timestamp? {
        get { discovered.withLock { $0 } }
        set { discovered.withLock { $0 = newValue } }
    }

    /// Counts an invalid frame; returns whether it was one too many.
    func fault(at time: NIODeadline = .now()) -> Bool {
        faults.withLock { faults in
            if faults.count == 0 || time - faults.since >= LiveSession.faultTime { faults = Faults(since: time) }
            faults.count += 1
            return faults.count >= LiveSession.faultLimit
        }
    }

    /// Whether its user is active on this device: in the foreground, and heard from lately.
    var isActive: Bool { isInForeground.load(ordering: .relaxed) && !hasLapsed.load(ordering: .relaxed) }

    /// The device has gone to the foreground or background.
    func activity(_ active: Bool) { isInForeground.store(active, ordering: .relaxed) }

    /// Its presence has ended by silence: the next frame restores it.
    func lapse() { hasLapsed.store(true, ordering: .relaxed) }

    /// Counts a frame; returns whether its presence had ended by silence.
    func revives() -> Bool {
        guard hasLapsed.load(ordering: .relaxed) else { return false }
        return hasLapsed.exchange(false, ordering: .relaxed)
    }
}
