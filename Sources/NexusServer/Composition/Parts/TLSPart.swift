import Foundation
import Logging
import ServiceLifecycle

/// TLS of the server itself, if it has files: follows their changes. Its services, health and metrics are empty without.
struct TLSPart: ServerPart {
    /// Nil where a proxy terminates TLS, or nothing does.
    let certificates: TLSCertificates?
    private let interval: Duration

    /// - Throws: ``TLSFilesError``.
    init(_ transport: TransportConfiguration, logger: Logger) throws(TLSFilesError) {
        interval = transport.tlsInterval
        guard let files = transport.tls else {
            certificates = nil
            return
        }
        certificates = try TLSCertificates(files, logger: logger)
    }

    var name: String { "tls" }

    var health: [HealthPart] {
        guard let certificates else { return [] }
        let problem = certificates.problem
        return [HealthPart(name, problem == nil ? .ok : .degraded, reason: problem)]
    }

    func register(in registration: Registration) { register(in: registration.metrics) }

    func register(in metrics: MetricsRegistry) {
        guard let certificates else { return }
        metrics.gauge(
            "nexus_tls_certificate_expiry_timestamp_seconds", "When the TLS certificate expires, in seconds since 1970."
        ) {
            certificates.expiry.timeIntervalSince1970
        }
    }

    var services: [any Service] {
        guard let certificates else { return [] }
        return [
            BackgroundService("tls") { [interval] in
                while (try? await Task.sleep(for: interval)) != nil { certificates.look() }
            }
        ]
    }
}
