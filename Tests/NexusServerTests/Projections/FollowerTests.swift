import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("A follower", .timeLimit(.minutes(10)))
struct FollowerTests {
    private let clock = TestFollowerClock()

    /// Follows conversations in memory, and fails in selected ones.
    private final class TestProjection: Projection {
        let name = "test"
        private let state = Mutex(
            (
                followed: [ConversationID](), failing: Set<ConversationID>(), behind: [ConversationID](), looks: 0,
                longestStep: 0
            ))

        var followed: [ConversationID] { state.withLock { $0.followed } }
        /// How often it was asked what is behind.
        var looks: Int { state.withLock { $0.looks } }
        /// The most conversations of one step.
        var longestStep: Int { state.withLock { $0.longestStep } }

        /// Called with each step.
        private let stepped: @Sendable () -> Void

        init(behind: [ConversationID] = [], stepped: @escaping @Sendable () -> Void = {}) {
            self.stepped = stepped
            state.withLock { $0.behind = behind }
        }

        func behind(limit: Int, _ reader: Reader) -> [ConversationID] {
            state.withLock { state in
                state.looks += 1
                return Array(state.behind.prefix(limit))
            }
        }

        func fail(in ids: Set<ConversationID>) { state.withLock { $0.failing = ids } }

        func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
            _ = try await work.read { try $0.first("SELECT 1") { try $0.next(Int.self) } }
            stepped()
            try state.withLock { state in
                guard state.failing.isDisjoint(with: conversations) else {
                    throw DatabaseError(.corrupt, detail: "planted")
                }
                state.followed += conversations
                state.longestStep = max(state.longestStep, conversations.count)
                state.behind.removeAll(where: Set(conversations).contains)
            }
            return []
        }
    }

    private func follower(_ projection: any Projection, _ database: any Database) -> Follower {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return Follower(
            projection, database: database, clock: clock.clock, settling: .zero,
            backoff: FollowerBackoff(first: .seconds(1), longest: .seconds(8)), now: { .zero }, logger: logger)
    }

    private func running(_ follower: Follower, _ body: () async throws -> Void) async throws {
        let running = Task { await follower.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        running.cancel()
        await running.value
        try result.get()
    }

    private let one = ConversationID(high: 1, low: 1)
    private let other = ConversationID(high: 1, low: 2)

    @Test(
        "continues after any number of failed reads, with backoff",
        arguments: [DatabaseError.Code.unavailable, .overloaded, .full])
    func retries(code: DatabaseError.Code) async throws {
        let database = FaultyDatabase(try InlineServer().database)
        let projection = TestProjection()
        let follower = follower(projection, database)
        database.refuse(reads: 6, writes: 1, with: code)
        follower.note(one)
        try await running(follower) {
            try await eventually("it follows after all") { projection.followed == [one] }
        }
        #expect(database.refused == 7)
        #expect(follower.failureCount == 7)
        #expect(
            clock.slept.filter { $0 > .zero }.map { Int($0 / .seconds(1)) } == [1, 2, 4, 8, 8, 8, 8],
            "twice as long each time, up to the limit")
    }

    @Test("follows what is behind in steps, with one look for many of them")
    func looksRarely() async throws {
        let behind = (0..<(Follower.conversationsPerLook + 50)).map { ConversationID(high: 2, low: UInt64($0)) }
        let projection = TestProjection(behind: behind)
        let follower = follower(projection, try InlineServer().database)
        try await running(follower) {
            try await eventually("it has followed all") { projection.followed.count == behind.count }
        }
        #expect(Set(projection.followed) == Set(behind))
        #expect(projection.longestStep == Follower.conversationsPerStep)
        #expect(projection.looks <= 3, "the look that finds nothing may come before the end of the test")
    }

    @Test("looks again once a look is old, so that what moved last comes first")
    func looksAgain() async throws {
        let behind = (0..<250).map { ConversationID(high: 2, low: UInt64($0)) }
        let projection = TestProjection(behind: behind) { [clock] in clock.advance(by: .seconds(11)) }
        let follower = follower(projection, try InlineServer().database)
        try await running(follower) {
            try await eventually("it has followed all") { projection.followed.count == behind.count }
        }
        #expect(projection.looks >= 3, "one for each step")
    }

    @Test("is degraded after three failures in a row, and recovers by itself")
    func health() async throws {
        let database = FaultyDatabase(try InlineServer().database)
        let projection = TestProjection()
        let made = follower(projection, database)
        database.refuse(reads: .max)
        try await running(made) {
            try await eventually("it is stuck") { made.health.state == .degraded }
            let reason = try #require(made.health.reason)
            #expect(reason.contains("times in a row: The server's storage does not answer. It tries again in"))
            let report = HealthReport(
                version: "1", uptime: .zero, isDatabaseReachable: true, parts: [made.health])
            let text = String(decoding: report.json, as: UTF8.self)
            #expect(text.hasPrefix(#"{"status":"degraded""#))
            #expect(text.contains(#""parts":[{"name":"test","state":"degraded","reason":"It has failed"#))
            #expect(report.isHealthy, "the rest of the server works")
            database.refuse()
            made.note(one)
            try await eventually("it works again") { made.health == HealthPart("test", .ok) }
        }
    }

    @Test("sets a failing conversation aside, follows all others, and retries it")
    func setsAside() async throws {
        let projection = TestProjection()
        let follower = follower(projection, try InlineServer().database)
        projection.fail(in: [one])
        follower.note(one)
        follower.note(other)
        try await running(follower) {
            try await eventually("the other is followed") { projection.followed.contains(other) }
            try await eventually("it says that one is not") { follower.health.state == .degraded }
            #expect(follower.health.reason?.hasPrefix("1 conversation does not follow: The database file is") == true)
            #expect(!projection.followed.contains(one))
            projection.fail(in: [])
            try await eventually("it is followed in the end") { projection.followed.contains(one) }
            try await eventually("and all is well") { follower.health.state == .ok }
        }
    }

    @Test("is degraded without progress although messages wait, and says for how long")
    func hangs() {
        var condition = FollowerCondition(at: .zero)
        _ = condition.wait(for: one, at: .seconds(5))
        #expect(condition.takeDue(at: .seconds(6)) == [one])
        #expect(condition.lag(at: .seconds(30)) == .seconds(25))
        #expect(condition.part("test", skipped: 0, at: .seconds(30)).state == .ok)
        let part = condition.part("test", skipped: 0, at: .seconds(90))
        #expect(part.reason == "It has made no progress for 90 s although messages wait.")
        condition.succeed(at: .seconds(91))
        #expect(condition.part("test", skipped: 0, at: .seconds(900)).state == .ok)
        #expect(condition.lag(at: .seconds(900)) == .zero)
    }

    @Test("while another node follows it keeps nothing and is well, and looks at everything when it begins again")
    func rests() async throws {
        let projection = TestProjection()
        let follower = follower(projection, try InlineServer().database)
        follower.note(one)
        try await running(follower) { try await eventually("it follows") { projection.followed == [one] } }
        follower.note(other)
        clock.advance(by: .seconds(900))
        #expect(follower.lag == .zero)
        #expect(follower.health == HealthPart("test", .ok))
        try await running(follower) {
            // What is told before it begins is dropped, too.
            try await eventually("it follows again") {
                follower.note(one)
                return projection.followed.count > 1
            }
        }
        #expect(!projection.followed.contains(other))
    }

    @Test("shows lag, skipped rows and failures in the metrics")
    func metrics() throws {
        let database = try InlineServer().database
        let followers = Followers { [self] in follower($0, database) }
        let added = try #require(followers.add(TestProjection()))
        let registry = MetricsRegistry()
        followers.register(in: registry)
        added.note(one)
        clock.advance(by: .seconds(3))
        let text = registry.text
        #expect(text.contains(#"nexus_follower_lag_seconds{follower="test"} 3"#))
        #expect(text.contains(#"nexus_follower_skipped_rows{follower="test"} 0"#))
        #expect(text.contains(#"nexus_follower_failures_total{follower="test"} 0"#))
        #expect(text.contains("nexus_test_remaining 0"))
        #expect(followers.add(InsightProjection(zone: .utc, isOn: false)) == nil, "what is off is not followed")
    }
}
