import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The search projection", .timeLimit(.minutes(10)))
struct SearchFollowerTests {
    @Test("indexes old, skipped and new messages, and ends with its task")
    func follows() async throws {
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: TestDatabase.storage()), migrations: Schema.migrations)
        let heads = ConversationHeads()
        database.beforeCommit { try heads.writeHeads($0) }
        let operations = OperationService(heads: heads)
        let ann = User(id: UserID(high: 0x7000, low: 1 << 63), name: "Ann", email: "ann@example.org")
        let group = ConversationID(high: 0x7000, low: 1 << 63)
        @Sendable func apply(_ number: UInt64, _ kind: NexusCore.Operation.Kind) async throws -> Applied {
            let operation = NexusCore.Operation(id: OperationID(high: 0x7000, low: 1 << 63 | number), kind: kind)
            return try await database.write {
                try operations.apply(operation, by: ann.id, in: $0, now: Timestamp(milliseconds: Int64(number)))
            }
        }
        try await database.write { _ = try AccountRepository.insert(ann, passwordHash: "", at: .zero, $0) }
        _ = try await apply(1, .createGroup(group, title: "Plans", members: []))
        for number in 2...100 { _ = try await apply(UInt64(number), .post(group, text: "needle", writtenAt: .zero)) }
        let follower = Follower(
            SearchProjection(), database: database, now: { .zero }, logger: Logger(label: "test"))
        let running = Task { await follower.run() }
        try await eventually("all are in the index") { try await indexed(in: database) == 99 }
        for publication in try await apply(101, .post(group, text: "needle", writtenAt: .zero)).publications {
            follower.published(publication.change)
        }
        try await eventually("the new one is in the index") { try await indexed(in: database) == 100 }
        running.cancel()
        await running.value
        try await database.close()
    }

    private func indexed(in database: SQLDatabase) async throws -> Int {
        try await database.read {
            try IndexedMessages.count(having: ["nee", "dle"], $0)
        }
    }
}
