import HTTPTypes

/// What the server counts of itself. The page that shows it is its registry's.
final class ServerMetrics: Sendable {
    let registry = MetricsRegistry()
    let connectionsOpened: MetricCounter
    let framesIn: MetricCounter
    let operations: MetricCounter
    let refusals: MetricCounter
    private let requestSeconds: MetricHistogram
    /// By the first digit of the status.
    private let requests: [MetricCounter]

    init() {
        connectionsOpened = registry.counter("nexus_live_connections_opened_total", "Live sockets opened.")
        framesIn = registry.counter("nexus_live_frames_received_total", "Messages received on live sockets.")
        operations = registry.counter("nexus_operations_total", "Operations carried out for live sockets.")
        refusals = registry.counter("nexus_refusals_total", "Operations refused on live sockets.")
        requestSeconds = registry.durations("nexus_http_request_seconds", "Time from a request's head to its answer.")
        requests = (1...5).map { [registry] digit in
            registry.counter(
                "nexus_http_requests_total", "HTTP requests answered.", labels: [("status", "\(digit)xx")])
        }
    }

    /// Shows who is connected.
    func register(_ hub: Hub) {
        registry.gauge("nexus_live_connections", "Open live sockets.") { Double(hub.connectionCount) }
        registry.gauge("nexus_people_connected", "People with a live socket.") { Double(hub.userCount) }
    }

    /// Shows how far embedding has come.
    func register(_ follower: MeaningFollower) {
        registry.gauge("nexus_meaning_embedded", "Messages embedded since the server started.") {
            Double(follower.embeddedCount)
        }
        registry.gauge("nexus_meaning_remaining", "Changes of conversations that are yet to be embedded.") {
            Double(follower.remainingCount)
        }
    }

    /// Shows how far reading for insights has come.
    func register(_ follower: InsightFollower) {
        registry.gauge("nexus_insights_read", "Messages read for insights since the server started.") {
            Double(follower.readCount)
        }
        registry.gauge("nexus_insights_remaining", "Changes of conversations that are yet to be read for insights.") {
            Double(follower.remainingCount)
        }
    }

    func answered(_ status: HTTPResponse.Status, after duration: Duration) {
        let index = status.code / 100 - 1
        if requests.indices.contains(index) { requests[index].add() }
        requestSeconds.record(duration)
    }
}
