import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("An unreadable row", .timeLimit(.minutes(10)))
struct SkippedRowTests {
    @Test("is skipped and recorded by every projection, and blocks neither its conversation nor others")
    func skipped() async throws {
        let bench = try InsightBench()
        let damaged = try bench.write("Cai, please order the needle by Friday", by: bench.ann)
        try bench.write("Bob, please send the needle to the customer by Friday", by: bench.ann)
        let (group, seq) = (bench.group, damaged.seq)
        try bench.server.write { transaction in
            try transaction.run(
                "UPDATE messages SET mentions = $4, reply_to = $3 WHERE conversation_id = $1 AND seq = $2",
                .id(group), .integer(seq), .blob([1]), .blob(Array("no".utf8)))
        }
        let clock = TestFollowerClock()
        let now = bench.server.now
        for projection in [SearchProjection(), InsightProjection(zone: .utc)] as [any Projection] {
            let follower = Follower(
                projection, database: bench.server.database, clock: clock.clock, settling: .zero, now: { now },
                logger: Logger(label: "test"))
            let running = Task { await follower.run() }
            try await eventually("\(projection.name) counts it") { follower.skippedCount == 1 }
            try await eventually("\(projection.name) has followed") {
                try await bench.server.database.read { try projection.behind(limit: 10, $0) }.isEmpty
            }
            #expect(follower.health.state == .ok)
            #expect(follower.health.reason?.hasPrefix("1 message could not be processed and was skipped") == true)
            running.cancel()
            await running.value
        }
        #expect(try await bench.items().map(\.assignee?.name) == ["Bob"])
        #expect(try bench.server.read { try IndexedMessages.count(having: ["nee", "dle"], $0) } == 1)
        let recorded: [String] = try bench.server.read {
            try $0.all("SELECT projection FROM skipped_rows WHERE seq = $1 ORDER BY projection", .integer(seq)) {
                try $0.next(String.self)
            }
        }
        #expect(recorded == ["insights", "search"])
    }

    @Test("is no longer recorded once it changes")
    func forgotten() async throws {
        let server = try InlineServer()
        let ann = try server.person("Ann")
        let group = try server.group(of: ann, with: [])
        let message = try server.post("Hello", in: group, by: ann)
        try server.write { transaction in
            let row = SkippedRow(message.seq, in: group, because: DatabaseError(.corrupt))
            try row.record(by: "search", at: .zero, transaction)
            try row.record(by: "search", at: .zero, transaction)
        }
        #expect(try server.read { try SkippedRow.count(by: "search", $0) } == 1)
        try server.apply(.edit(group, message: message.id, text: "Hello again"), by: ann)
        #expect(try server.read { try SkippedRow.count(by: "search", $0) } == 0)
    }
}
