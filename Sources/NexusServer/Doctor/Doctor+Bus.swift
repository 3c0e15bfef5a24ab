import Foundation
import NexusBus

// The bus between nodes.
extension Doctor {
    /// Bytes of a message that nodes send.
    private static let messageBytes = BusLimits().messageBytes

    @Sendable func bus() async -> [DoctorFinding] {
        guard case .nats(let settings)? = configuration.bus else {
            return [DoctorFinding("bus", "No bus is configured: this server is the only node.")]
        }
        var findings: [DoctorFinding] = []
        for server in settings.servers {
            var one = settings
            one.servers = [server]
            findings.append(await Doctor.reach(one, server))
        }
        if settings.login == .nobody {
            findings.append(
                DoctorFinding(
                    "bus", .warning, "The bus is used without credentials: whoever reaches it reads messages.",
                    remedy:
                        "Set NEXUS_BUS_CREDENTIALS, or a user and a password, and require them in the servers of NATS.")
            )
        }
        return findings
    }

    private static func reach(_ settings: NatsSettings, _ server: String) async -> DoctorFinding {
        do throws(NatsError) {
            let limit = try await NatsBus.probe(settings)
            guard limit >= messageBytes else {
                return DoctorFinding(
                    "bus", .warning, "\(server) takes messages of \(limit) bytes at most: larger ones arrive late.",
                    remedy: "Set max_payload to 1MB.")
            }
            return DoctorFinding("bus", "\(server) answers, and lets this node in.")
        } catch {
            return DoctorFinding(
                "bus", .error, "\(server): \(error.text)",
                remedy: "Check that it runs, its certificate, and the credentials.")
        }
    }
}
