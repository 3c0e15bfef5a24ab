import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization

@testable import NexusServer

/// The deletion of accounts on an inline database, one step at a time: Ada and Ben administer and share a group of Ada's and a direct
/// conversation; Cem has left the group.
final class LeavingBench {
    let server: InlineServer
    let ada: UserID
    let ben: UserID
    let cem: UserID
    let group: ConversationID
    let talk: ConversationID
    private let ended = Mutex<[SessionID]>([])

    init() throws {
        server = try InlineServer()
        ada = try server.person("Ada")
        ben = try server.person("Ben")
        cem = try server.person("Cem")
        group = try server.group(of: ada, with: [ben, cem])
        talk = try server.direct(ada, ben)
        try server.apply(.leave(group), by: cem)
        for administrator in [ada, ben] {
            try server.write {
                try $0.run(
                    "UPDATE users SET is_administrator = 1, password_hash = 'hash' WHERE id = $1", .id(administrator))
            }
        }
    }

    /// What a part of the server has, made anew as after a restart.
    func removal() -> AccountRemoval {
        var limits = RateLimitSettings()
        limits.isOn = false
        let now = { @Sendable [now = server.now] in now }
        let gate = OperationGate(
            database: server.database, service: server.operations, publisher: Publisher(hub: Hub()),
            limit: .operations(limits, now: now), now: now)
        return AccountRemoval(
            database: server.database, gate: gate, now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            sessionEnded: { _ in }, insightsChanged: { _, _ in })
    }

    func schedule(_ user: UserID, deletingMessages: Bool = false, at dueAt: Timestamp? = nil) throws {
        let deletion = DeletionRepository.Deletion(
            user: user, requestedBy: user, requestedAt: server.now, dueAt: dueAt ?? server.now,
            deletesMessages: deletingMessages)
        try server.write { try DeletionRepository.put(deletion, $0) }
    }

    func deletion(of user: UserID) throws -> DeletionRepository.Deletion? {
        try server.read { try DeletionRepository.deletion(of: user, in: $0) }
    }

    /// Deletes what is due, with a restart before each step.
    ///
    /// - Returns: the number of steps.
    @discardableResult
    func finish() async throws -> Int {
        var steps = 0
        while try await removal().step() {
            steps += 1
            server.restart()
        }
        return steps
    }

    func texts(of conversation: ConversationID, for user: UserID) throws -> [String] {
        try server.page(of: conversation, for: user).messages.filter { $0.event == nil && !$0.isDeleted }.map(\.text)
    }

    /// The columns of the schema that have a person's identifier, as `table.column`.
    func columns(with user: UserID) throws -> Set<String> {
        try server.read { reader in
            var found: Set<String> = []
            for (table, column) in try LeavingBench.blobs(reader) {
                let isThere = try reader.first(SQL("SELECT 1 FROM \(table) WHERE \(column) = $1 LIMIT 1"), .id(user)) {
                    _ in true
                }
                if isThere == true { found.insert("\(table).\(column)") }
            }
            return found
        }
    }

    /// All columns of the schema that may have an identifier.
    static func blobs(_ reader: Reader) throws -> [(table: String, column: String)] {
        if TestDatabase.isPostgres {
            return try reader.all(
                """
                SELECT table_name, column_name FROM information_schema.columns
                WHERE data_type = 'bytea' AND table_schema = current_schema()
                """
            ) { (try $0.next(), try $0.next()) }
        }
        return try reader.all(
            """
            SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND c.type = 'BLOB' AND m.name NOT LIKE 'sqlite_%'
            """
        ) { (try $0.next(), try $0.next()) }
    }
}
