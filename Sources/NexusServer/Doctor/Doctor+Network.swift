import Foundation
import NexusCore

// The running server, the public address and the clock.
extension Doctor {
    /// Seconds that clocks may differ.
    private static let clockTolerance = 30.0
    /// Days for which a certificate should be valid.
    private static let certificateDays = 14

    /// The server of this configuration, if it runs on this machine.
    @Sendable func server() async -> [DoctorFinding] {
        let host =
            ["0.0.0.0", "::"].contains(configuration.transport.host) ? "127.0.0.1" : configuration.transport.host
        let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(configuration.transport.port)"
        guard configuration.transport.port != 0, let http = try? DoctorHTTP(roots: nil),
            let answer = try? await http.get(address + "/health")
        else {
            return [
                DoctorFinding("server", "No server runs at \(address). This program is version \(NexusVersion.text).")
            ]
        }
        guard let health = HealthAnswer(answer.body) else {
            return [
                DoctorFinding(
                    "server", .error, "Another program answers at \(address).",
                    remedy: "Choose another port with --port, or stop that program.")
            ]
        }
        var findings: [DoctorFinding] = []
        for problem in health.problems {
            findings.append(
                DoctorFinding(
                    "server", answer.status == 200 ? .warning : .error, problem,
                    remedy: "The server's log has the cause."))
        }
        if health.version != NexusVersion.text {
            findings.append(
                DoctorFinding(
                    "versions", .warning,
                    "The server that runs is version \(health.version), and this program \(NexusVersion.text).",
                    remedy: "Restart the server after an update."))
        }
        if findings.isEmpty {
            findings.append(
                DoctorFinding("server", "The server runs at \(address), version \(health.version), and is well."))
        }
        return findings + clock(answer.date, of: "the running server")
    }

    private func clock(_ date: Date?, of name: String) -> [DoctorFinding] {
        guard let date else { return [] }
        let difference = date.timeIntervalSince1970 - Double(configuration.now().milliseconds) / 1_000
        guard abs(difference) > Doctor.clockTolerance else {
            return [DoctorFinding("clock", "The clock agrees with that of \(name).")]
        }
        return [
            DoctorFinding(
                "clock", .error, "The clock differs from that of \(name) by \(Int(abs(difference))) seconds.",
                remedy:
                    "Set the clock, and keep it right with NTP (timedatectl). Codes of authenticator apps depend on it."
            )
        ]
    }

    @Sendable func publicAddress() async -> [DoctorFinding] {
        guard let address = configuration.transport.publicAddress else {
            return [
                DoctorFinding(
                    "public", .warning, "There is no public address: browsers are served under any name.",
                    remedy: "Set --public-url to the address that people use.")
            ]
        }
        guard let http = try? DoctorHTTP(roots: roots) else {
            return [
                DoctorFinding(
                    "public", .error, "The file of --roots has no readable certificates.", remedy: "Name a PEM file.")
            ]
        }
        var findings = await certificate(of: address, http)
        do {
            let answer = try await http.get(address.origin + "/health")
            guard HealthAnswer(answer.body) != nil else {
                return findings + [
                    DoctorFinding(
                        "public", .error, "\(address.origin) answers \(answer.status), and it is not this server.",
                        remedy: "Check the proxy: it must pass all paths, and Host unchanged.")
                ]
            }
            findings.append(DoctorFinding("public", "\(address.origin) leads to the server."))
            findings += clock(answer.date, of: address.origin)
            findings.append(await webSocket(through: address, http))
        } catch {
            findings.append(
                DoctorFinding(
                    "public", .error, "\(address.origin) cannot be reached: \(Doctor.short(error)).",
                    remedy: "Check the name in DNS, the proxy, its certificate and firewalls."))
        }
        return findings
    }

    private func certificate(of address: PublicAddress, _ http: DoctorHTTP) async -> [DoctorFinding] {
        guard address.scheme == "https", let parts = URLComponents(string: address.origin), let host = parts.host else {
            return [
                DoctorFinding(
                    "public", .warning,
                    "The public address is not https: passwords and messages can be read on the way.",
                    remedy: "Put a proxy with TLS in front, such as Caddy, and set --public-url to its address.")
            ]
        }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard let end = try? await http.certificateEnd(of: name, port: parts.port ?? 443) else { return [] }
        let days = Int((end.timeIntervalSince1970 - Double(configuration.now().milliseconds) / 1_000) / 86_400)
        let text = "The certificate of \(host) is valid for \(days) more days."
        guard days < Doctor.certificateDays else { return [DoctorFinding("certificate", text)] }
        return [
            DoctorFinding(
                "certificate", days < 3 ? .error : .warning, text,
                remedy: "Renew it, and check why the proxy has not done so by itself.")
        ]
    }

    /// Asks for a socket without a session: the refusal tells whether the request for an upgrade arrived.
    private func webSocket(through address: PublicAddress, _ http: DoctorHTTP) async -> DoctorFinding {
        let headers = [
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "bmV4dXMtZG9jdG9yLTEyMw=="), ("Origin", address.origin),
        ]
        let answer = try? await http.get("\(address.origin)\(Endpoints.livePath)", headers: headers)
        if answer?.upgrade == "websocket" {
            return DoctorFinding("websocket", "WebSockets pass through \(address.origin).")
        }
        return DoctorFinding(
            "websocket", .error,
            "WebSockets do not pass through \(address.origin): messages arrive late or not at all.",
            remedy: "Let the proxy pass upgrades of /v1/live (docs/operations.md, TLS).")
    }

    /// An error without what may be in it: its type and kind.
    static func short(_ error: any Error) -> String {
        let text = "\(error)"
        return String(text.prefix(120)).replacingOccurrences(of: "\n", with: " ")
    }
}

/// `GET /health` of a server, as far as it is used.
private struct HealthAnswer: Decodable {
    struct Part: Decodable {
        var name: String
        var state: String
        var reason: String?
    }

    var status: String
    var version: String
    var problem: String?
    var parts: [Part]?

    init?(_ body: [UInt8]) {
        guard let answer = try? JSONDecoder().decode(HealthAnswer.self, from: Data(body)) else { return nil }
        self = answer
    }

    var problems: [String] {
        (problem.map { [$0] } ?? [])
            + (parts ?? []).filter { $0.state != "ok" }.map { "The part \($0.name) is \($0.state). \($0.reason ?? "")" }
    }
}
