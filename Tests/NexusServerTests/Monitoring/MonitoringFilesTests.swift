import Foundation
import Logging
import NexusBus
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

/// The dashboard and the alert rules of packaging/monitoring, beside the page of a server with everything that they show.
@Suite("Dashboard and alert rules", .timeLimit(.minutes(5)))
struct MonitoringFilesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../packaging/monitoring").standardized

    /// A family of metrics, as the page has it.
    private struct Family {
        var kind: Substring
        var hasHelp: Bool
    }

    /// Every family of a server with backups, e-mail, a bus and TLS.
    private func families() async throws -> [String: Family] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-monitoring-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backups = try Backups(folder + "/set")
        let mail = try MailSettings(
            environment: ["NEXUS_SMTP_URL": "smtps://mail.example.org", "NEXUS_MAIL_FROM": "nexus@example.org"],
            publicAddress: PublicAddress("https://nexus.example"))
        var text = try await RunningServer.serve(configure: {
            $0.database.storage = .file(folder + "/data/nexus.sqlite")
            $0.mail = mail
            $0.bus = .local(LocalBusNetwork())
            $0.backup = BackupSettings(
                backups, of: BackupSource(folder: folder + "/data"), everyHours: 24,
                retention: BackupRetention(last: 2))
        }) { try await $0.ask("GET", "/metrics").body }
        let certificates = try CertificateFolder()
        try certificates.sign("server")
        var transport = TransportConfiguration()
        transport.tls = certificates.files
        let registry = MetricsRegistry()
        try TLSPart(transport, logger: Logger(label: "test")).register(in: registry)
        text += registry.text
        var families: [String: Family] = [:]
        let helped = Set(text.matches(of: /(?m)^# HELP ([a-z0-9_]+) .+$/).map { String($0.1) })
        for match in text.matches(of: /(?m)^# TYPE (\S+) (\w+)$/) {
            families[String(match.1)] = Family(kind: match.2, hasHelp: helped.contains(String(match.1)))
        }
        return families
    }

    @Test("show only metrics that the server has")
    func names() async throws {
        let families = try await families()
        let parts = ["_bucket", "_sum", "_count"]
        for file in ["alerts.yaml", "dashboard.json"] {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            let names = Set(text.matches(of: /\b(?:nexus|process)_[a-z0-9_]+/).map { String($0.0) })
            #expect(names.count > 10, "\(file)")
            for shown in names {
                // A server without the model has no follower of meanings; every follower has the same families.
                let name = shown.replacing("nexus_meaning_remaining", with: "nexus_search_remaining")
                let family =
                    parts.first { name.hasSuffix($0) && families[name] == nil }
                    .map { String(name.dropLast($0.count)) } ?? name
                #expect(families[family] != nil, "\(file): \(name)")
            }
        }
    }

    @Test("every metric is named by Prometheus' conventions, and says what it is")
    func conventions() async throws {
        let families = try await families()
        #expect(families.count > 40)
        for (name, family) in families {
            #expect(name.wholeMatch(of: /(nexus|process)(_[a-z0-9]+)+/) != nil, "\(name)")
            #expect(family.hasHelp, "\(name)")
            #expect((family.kind == "counter") == name.hasSuffix("_total"), "\(name)")
            if family.kind == "histogram" { #expect(name.hasSuffix("_seconds") || name.hasSuffix("_bytes"), "\(name)") }
            // Base units alone.
            #expect(name.firstMatch(of: /_(ms|milliseconds|minutes|hours|days|kib|mib|percent)(_|$)/) == nil, "\(name)")
        }
    }

    @Test("the dashboard is JSON with a query in every panel, each place taken once")
    func dashboard() throws {
        struct Dashboard: Decodable {
            struct Panel: Decodable {
                struct Place: Decodable, Hashable { var h, w, x, y: Int }
                struct Target: Decodable { var expr: String }

                var id: Int
                var type: String
                var title: String
                var gridPos: Place
                var targets: [Target]?
            }
            var uid: String
            var panels: [Panel]
        }
        let data = try Data(contentsOf: Self.folder.appending(path: "dashboard.json"))
        let dashboard = try JSONDecoder().decode(Dashboard.self, from: data)
        #expect(dashboard.uid == "nexus")
        #expect(Set(dashboard.panels.map(\.id)).count == dashboard.panels.count)
        #expect(Set(dashboard.panels.map(\.gridPos)).count == dashboard.panels.count)
        for panel in dashboard.panels {
            #expect(!panel.title.isEmpty && panel.gridPos.x + panel.gridPos.w <= 24)
            #expect((panel.type == "row") == (panel.targets ?? []).isEmpty, "\(panel.title)")
        }
    }

    @Test("docs/operations.md says what to do for every alert")
    func runbook() throws {
        let rules = try String(contentsOf: Self.folder.appending(path: "alerts.yaml"), encoding: .utf8)
        let page = try String(
            contentsOf: Self.folder.appending(path: "../../docs/operations.md").standardized, encoding: .utf8)
        let alerts = rules.matches(of: /- alert: (\w+)/).map { String($0.1) }
        #expect(alerts.count > 10)
        for alert in alerts { #expect(page.contains("| `\(alert)` |"), "\(alert)") }
    }
}
