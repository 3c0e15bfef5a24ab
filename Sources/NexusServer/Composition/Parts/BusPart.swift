import NexusBus
import ServiceLifecycle

/// What this node and others of the same database tell each other.
struct BusPart: ServerPart {
    private let nodes: NodeLink

    init(_ context: ServerContext) { nodes = context.nodes }

    var name: String { "bus" }

    var health: [HealthPart] {
        guard let status = nodes.status else { return [] }
        guard status.state != .connected else { return [HealthPart("bus", .ok)] }
        let reason = status.reason ?? "It is being connected."
        return [
            HealthPart(
                "bus", .degraded,
                reason: "\(reason) Nothing is lost; what other nodes write arrives within some seconds.")
        ]
    }

    func register(in registration: Registration) {
        guard nodes.isOn else { return }
        let (metrics, nodes) = (registration.metrics, nodes)
        metrics.gauge("nexus_bus_connected", "1 while this node is connected to the bus.") {
            nodes.status?.state == .connected ? 1 : 0
        }
        metrics.gauge("nexus_bus_subscriptions", "Subjects of the bus that this node wants to hear of.") {
            Double(nodes.status?.subscriptions ?? 0)
        }
        metrics.counter("nexus_bus_connections_total", "Connections to the bus that were begun.") {
            Double(nodes.status?.connections ?? 0)
        }
        metrics.counter("nexus_bus_published_total", "Messages that were sent to other nodes.") {
            Double(nodes.status?.published ?? 0)
        }
        metrics.counter("nexus_bus_received_total", "Messages that came from other nodes.") {
            Double(nodes.status?.received ?? 0)
        }
        let dropped = "Messages between nodes that were dropped; clients fetch what they missed."
        metrics.counter("nexus_bus_dropped_total", dropped, labels: [("direction", "out")]) {
            Double(nodes.status?.droppedOut ?? 0)
        }
        metrics.counter("nexus_bus_dropped_total", dropped, labels: [("direction", "in")]) {
            Double(nodes.status?.droppedIn ?? 0)
        }
        metrics.counter("nexus_bus_unreadable_total", "Messages that this version could not read.") {
            Double(nodes.unreadableCount)
        }
        metrics.gauge("nexus_people_active_elsewhere", "People who are active at other nodes.") {
            Double(nodes.elsewhere.count)
        }
    }

    var services: [any Service] {
        guard nodes.isOn else { return [] }
        return [
            BackgroundService("interest in conversations") { [nodes] in
                while (try? await Task.sleep(for: .seconds(5))) != nil { nodes.sweep() }
            }
        ]
    }

    func close() async { await nodes.close() }
}
