import HTTPTypes

/// What the server counts of itself. The page that shows it is its registry's.
final class ServerMetrics: Sendable {
    let registry = MetricsRegistry()
    let connectionsOpened: MetricCounter
    let renewals: MetricCounter
    let framesIn: MetricCounter
    let operations: MetricCounter
    let refusals: MetricCounter
    private let requestSeconds: MetricHistogram
    /// By the first digit of the status.
    private let requests: [MetricCounter]

    init() {
        connectionsOpened = registry.counter("nexus_live_connections_opened_total", "Live sockets opened.")
        renewals = registry.counter("nexus_live_renewals_total", "Times that live sockets had their access renewed.")
        framesIn = registry.counter("nexus_live_frames_received_total", "Messages received on live sockets.")
        operations = registry.counter("nexus_operations_total", "Operations carried out for live sockets.")
        refusals = registry.counter("nexus_refusals_total", "Operations refused on live sockets.")
        requestSeconds = registry.durations(
            "nexus_http_request_duration_seconds", "Time from a request's head to its answer.")
        requests = (1...5).map { [registry] digit in
            registry.counter(
                "nexus_http_requests_total", "HTTP requests answered.", labels: [("status", "\(digit)xx")])
        }
    }

    /// - Parameter duration: nil if the time does not tell how fast the server is.
    func answered(_ status: HTTPResponse.Status, after duration: Duration?) {
        let index = status.code / 100 - 1
        if requests.indices.contains(index) { requests[index].add() }
        if let duration { requestSeconds.record(duration) }
    }
}
