import NexusCore
import NexusDatabase
import NexusIntelligence
import Testing

@testable import NexusServer

/// The real services with insights on a database in memory; extraction runs when the test calls for it.
final class InsightBench {
    let server: InlineServer
    let projection: InsightProjection
    private let work: CatchUp
    let group: ConversationID
    let ann: UserID
    let bob: UserID
    let cai: UserID

    /// Monday 2 March 2026, 09:00 UTC.
    static let monday = Timestamp(milliseconds: 1_772_442_000_000)
    static let serverZone = InsightZone(
        name: "Europe/Berlin", zone: WritingZone(named: "Europe/Berlin") ?? .utc, isServers: true)

    init(
        on database: SQLDatabase? = nil, moved: @escaping @Sendable (ConversationID, [UserID]) -> Void = { _, _ in }
    ) throws {
        server = try database.map { InlineServer(on: $0) } ?? InlineServer()
        server.now = Self.monday
        projection = InsightProjection(zone: Self.serverZone, moved: moved)
        work = server.catchUp("insights")
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cai = try server.person("Cai")
        group = try server.group(of: ann, with: [bob, cai])
    }

    /// The same people and conversations on a database that was closed and opened again.
    init(_ earlier: InsightBench, on database: SQLDatabase) {
        server = InlineServer(on: database, after: earlier.server)
        projection = InsightProjection(zone: Self.serverZone)
        work = server.catchUp("insights")
        (ann, bob, cai, group) = (earlier.ann, earlier.bob, earlier.cai, earlier.group)
    }

    /// Posts a text a minute later, and has it read.
    @discardableResult
    func say(_ text: String, by user: UserID) async throws -> Message {
        let message = try write(text, by: user)
        try await follow()
        return message
    }

    /// Posts a text a minute later.
    @discardableResult
    func write(_ text: String, by user: UserID, replyTo original: MessageID? = nil) throws -> Message {
        server.now = server.now.advanced(by: 60_000)
        return try server.post(text, in: group, by: user, replyTo: original)
    }

    func follow() async throws { while try await !projection.follow([group], work).isEmpty {} }

    func service() -> InsightService {
        InsightService(
            database: server.database, serverZone: Self.serverZone, now: { [now = server.now] in now },
            remaining: { 0 }, moved: { _, _ in })
    }

    func insights(_ query: InsightQuery = InsightQuery(), for user: UserID? = nil) async throws -> [InsightRecord] {
        try await service().page(query, for: user ?? ann).insights
    }

    func items(for user: UserID? = nil) async throws -> [InsightRecord] {
        try await insights(InsightQuery(kinds: [.action], limit: 200), for: user)
    }

    @discardableResult
    func change(_ insight: InsightRecord, _ change: InsightChange, by user: UserID? = nil) async throws -> InsightRecord
    {
        let id = try #require(insight.id)
        return try await service().update(id, change, by: user ?? ann)
    }

    /// Makes a message an action item.
    @discardableResult
    func make(
        _ text: String?, of message: Message, by user: UserID? = nil, assignee: UserID? = nil, due: String? = nil,
        kind: InsightRecord.Kind = .action, id: InsightID? = nil
    ) async throws -> InsightRecord {
        try await service().make(
            NewInsight(
                id: id ?? server.identifier(), message: message.id, kind: kind, text: text, assignee: assignee, due: due
            ),
            by: user ?? ann)
    }

    /// All rows, without the users who changed them.
    func rows() throws -> [StoredInsight] {
        try server.read { reader in
            try reader.all(
                SQL(
                    """
                    SELECT \(InsightRepository.columns) FROM insights AS i
                        JOIN messages AS m ON m.conversation_id = i.conversation_id AND m.seq = i.seq
                    ORDER BY i.seq, i.kind, i.place, i.id
                    """), body: InsightRepository.stored
            ).map { try $0.withEvents(reader) }
        }
    }
}
