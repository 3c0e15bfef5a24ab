import NexusCore
import NexusDatabase
import NexusServer
import Testing

@Suite("The health check")
struct HealthCheckTests {
    @Test("a server whose database answers is healthy")
    func healthy() async throws {
        let database = try SQLiteDatabase(DatabaseConfiguration(storage: .memory), migrations: [])
        let check = HealthCheck(version: "1.2", database: database)
        let report = await check.report()
        #expect(report.isHealthy)
        #expect(report.version == "1.2")
        try await database.close()
        #expect(await check.report().isHealthy == false)
    }

    @Test("a database that does not answer in time counts as unreachable, and the answer does not wait for it")
    func hanging() async {
        let (never, finish) = AsyncStream.makeStream(of: Void.self)
        let check = HealthCheck(version: "1", patience: .milliseconds(1)) {
            for await _ in never {}
            return true
        }
        #expect(await check.report().isDatabaseReachable == false)
        finish.finish()
    }

    @Test("the report says in words what is wrong")
    func words() {
        let report = HealthReport(version: "1", uptime: .seconds(90), isDatabaseReachable: false)
        let expected = #"{"status":"unavailable","version":"1","uptimeSeconds":90,"database":"unreachable"}"#
        #expect(String(decoding: report.json, as: UTF8.self) == expected)
    }
}
