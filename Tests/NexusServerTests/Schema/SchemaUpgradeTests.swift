import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("An upgrade of the schema", .timeLimit(.minutes(3)))
struct SchemaUpgradeTests {
    /// What a later version may add while this one runs: to a table that every post writes, too.
    private static let expansion = Migration.expansion(
        "moods",
        """
        CREATE TABLE moods (user_id {blob} PRIMARY KEY NOT NULL, mood {text} NOT NULL) {without_rowid};
        ALTER TABLE messages ADD COLUMN mood {text};
        ALTER TABLE members ADD COLUMN mood {integer} NOT NULL DEFAULT 0;
        CREATE INDEX messages_by_mood ON messages (mood) WHERE mood IS NOT NULL;
        """)
    private static let ada = UserID(high: 0x7000, low: 0x8000_0000_0000_0001)
    private static let ben = UserID(high: 0x7000, low: 0x8000_0000_0000_0002)
    private static let talk = ConversationID.direct(between: ada, and: ben)

    /// Runs `body` with the place of a new database that outlives its connections, on the engine under test.
    private static func withPlace(_ body: (DatabaseConfiguration) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage: DatabaseConfiguration.Storage =
            TestDatabase.isPostgres
            ? try TestDatabase.storage() : .file(folder.appending(path: "nexus.sqlite").path)
        try await body(DatabaseConfiguration(storage: storage, execution: .inline))
    }

    /// Two people and their three messages, as the first version with messages wrote them. Later columns may be left out of an `INSERT`.
    private static func fill(_ transaction: Transaction) throws {
        for (user, name) in [(ada, "Ada"), (ben, "Ben")] {
            try transaction.run(
                """
                INSERT INTO users (id, email, name, folded_name, password_hash, created_at) VALUES ($1, $2, $3, $4, '', 1)
                """, .id(user), .text("\(name.lowercased())@example.org"), .text(name), .text(name.lowercased()))
        }
        try transaction.run(
            """
            INSERT INTO conversations (id, kind, creator_id, created_at, changed, head, changed_at)
            VALUES ($1, 0, $2, 1, 1, 4, 4)
            """, .id(talk), .id(ada))
        for user in [ada, ben] {
            try transaction.run(
                """
                INSERT INTO members (conversation_id, user_id, role, has_left, joined, read_seq, delivered_seq, changed)
                VALUES ($1, $2, 0, 0, 1, 1, 1, 1)
                """, .id(talk), .id(user))
        }
        for seq in 2...4 {
            try transaction.run(
                """
                INSERT INTO messages (conversation_id, seq, id, sender_id, text, written_at, posted_at, changed)
                VALUES ($1, $2, $3, $4, $5, $2, $2, $2)
                """, .id(talk), .integer(seq), .id(MessageID(high: 0x7000, low: 1 << 63 | UInt64(seq))), .id(ada),
                .text("message \(seq)"))
        }
    }

    @Test(
        "of a database at an earlier schema, the first with messages and the one before the newest, keeps what was written, and goes on behind it",
        arguments: ["conversations", Schema.migrations[Schema.migrations.count - 2].name])
    func earlierSchema(last: String) async throws {
        try await Self.withPlace { place in
            let position = try #require(Schema.migrations.firstIndex { $0.name == last })
            let before = try SQLDatabase(place, migrations: Array(Schema.migrations[...position]))
            try await before.write { try Self.fill($0) }
            try await before.close()
            for start in 0..<2 {
                let server = InlineServer(on: try SQLDatabase(place, migrations: Schema.migrations))
                if start == 0 {
                    let post = NexusCore.Operation(
                        id: OperationID(high: 0x7000, low: 1 << 63 | 9),
                        kind: .post(Self.talk, text: "message 5", writtenAt: server.now))
                    #expect(try server.apply(post, by: Self.ben).acknowledgement.seq == 5)
                }
                let page = try server.page(of: Self.talk, for: Self.ada)
                #expect(page.messages.map(\.text) == (2...5).map { "message \($0)" })
                #expect(page.messages.map(\.seq) == [2, 3, 4, 5])
                try await server.database.close()
            }
        }
    }

    @Test("lets this version go on where a later one has only added, also after a restart")
    func addedSchema() async throws {
        try await Self.withPlace { place in
            let later = InlineServer(on: try SQLDatabase(place, migrations: Schema.migrations + [Self.expansion]))
            let (ada, ben) = (try later.person("Ada"), try later.person("Ben"))
            let talk = try later.direct(ada, ben)
            try later.post("of the later version", in: talk, by: ada)
            try await later.database.close()
            for number in 1...2 {
                let database = try SQLDatabase(place, migrations: Schema.migrations)
                #expect(database.expansions == ["+moods"])
                let server = InlineServer(on: database)
                try server.apply(later.operation(.post(talk, text: "\(number)", writtenAt: later.now)), by: ben)
                #expect(
                    try server.page(of: talk, for: ada).messages.map(\.text)
                        == ["of the later version"] + (1...number).map { "\($0)" })
                try await database.close()
            }
        }
    }

    @Test(
        "of nodes one after the other: an earlier and a later one write and read beside each other",
        .enabled(if: TestDatabase.isPostgres, "nodes need PostgreSQL"))
    func sideBySide() async throws {
        try await Self.withPlace { place in
            var place = place
            place.isShared = true
            func node(_ migrations: [Migration]) throws -> InlineServer {
                InlineServer(on: try SQLDatabase(place, migrations: migrations))
            }
            let old = try node(Schema.migrations)
            let (ada, ben) = (try old.person("Ada"), try old.person("Ben"))
            let talk = try old.direct(ada, ben)
            // Its statements are prepared before the tables change.
            try old.post("0", in: talk, by: ada)
            let new = try node(Schema.migrations + [Self.expansion])
            // A node of the earlier version that restarts meanwhile.
            let restarted = try node(Schema.migrations)
            #expect(restarted.database.expansions == ["+moods"] && new.database.expansions.isEmpty)
            let nodes = [old, new, restarted]
            for number in 1...9 {
                let post = old.operation(.post(talk, text: "\(number)", writtenAt: old.now))
                #expect(try nodes[number % 3].apply(post, by: ben).acknowledgement.seq == Seq(number + 2))
            }
            for node in nodes {
                #expect(try node.page(of: talk, for: ada).messages.map(\.text) == (0...9).map { "\($0)" })
            }
            for node in nodes { try await node.database.close() }
        }
    }
}
