import NexusCore
import NexusDatabase

/// What a look at the queue of a service found.
struct PushSelection: Sendable {
    /// What has got a slot.
    private(set) var jobs: [PushJob] = []
    /// What need not be sent.
    private(set) var ended: [PushLane.Ended] = []
    /// Those of ``ended`` that came too late.
    private(set) var expired = 0
    /// Whether more than a batch was read for nothing.
    private(set) var isFruitless = false

    /// Reads a batch and, if that is full of notifications that have to wait and slots are left, beyond it.
    ///
    /// - Parameters:
    ///   - slots: those of the service, of which nothing is taken.
    ///   - mayGoDeep: whether more than a batch may be read.
    static func of(
        _ service: PushEndpoint.Service, at time: Timestamp, slots: PushSlots, mayGoDeep: Bool, pace: PushPace,
        composer: PushComposer, in reader: Reader
    ) throws -> PushSelection {
        func selection(_ limit: Int) throws -> (found: PushSelection, goesOn: Bool) {
            var found = PushSelection()
            var slots = slots
            let due = try QueuedNotification.due(service, at: time, limit: limit, in: reader)
            for (push, endpoint) in due {
                try found.add(push, endpoint, at: time, &slots, composer, reader)
            }
            return (found, due.count >= limit && slots.hasRoom)
        }
        let (found, goesOn) = try selection(pace.batch)
        // Any other service has one host.
        guard service == .web, goesOn, mayGoDeep, pace.depth > pace.batch else { return found }
        var (deep, _) = try selection(pace.depth)
        deep.isFruitless = deep.jobs.count == found.jobs.count && deep.ended.count == found.ended.count
        return deep
    }

    private mutating func add(
        _ push: QueuedNotification, _ endpoint: PushEndpoint, at time: Timestamp, _ slots: inout PushSlots,
        _ composer: PushComposer, _ reader: Reader
    ) throws {
        guard slots.take(push.key, for: PushOrigin(of: endpoint)) else { return }
        guard push.expiresAt > time else {
            slots.free(push.key)
            expired += 1
            ended.append((push, .settled(shown: push.shown)))
            return
        }
        switch try composer.compose(push, for: endpoint, reader) {
        case .nothing:
            slots.free(push.key)
            ended.append((push, .settled(shown: push.shown)))
        case .send(let outgoing, let shown):
            jobs.append(PushJob(push: push, endpoint: endpoint, outgoing: outgoing, shown: shown))
        }
    }
}
