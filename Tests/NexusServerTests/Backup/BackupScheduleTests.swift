import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Scheduled backups", .serialized)
struct BackupScheduleTests {
    private static let hour: Int64 = 3_600_000

    /// A server that backs itself up every day into a folder, at the test's time.
    private func serve<T: Sendable>(
        _ body: @Sendable (RunningServer, _ folder: String) async throws -> T
    ) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-schedule-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backups = try Backups(folder + "/set")
        return try await RunningServer.serve(configure: {
            $0.database.storage = .file(folder + "/data/nexus.sqlite")
            $0.backgroundPace = .init(pause: 5, rest: 0)
            var settings = BackupSettings(
                backups, of: BackupSource(folder: folder + "/data"), everyHours: 24,
                retention: BackupRetention(last: 2))
            settings.retryPause = 1_000
            $0.backup = settings
        }) { try await body($0, folder) }
    }

    private func health(_ server: RunningServer) async throws -> String {
        try await server.ask("GET", "/health").body
    }

    @Test("a snapshot is made at once, and then each interval, and old ones are removed")
    func periodic() async throws {
        try await serve { server, folder in
            let backups = try Backups(folder + "/set")
            func ids() throws -> [String] { try BackupSet.snapshots(in: FolderBackupStore(folder + "/set")) }
            try await eventually("the first is made") { try ids().count == 1 }
            server.clock.advance(by: 23 * Self.hour)
            #expect(try await health(server).contains(#"{"name":"backup","state":"ok"}"#))
            let metrics = try await server.ask("GET", "/metrics").body
            #expect(metrics.contains("nexus_backup_age_seconds 82800\n"))
            #expect(metrics.contains("nexus_backup_failures_total 0\n"))
            let first = try ids()
            server.clock.advance(by: Self.hour)
            try await eventually("the second is made") { try ids().count == 2 }
            server.clock.advance(by: 24 * Self.hour)
            try await eventually("the third is made, and the first removed") {
                try ids().count == 2 && ids()[0] != first[0]
            }
            #expect(try backups.verify().isIntact)
        }
    }

    @Test("a failure shows in /health and in the metrics, and is repeated until one succeeds")
    func failing() async throws {
        try await serve { server, folder in
            try await eventually("the first is made") {
                try BackupSet.snapshots(in: FolderBackupStore(folder + "/set")).count == 1
            }
            let description = folder + "/set/set.json"
            let whole = try Data(contentsOf: URL(fileURLWithPath: description))
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: description))
            server.clock.advance(by: 24 * Self.hour)
            try await eventually("the failure shows") {
                try await health(server).contains(
                    #""name":"backup","state":"degraded","reason":"The last backup failed"#)
            }
            #expect(try await server.ask("GET", "/metrics").body.contains("nexus_backup_failures_total 1\n"))
            try whole.write(to: URL(fileURLWithPath: description))
            server.clock.advance(by: 1_000)
            try await eventually("the next succeeds") {
                try BackupSet.snapshots(in: FolderBackupStore(folder + "/set")).count == 2
            }
            try await eventually("health is well") {
                try await health(server).contains(#"{"name":"backup","state":"ok"}"#)
            }
        }
    }

    @Test("a snapshot made by hand ends a failure in /health at once")
    func byHand() async throws {
        try await serve { server, folder in
            let backups = try Backups(folder + "/set")
            func count() throws -> Int { try BackupSet.snapshots(in: FolderBackupStore(folder + "/set")).count }
            try await eventually("the first is made") { try count() == 1 }
            let description = folder + "/set/set.json"
            let whole = try Data(contentsOf: URL(fileURLWithPath: description))
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: description))
            server.clock.advance(by: 24 * Self.hour)
            try await eventually("the failure shows") {
                try await health(server).contains(#""name":"backup","state":"degraded""#)
            }
            try whole.write(to: URL(fileURLWithPath: description))
            // The clock stands still: the schedule's own next attempt is not due.
            _ = try backups.make(
                from: BackupSource(folder: folder + "/data"), at: server.clock.now.advanced(by: 2_000))
            try await eventually("health is well") {
                try await health(server).contains(#"{"name":"backup","state":"ok"}"#)
            }
            #expect(try count() == 2)
            #expect(try await server.ask("GET", "/metrics").body.contains("nexus_backup_failures_total 1\n"))
        }
    }

    @Test("a backup that is older than twice the interval is degraded")
    func late() async throws {
        let clock = TestClock()
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-late-\(UUID().uuidString)").path
        let settings = BackupSettings(
            try Backups(folder), of: BackupSource(folder: folder), everyHours: 2, retention: BackupRetention())
        let schedule = BackupSchedule(settings, pause: 1, now: { clock.now }, logger: LogLines().logger)
        #expect(schedule.health.state == .ok)
        clock.advance(by: 4 * Self.hour + 1)
        #expect(schedule.health == HealthPart("backup", .degraded, reason: "There is no backup yet."))
    }
}
