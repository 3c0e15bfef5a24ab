import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// Health and metrics for an operator's tools, without personal data.
struct MonitoringRoutes: Sendable {
    let health: HealthCheck
    let metrics: MetricsRegistry

    func add(to router: Router<NexusRequestContext>) {
        router.get("/health") { _, _ in
            let report = await health.report()
            return Response(
                status: report.isHealthy ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: report.json)))
        }
        router.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
        }
    }
}
