/// Which push notifications of a service may be on their way: so many in all, and few to one host that a device chose. A host that hangs
/// delays what is sent to itself.
struct PushSlots: Sendable {
    private let pace: PushPace
    private var underWay: [QueuedNotification.Key: PushOrigin] = [:]
    private var byOrigin: [PushOrigin: Int] = [:]
    /// Those to hosts that devices chose, which have as many slots of their own as all others.
    private var toOthers = 0

    init(_ pace: PushPace) { self.pace = pace }

    /// Those that are taken.
    var count: Int { underWay.count }

    /// Whether some origin has a slot.
    var hasRoom: Bool { toOthers < pace.concurrency || underWay.count - toOthers < pace.concurrency }

    /// Takes a slot.
    ///
    /// - Returns: false if there is none, or the notification has one.
    mutating func take(_ key: QueuedNotification.Key, for origin: PushOrigin) -> Bool {
        let used = origin.kind == .other ? toOthers : underWay.count - toOthers
        guard underWay[key] == nil, used < pace.concurrency, byOrigin[origin, default: 0] < limit(origin.kind) else {
            return false
        }
        underWay[key] = origin
        byOrigin[origin, default: 0] += 1
        if origin.kind == .other { toOthers += 1 }
        return true
    }

    /// Gives a slot back; a no-op for a notification that has none.
    mutating func free(_ key: QueuedNotification.Key) {
        guard let origin = underWay.removeValue(forKey: key) else { return }
        let left = byOrigin[origin, default: 1] - 1
        byOrigin[origin] = left == 0 ? nil : left
        if origin.kind == .other { toOthers -= 1 }
    }

    private func limit(_ kind: PushOrigin.Kind) -> Int {
        switch kind {
        case .configured: pace.concurrency
        case .known: pace.knownConcurrency
        case .other: pace.originConcurrency
        }
    }
}
