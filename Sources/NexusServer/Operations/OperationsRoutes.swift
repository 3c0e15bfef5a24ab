import Hummingbird
import NexusCore
import NexusDatabase

/// What an operator's tools ask: whether the server lives, and what it does. Neither tells anything of people.
struct OperationsRoutes: Sendable {
    let database: any Database
    let hub: Hub
    let metrics: ServerMetrics
    let startedAt: Timestamp
    let now: @Sendable () -> Timestamp

    func add(to router: Router<NexusRequestContext>) {
        router.get("/health") { _, _ in await health() }
        router.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: exposition())))
        }
    }

    private func health() async -> Response {
        let answers = (try? await database.read { try $0.first("SELECT 1") { $0.int(0) } }) == 1
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("status", answers ? "ok" : "unavailable")
        writer.field("version", NexusVersion.text)
        writer.field("uptimeSeconds", now().since(startedAt) / 1_000)
        writer.field("database", answers ? "ok" : "unavailable")
        writer.endObject()
        return Response(
            status: answers ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }

    /// The text format of Prometheus, version 0.0.4.
    private func exposition() -> String {
        let statistics = database.statistics
        let rows: [(name: String, kind: String, help: String, value: Int)] = [
            ("nexus_live_connections", "gauge", "Open live sockets.", hub.connectionCount),
            ("nexus_people_connected", "gauge", "People with a live socket.", hub.userCount),
            (
                "nexus_live_connections_opened_total", "counter", "Live sockets opened.",
                metrics.connectionsOpened.current
            ),
            ("nexus_live_frames_received_total", "counter", "Frames received.", metrics.framesIn.current),
            ("nexus_operations_total", "counter", "Operations carried out.", metrics.operations.current),
            ("nexus_refusals_total", "counter", "Operations refused.", metrics.refusals.current),
            ("nexus_http_requests_total", "counter", "HTTP requests.", metrics.requests.current),
            ("nexus_database_commits_total", "counter", "Durable commits.", statistics.commits),
            ("nexus_database_transactions_total", "counter", "Transactions committed.", statistics.transactions),
            (
                "nexus_database_transactions_failed_total", "counter", "Transactions failed.",
                statistics.failedTransactions
            ),
            ("nexus_database_waiting_transactions", "gauge", "Transactions waiting.", statistics.waitingTransactions),
            ("nexus_database_waiting_reads", "gauge", "Reads waiting.", statistics.waitingReads),
            ("nexus_database_checkpoints_total", "counter", "Checkpoints of the log.", statistics.checkpoints),
            ("nexus_database_log_bytes", "gauge", "Size of the write-ahead log.", Int(statistics.logBytes)),
        ]
        return rows.map { "# HELP \($0.name) \($0.help)\n# TYPE \($0.name) \($0.kind)\n\($0.name) \($0.value)\n" }
            .joined()
    }
}

/// The product's version.
public enum NexusVersion {
    public static let text = "0.1.0"
}
