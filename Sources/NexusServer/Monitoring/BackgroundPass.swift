import Logging
import NexusDatabase
import Synchronization

/// Work that is done in small steps, each a transaction of its own, for as long as the server runs.
///
/// It is supervised: a step that fails is repeated after a pause and shows in `GET /health` until one succeeds, and only its task's
/// cancellation ends it. Between two steps it rests, and while transactions of people wait it rests longer, so that it takes a small part of
/// the writer's time.
final class BackgroundPass: Sendable {
    /// How long it rests.
    struct Pace: Sendable {
        /// Milliseconds until it looks for work again.
        var pause: Int64 = 60_000
        /// Milliseconds between two steps.
        var rest: Int64 = 50
        /// Rests, at most, while other transactions wait.
        var patience = 20
    }

    private let name: String
    private let database: any Database
    private let pace: Pace
    /// Milliseconds until the next step is due, if that is known; nil for the pace's pause.
    private let untilDue: @Sendable () -> Int64?
    /// Waits that many milliseconds; throws when the server stops.
    private let sleep: @Sendable (Int64) async throws -> Void
    private let logger: Logger
    private let isFailing = Mutex(false)
    private let signal = WakeSignal()

    /// - Parameter name: of the part in `GET /health`.
    init(
        _ name: String, database: any Database, pace: Pace = Pace(),
        untilDue: @escaping @Sendable () -> Int64? = { nil },
        sleep: @escaping @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) },
        logger: Logger
    ) {
        self.name = name
        self.database = database
        self.pace = pace
        self.untilDue = untilDue
        self.sleep = sleep
        self.logger = logger
    }

    var health: HealthPart {
        guard isFailing.withLock({ $0 }) else { return HealthPart(name, .ok) }
        return HealthPart(name, .degraded, reason: "A step fails and is repeated. The log has the cause.")
    }

    /// There may be work.
    func wake() { signal.wake() }

    /// Works until its task is cancelled.
    ///
    /// - Parameter step: takes a step; returns whether there may be another now.
    func run(_ step: @Sendable () async throws -> Bool) async {
        while !Task.isCancelled {
            do {
                var isMore = true
                while isMore {
                    isMore = try await step()
                    isFailing.withLock { $0 = false }
                    if isMore { try await rest() }
                }
            } catch is CancellationError {
                return
            } catch {
                isFailing.withLock { $0 = true }
                logger.error(
                    "a step of background work failed, and is repeated",
                    metadata: ["work": "\(name)", "error": "\(error)"])
            }
            // Work that fails is not repeated at once.
            let pause = isFailing.withLock { $0 } ? pace.pause : min(pace.pause, max(0, untilDue() ?? pace.pause))
            let alarm = Task { [sleep, signal] in
                try await sleep(pause)
                signal.wake()
            }
            await signal.next()
            alarm.cancel()
        }
    }

    /// Rests between two steps.
    func rest() async throws {
        for _ in 0..<pace.patience {
            try await sleep(pace.rest)
            if database.statistics.waitingTransactions == 0 { return }
        }
    }
}
