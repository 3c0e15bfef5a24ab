import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// Sends queued push notifications as long as the server runs. Nothing that people do waits for it.
///
/// Each service has a loop of its own, and each host of Web Push few slots of it (``PushSlots``), so that a slow one does not hold up the others.
/// It is supervised: failures of the storage are retried, and only its task's cancellation ends it. After a crash a notification may be sent
/// again, with the same key, which replaces the first.
final class PushDelivery: Sendable {
    private let database: any Database
    private let transport: any PushTransport
    private let composer: PushComposer
    private let pace: PushPace
    private let now: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`.
    private let sleep: @Sendable (Timestamp) async throws -> Void
    private let logger: Logger
    private let lanes: [PushLane]
    private let refusals: PushRefusals
    private let backlog = Mutex<(count: Int64, oldest: Timestamp?)>((0, nil))
    let counters = PushCounters()

    init(
        database: any Database, transport: any PushTransport, composer: PushComposer,
        pace: PushPace = PushPace(), now: @escaping @Sendable () -> Timestamp,
        sleep: (@Sendable (Timestamp) async throws -> Void)? = nil, logger: Logger
    ) {
        self.database = database
        self.transport = transport
        self.composer = composer
        self.pace = pace
        self.now = now
        self.sleep = sleep ?? { try await Task.sleep(for: .milliseconds(min(max(0, $0.since(now())), 60_000))) }
        self.logger = logger
        refusals = PushRefusals(now: now, logger: logger)
        // A service that is not configured refuses what waits for it.
        lanes = PushEndpoint.Service.allCases.map { PushLane($0, pace) }
    }

    var health: HealthPart {
        let reason = refusals.reason
        return HealthPart("push", reason == nil ? .ok : .degraded, reason: reason)
    }

    /// How many wait, and for how many seconds the oldest has been due, as of the last look.
    var waiting: (count: Int64, lag: Double) {
        let (count, oldest) = backlog.withLock { $0 }
        return (count, max(0, Double(oldest.map { now().since($0) } ?? 0) / 1_000))
    }

    /// Something was queued.
    func wake() { for lane in lanes { lane.signal.wake() } }

    /// Works until its task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for lane in lanes { group.addTask { await self.run(lane) } }
        }
    }

    private func run(_ lane: PushLane) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let time = now()
                    let found = try await look(lane, at: time)
                    for job in found.jobs { group.addTask { await self.send(job, lane) } }
                    if found.ended.isEmpty { try await rest(lane, since: time) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.error(
                        "the queue of push notifications cannot be used, and is tried again",
                        metadata: ["error": "\(error)"])
                    guard (try? await sleep(now().advanced(by: 5_000))) != nil else { return }
                }
            }
        }
        // What ended last: it would be sent again.
        do { try await settle(lane) } catch {
            logger.error("push notifications that were sent are not settled", metadata: ["error": "\(error)"])
        }
    }

    /// Sends everything of a service that is due now, and returns once it is settled.
    func sendDue(_ service: PushEndpoint.Service) async throws {
        guard let lane = lanes.first(where: { $0.service == service }) else { return }
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                let found = try await look(lane, at: now())
                for job in found.jobs { group.addTask { await self.send(job, lane) } }
                if lane.isIdle { return }
                if found.ended.isEmpty { await lane.signal.next() }
            }
        }
    }

    /// Waits until something is queued or has ended, or the next is due.
    private func rest(_ lane: PushLane, since time: Timestamp) async throws {
        // What is on its way is due as well, and so is what waits for its host.
        let isBusy = !lane.isIdle
        let (next, waiting) = try await database.read {
            try QueuedNotification.state(of: lane.service, after: isBusy ? time : nil, in: $0)
        }
        backlog.withLock { $0 = waiting }
        let look = time.advanced(by: PushPace.look)
        let due = isBusy ? min(next ?? look, look) : next
        let alarm = Task { [sleep] in
            if let due {
                try await sleep(due)
                lane.signal.wake()
            }
        }
        defer { alarm.cancel() }
        await lane.signal.next()
        try Task.checkCancellation()
    }

    // MARK: One look

    /// Settles what has ended, and gives slots to what is due. The caller sends it.
    private func look(_ lane: PushLane, at time: Timestamp) async throws -> PushSelection {
        try await settle(lane)
        let (slots, mayGoDeep) = (lane.slots, lane.mayGoDeep(at: time))
        let found = try await database.read { [pace, composer] reader in
            try PushSelection.of(
                lane.service, at: time, slots: slots, mayGoDeep: mayGoDeep, pace: pace, composer: composer, in: reader)
        }
        for _ in 0..<found.expired { counters.fail("expired") }
        lane.begin(found, at: time)
        return found
    }

    private func send(_ job: PushJob, _ lane: PushLane) async {
        let outcome = await transport.send(job.outgoing, to: job.endpoint)
        refusals.note(outcome, from: job.endpoint)
        lane.end(job.push, settlement(outcome, job))
    }

    private func settlement(_ outcome: PushOutcome, _ job: PushJob) -> PushSettlement {
        switch outcome {
        case .sent:
            counters.sent.add(1)
            return .settled(shown: job.shown)
        case .gone:
            counters.fail("gone")
            return .gone
        case .refused(let failure):
            counters.fail(failure.reason)
            return .settled(shown: job.push.shown)
        case .retry(let seconds, let failure):
            counters.fail(failure.reason)
            let delay = max(pace.delay(after: job.push.attempts + 1), Int64(seconds ?? 0) * 1_000)
            return .later(now().advanced(by: delay))
        }
    }

    private func settle(_ lane: PushLane) async throws {
        let ended = lane.takeEnded()
        guard !ended.isEmpty else { return }
        let time = now()
        do {
            // Not undone by the end of the server: what was sent would be sent again.
            try await Task { [database] in
                try await database.writeEssential { transaction in
                    for (push, settlement) in ended {
                        switch settlement {
                        case .settled(let shown): try push.settle(shown: shown, at: time, transaction)
                        case .later(let due): try push.postpone(until: due, transaction)
                        case .gone: try PushEndpointRepository.delete(push.endpoint, transaction)
                        }
                    }
                }
            }.value
        } catch {
            lane.keep(ended)
            throw error
        }
        lane.free(ended)
    }
}
