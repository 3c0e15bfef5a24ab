import NexusCore
import NexusDatabase

/// The move of a server's rows from SQLite to PostgreSQL, or back. The server is stopped meanwhile. The search index is made again where they
/// arrive, and clients fetch everything again there: the server begins a new epoch.
public enum ServerTransfer {
    /// What was moved, and compared.
    public struct Report: Equatable, Sendable {
        /// The number of rows of each table.
        public var rows: [String: Int]
        public var conversations: Int
        public var messages: Int
    }

    /// What goes on, for whoever waits.
    public enum Step: Equatable, Sendable {
        case copied(table: String, rows: Int)
        case compared(table: String, rows: Int)
    }

    /// Copies all rows, compares each of them, and lets servers open the target.
    ///
    /// - Parameters:
    ///   - source: a server's database, brought to this version's schema.
    ///   - target: an empty one, or one of an interrupted transfer, which goes on.
    /// - Throws: ``TransferProblem``, `DatabaseError` or `CancellationError`.
    public static func run(
        from source: DatabaseConfiguration, to target: DatabaseConfiguration,
        progress: @Sendable (Step) -> Void = { _ in }
    ) async throws -> Report {
        guard source.isPostgres != target.isPostgres else { throw TransferProblem.sameEngine }
        let transfer = try await DatabaseTransfer(
            from: source, to: target, migrations: Schema.migrations, leaving: SearchIndex.tables
        ) { reader in
            guard try reader.first("SELECT 1 FROM users LIMIT 1", body: { _ in true }) == nil else {
                throw TransferProblem.notEmpty
            }
        }
        do {
            try await transfer.copy { progress(.copied(table: $0, rows: $1)) }
            let rows = try await transfer.compare { progress(.compared(table: $0, rows: $1)) }
            // Without an epoch a database begins one, whatever mark is beside it.
            try await transfer.finish { transaction in
                try transaction.run("DELETE FROM epoch")
                try SearchIndex.forget(transaction)
            }
            try await transfer.close()
            return Report(rows: rows, conversations: rows["conversations"] ?? 0, messages: rows["messages"] ?? 0)
        } catch {
            try? await transfer.close()
            if let difference = error as? DatabaseTransfer.Difference {
                throw TransferProblem.differs(table: difference.table, row: difference.row)
            }
            throw error
        }
    }
}

extension ServerTransfer.Report: JSONEncodable {
    private struct TableJSON: JSONEncodable {
        let name: String
        let rows: Int

        func encode(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.field("rows", Int64(rows))
            writer.endObject()
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("conversations", Int64(conversations))
        writer.field("messages", Int64(messages))
        writer.field("tables", rows.sorted { $0.key < $1.key }.map { TableJSON(name: $0.key, rows: $0.value) })
        writer.endObject()
    }
}

/// The reason why rows cannot be moved.
public enum TransferProblem: Error, Equatable, Sendable {
    /// Both are on the same engine.
    case sameEngine
    /// The target is another server's.
    case notEmpty
    /// The source has changed since the transfer began, or something else wrote the target.
    case differs(table: String, row: Int)

    /// A sentence for the operator.
    public var text: String {
        switch self {
        case .sameEngine:
            "Name a data folder and a PostgreSQL address. Between two data folders nexus backup and nexus restore move everything, between two PostgreSQL databases pg_dump."
        case .notEmpty:
            "The database to copy to has people already. Name an empty one."
        case .differs(let table, let row):
            "Row \(row) of the table \(table) is not the same in both, so no server opens the copy. The source has changed since the copy began: empty the database to copy to, and begin again."
        }
    }
}
