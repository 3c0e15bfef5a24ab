extension ServerMetrics {
    /// Metrics of open, closed and refused connections.
    func register(_ connections: ConnectionTable) {
        registry.gauge("nexus_connections", "Open connections, live sockets among them.") {
            Double(connections.figures.open)
        }
        registry.gauge("nexus_connections_limit", "Connections that may be open at once.") { Double(connections.limit) }
        registry.counter("nexus_connections_refused_total", "Connections closed as soon as they were accepted.") {
            Double(connections.figures.refused)
        }
        registry.counter("nexus_connections_closed_idle_total", "Idle connections closed for new ones.") {
            Double(connections.figures.shed)
        }
    }

    /// The metric of live sockets over requests: many mean that proxies on the way pass no WebSockets.
    func register(_ polledSockets: PolledSockets) {
        registry.gauge("nexus_polled_sockets", "Live sockets over requests, behind proxies without WebSockets.") {
            Double(polledSockets.count)
        }
    }
}
