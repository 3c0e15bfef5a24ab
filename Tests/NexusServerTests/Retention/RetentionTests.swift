import Logging
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Deleting messages after some days")
struct RetentionTests {
    static let day: Int64 = 86_400_000

    /// Ann owns a group with Ben; nothing is deleted but by steps.
    private struct Bench {
        let server: InlineServer
        let ann: UserID
        let ben: UserID
        let group: ConversationID

        init() throws {
            server = try InlineServer()
            ann = try server.person("Ann")
            ben = try server.person("Ben")
            group = try server.group(of: ann, with: [ben])
        }

        var gate: OperationGate {
            var limits = RateLimitSettings()
            limits.isOn = false
            let now = { @Sendable [now = server.now] in now }
            return OperationGate(
                database: server.database, service: server.operations, publisher: Publisher(hub: Hub()),
                limit: .operations(limits, now: now), now: now)
        }

        func set(_ days: Int, by user: UserID) async throws {
            _ = try await RetentionService(
                database: server.database, gate: gate, now: { [now = server.now] in now }, wake: {}
            ).set(days, of: group, by: user)
        }

        /// Deletes what is too old, with a restart before each step.
        func finish() async throws -> Int {
            var steps = 0
            while try await RetentionPass(
                database: server.database, gate: gate, now: { [now = server.now] in now }
            ).step() {
                steps += 1
                server.restart()
            }
            return steps
        }

        func texts() throws -> [String] {
            try server.page(of: group, for: ben).messages.filter { $0.event == nil && !$0.isDeleted }.map(\.text)
        }
    }

    @Test("deletes them for everyone, to the millisecond, and pinned ones too")
    func deletes() async throws {
        let bench = try Bench()
        let old = try bench.server.post("old", in: bench.group, by: bench.ann)
        try bench.server.apply(.pin(bench.group, message: old.id, on: true), by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: RetentionTests.day)
        try bench.server.post("new", in: bench.group, by: bench.ben)
        #expect(try await bench.finish() == 0, "there is no rule")
        try await bench.set(2, by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: RetentionTests.day)
        #expect(try await bench.finish() == 0)
        bench.server.now = bench.server.now.advanced(by: 1)
        #expect(try await bench.finish() == 1)
        #expect(try bench.texts() == ["new"])
        #expect(try await bench.finish() == 0)
    }

    @Test("in bounded batches that a restart does not repeat")
    func batches() async throws {
        let bench = try Bench()
        for number in 1...120 { try bench.server.post("\(number)", in: bench.group, by: bench.ann) }
        try await bench.set(1, by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: RetentionTests.day + 1)
        let head = try bench.server.changes(of: bench.group, after: 0, for: bench.ben).head
        #expect(try await bench.finish() == 3)
        #expect(try bench.texts().isEmpty)
        #expect(try bench.server.changes(of: bench.group, after: head, for: bench.ben).head == head + 3)
    }

    @Test("is set by the owner and admins, and told in the conversation")
    func told() async throws {
        let bench = try Bench()
        await #expect(throws: Refusal.notAllowed) { try await bench.set(30, by: bench.ben) }
        try await bench.set(30, by: bench.ann)
        try await bench.set(30, by: bench.ann)
        let events = try bench.server.page(of: bench.group, for: bench.ben).messages.compactMap(\.event)
        #expect(events.map(\.retentionDays) == [30], "the second is a no-op")
        #expect(events.first?.text == "Messages are deleted after 30 days.")
    }

    @Test("by the rule of the server, which no conversation makes longer")
    func serverRule() async throws {
        let bench = try Bench()
        try bench.server.write { try TeamRepository.put(PolicyChange(retentionDays: 10), $0) }
        await #expect(throws: Refusal.self) { try await bench.set(11, by: bench.ann) }
        try await bench.set(10, by: bench.ann)
        try await bench.set(0, by: bench.ann)
        try bench.server.post("old", in: bench.group, by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: 10 * RetentionTests.day)
        #expect(try await bench.finish() == 0)
        bench.server.now = bench.server.now.advanced(by: 1)
        #expect(try await bench.finish() == 1)
        #expect(try bench.texts().isEmpty)
    }

    @Test("by the conversation's rule where the server's became longer, and by neither once both are off")
    func shorter() async throws {
        let bench = try Bench()
        try await bench.set(1, by: bench.ann)
        try bench.server.write { try TeamRepository.put(PolicyChange(retentionDays: 100), $0) }
        try bench.server.post("old", in: bench.group, by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: RetentionTests.day + 1)
        #expect(try await bench.finish() == 1)
        try bench.server.post("newer", in: bench.group, by: bench.ann)
        try await bench.set(0, by: bench.ann)
        try bench.server.write { try TeamRepository.put(PolicyChange(retentionDays: 0), $0) }
        bench.server.now = bench.server.now.advanced(by: 1_000 * RetentionTests.day)
        #expect(try await bench.finish() == 0)
        #expect(try bench.texts() == ["newer"])
    }
}
