import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The health check")
struct HealthCheckTests {
    @Test("a server with a working database is healthy")
    func healthy() async throws {
        let database = try SQLDatabase(DatabaseConfiguration(storage: .memory), migrations: [])
        let check = HealthCheck(version: "1.2", database: database)
        let report = await check.report()
        #expect(report.isHealthy)
        #expect(report.version == "1.2")
        try await database.close()
        #expect(await check.report().isHealthy == false)
    }

    @Test("a database that does not answer in time counts as unreachable, and the response does not wait for it")
    func hanging() async {
        let (never, finish) = AsyncStream.makeStream(of: Void.self)
        let check = HealthCheck(version: "1", patience: .milliseconds(1)) {
            for await _ in never {}
            return true
        }
        #expect(await check.report().isDatabaseReachable == false)
        finish.finish()
    }

    @Test("a read-only database degrades the server, and the report says what to do")
    func degraded() async throws {
        let check = HealthCheck(
            version: "1", problem: { HealthProblem(DatabaseError(.full), media: nil) }, probe: { true })
        let report = await check.report()
        #expect(!report.isHealthy)
        let text = String(decoding: report.json, as: UTF8.self)
        #expect(text.contains(#""status":"degraded""#))
        #expect(text.contains(#""database":"full""#))
        #expect(text.contains("Free some space"))
    }

    @Test("a full media disk degrades the server, and one with space does not")
    func media() {
        #expect(HealthProblem(nil, media: "/proc/self")?.media == "full")
        #expect(HealthProblem(nil, media: FileManager.default.temporaryDirectory.path) == nil)
    }

    @Test("the report describes the problem in words")
    func words() {
        let report = HealthReport(version: "1", uptime: .seconds(90), isDatabaseReachable: false)
        let expected = #"{"status":"unavailable","version":"1","uptimeSeconds":90,"database":"unreachable"}"#
        #expect(String(decoding: report.json, as: UTF8.self) == expected)
    }
}
