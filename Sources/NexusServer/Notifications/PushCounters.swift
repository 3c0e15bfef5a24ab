import NexusCore
import Synchronization

/// What became of push notifications since the start.
final class PushCounters: Sendable {
    let sent = MetricCounter()
    private let failures: [(reason: String, count: MetricCounter)] = PushCounters.reasons.map { ($0, MetricCounter()) }

    /// Why attempts fail: those of ``PushFailure``, `gone` for a device that no longer exists, and `expired`.
    static let reasons = ["address", "connection", "credentials", "size", "rate", "service", "gone", "expired"]

    /// A reason that is not among ``reasons`` counts as `service`.
    func fail(_ reason: String) {
        let place = failures.firstIndex { $0.reason == reason } ?? failures.firstIndex { $0.reason == "service" }
        if let place { failures[place].count.add(1) }
    }

    /// Those that happened.
    var report: [PushReport.Failure] {
        failures.filter { $0.count.value > 0 }.map {
            PushReport.Failure(reason: $0.reason, count: Int64($0.count.value))
        }
    }

    /// - Parameter backlog: what waits, and the seconds for which the oldest has been due.
    func register(in registry: MetricsRegistry, backlog: @escaping @Sendable () -> (count: Int64, lag: Double)) {
        registry.gauge("nexus_push_waiting", "Push notifications that are queued.") { Double(backlog().count) }
        registry.gauge("nexus_push_lag_seconds", "How long the oldest push notification has been due.") {
            backlog().lag
        }
        registry.counter("nexus_push_sent_total", "Push notifications that a service took.") { [sent] in
            Double(sent.value)
        }
        for (reason, count) in failures {
            registry.counter(
                "nexus_push_failed_total", "Attempts to send push notifications that failed.",
                labels: [("reason", reason)]
            ) { Double(count.value) }
        }
    }
}
