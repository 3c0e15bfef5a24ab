import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// Sends queued push notifications as long as the server runs. Nothing that people do waits for it.
///
/// Each service has a loop of its own, so that a slow one does not hold up the others. It is supervised: failures of the storage are retried, and
/// only its task's cancellation ends it. After a crash a notification may be sent again, with the same key, which replaces the first.
final class PushDelivery: Sendable {
    private let database: any Database
    private let transport: any PushTransport
    private let composer: PushComposer
    private let pace: PushPace
    private let now: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`.
    private let sleep: @Sendable (Timestamp) async throws -> Void
    private let logger: Logger
    private let signals: [PushEndpoint.Service: WakeSignal]
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
        signals = Dictionary(uniqueKeysWithValues: PushEndpoint.Service.allCases.map { ($0, WakeSignal()) })
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
    func wake() { for signal in signals.values { signal.wake() } }

    /// Works until its task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for (service, signal) in signals { group.addTask { await self.run(service, signal) } }
        }
    }

    private func run(_ service: PushEndpoint.Service, _ signal: WakeSignal) async {
        while !Task.isCancelled {
            do {
                while try await sendDue(service) {}
                try await rest(service, signal)
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

    /// Waits until something is queued or the next is due.
    private func rest(_ service: PushEndpoint.Service, _ signal: WakeSignal) async throws {
        let (due, waiting) = try await database.read { try QueuedNotification.state(of: service, in: $0) }
        backlog.withLock { $0 = waiting }
        let alarm = Task { [sleep] in
            if let due {
                try await sleep(due)
                signal.wake()
            }
        }
        defer { alarm.cancel() }
        await signal.next()
        try Task.checkCancellation()
    }

    // MARK: A batch

    /// What became of one notification.
    private enum Outcome: Sendable {
        /// Nothing is to be sent any more; the device shows that message.
        case settled(shown: Seq)
        case later(Timestamp)
        case gone
    }

    /// Sends a batch. Returns whether there may be more.
    func sendDue(_ service: PushEndpoint.Service) async throws -> Bool {
        let time = now()
        let due = try await database.read { [pace, composer] reader in
            try QueuedNotification.due(service, at: time, limit: pace.batch, in: reader).map { push, endpoint in
                (push, endpoint, push.expiresAt <= time ? nil : try composer.compose(push, for: endpoint, reader))
            }
        }
        guard !due.isEmpty else { return false }
        var outcomes: [(QueuedNotification, Outcome)] = []
        await withTaskGroup(of: (QueuedNotification, Outcome).self) { group in
            var rest = due[...]
            var underWay = 0
            while !rest.isEmpty || underWay > 0 {
                while underWay < pace.concurrency, let (push, endpoint, composed) = rest.popFirst() {
                    switch composed {
                    case nil:
                        counters.fail("expired")
                        outcomes.append((push, .settled(shown: push.shown)))
                    case .nothing: outcomes.append((push, .settled(shown: push.shown)))
                    case .send(let outgoing, let shown):
                        underWay += 1
                        group.addTask { (push, await self.send(outgoing, push, shown: shown, to: endpoint)) }
                    }
                }
                if let done = await group.next() {
                    underWay -= 1
                    outcomes.append(done)
                }
            }
        }
        try await settle(outcomes)
        return due.count >= pace.batch
    }

    private func send(
        _ outgoing: OutgoingPush, _ push: QueuedNotification, shown: Seq, to endpoint: PushEndpoint
    ) async -> Outcome {
        let outcome = await transport.send(outgoing, to: endpoint)
        refusals.note(outcome, from: endpoint)
        switch outcome {
        case .sent:
            counters.sent.add(1)
            return .settled(shown: shown)
        case .gone:
            counters.fail("gone")
            return .gone
        case .refused(let failure):
            counters.fail(failure.reason)
            return .settled(shown: push.shown)
        case .retry(let seconds, let failure):
            counters.fail(failure.reason)
            let delay = max(pace.delay(after: push.attempts + 1), Int64(seconds ?? 0) * 1_000)
            return .later(now().advanced(by: delay))
        }
    }

    private func settle(_ outcomes: [(QueuedNotification, Outcome)]) async throws {
        let time = now()
        // Not undone by the end of the server: what was sent would be sent again.
        try await Task { [database] in
            try await database.writeEssential { transaction in
                for (push, outcome) in outcomes {
                    switch outcome {
                    case .settled(let shown): try push.settle(shown: shown, at: time, transaction)
                    case .later(let due): try push.postpone(until: due, transaction)
                    case .gone: try PushEndpointRepository.delete(push.endpoint, transaction)
                    }
                }
            }
        }.value
    }
}
