extension ServerMetrics {
    /// Metrics of connections and users.
    func register(_ hub: Hub) {
        registry.gauge("nexus_live_connections", "Open live sockets.") { Double(hub.connectionCount) }
        registry.gauge("nexus_people_connected", "People with a live socket.") { Double(hub.userCount) }
    }
}
