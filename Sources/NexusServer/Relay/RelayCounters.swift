/// What a relay did since its start.
final class RelayCounters: Sendable {
    let registrations = MetricCounter()
    private let pushes: [(service: RelayedPush.Service, outcome: String, count: MetricCounter)] =
        RelayedPush.Service.allCases.flatMap { service in
            RelayVerdict.Outcome.allCases.map { (service, $0.rawValue, MetricCounter()) }
        }
    private let refusals = ["not_signed_in", "rate_limited", "overloaded"].map { ($0, MetricCounter()) }

    func count(_ service: RelayedPush.Service, _ outcome: RelayVerdict.Outcome) {
        pushes.first { $0.service == service && $0.outcome == outcome.rawValue }?.count.add(1)
    }

    /// - Parameter code: of an error that a request was refused with.
    func refuse(_ code: String) { refusals.first { $0.0 == code }?.1.add(1) }

    func register(in registry: MetricsRegistry) {
        registry.counter("nexus_relay_registrations_total", "Servers that registered.") { [registrations] in
            Double(registrations.value)
        }
        for (service, outcome, count) in pushes {
            registry.counter(
                "nexus_relay_pushes_total", "Pushes that were handed to a service.",
                labels: [("service", service.rawValue), ("outcome", outcome)]
            ) { Double(count.value) }
        }
        for (code, count) in refusals {
            registry.counter(
                "nexus_relay_refusals_total", "Requests that reached no service.", labels: [("code", code)]
            ) { Double(count.value) }
        }
    }
}
