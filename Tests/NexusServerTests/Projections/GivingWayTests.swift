import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Projections that give way to posts", .timeLimit(.minutes(10)))
struct GivingWayTests {
    private let server: InlineServer
    private let ann: UserID
    private let conversations: [ConversationID]
    private static let count = 5
    private static let messages = 20

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        let bob = try server.person("Bob")
        var conversations: [ConversationID] = []
        for _ in 0..<Self.count {
            let id = try server.group(of: ann, with: [bob])
            for number in 0..<Self.messages {
                try server.post("Bob, please send needle number \(number) by Friday", in: id, by: ann)
            }
            conversations.append(id)
        }
        self.conversations = conversations
    }

    /// Follows to the end while posts wait all the time; returns how many transactions it took.
    private func follow(_ projection: any Projection) async throws -> Int {
        let work = CatchUp(
            projection: projection.name, database: CrowdedDatabase(server.database), clock: .continuous,
            now: { [now = server.now] in now }, skipped: SkippedRowCount())
        try await work.write { try projection.begin($0) }
        let before = server.database.statistics.transactions
        var ids = Set(conversations)
        while !ids.isEmpty { ids = try await projection.follow(Array(ids), work) }
        // Each came with another that waited.
        return (server.database.statistics.transactions - before) / 2
    }

    @Test("insights are written a conversation at a time, and no message is read twice for it")
    func insights() async throws {
        let projection = InsightProjection(zone: InsightBench.serverZone)
        #expect(try await follow(projection) >= Self.count)
        #expect(projection.readCount == Self.count * Self.messages)
        let found = try server.read {
            try $0.first("SELECT COUNT(DISTINCT conversation_id) FROM insights") { try $0.next(Int.self) }
        }
        #expect(found == Self.count)
    }

    @Test("messages come into the index a few at a time, and all of them")
    func search() async throws {
        #expect(try await follow(SearchProjection()) > Self.count)
        let rows = try server.read {
            try IndexedMessages.count(having: ["nee", "dle"], $0)
        }
        #expect(rows == Self.count * Self.messages)
    }
}
