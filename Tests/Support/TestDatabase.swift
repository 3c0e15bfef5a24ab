import Foundation
import NexusDatabase
import NexusServer

/// Where tests keep a database that need not outlive them: in memory, or, with `NEXUS_TEST_DATABASE=postgres://…`, in a new schema of
/// that database, so that the same tests run on both engines.
public enum TestDatabase {
    private static let address = ProcessInfo.processInfo.environment["NEXUS_TEST_DATABASE"]

    /// Whether tests run on PostgreSQL.
    public static var isPostgres: Bool { address != nil }

    /// The schema without rows, made once in a process: to make it takes many times as long as to copy it.
    private static let schema = Result {
        try SQLDatabase(.inline, migrations: Schema.migrations).image()
    }

    /// A new place for a server's database: in memory with its schema, in PostgreSQL empty.
    public static func storage() throws -> DatabaseConfiguration.Storage {
        guard let address else { return try memory() }
        let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        let server = try PostgresAddress(address)
        try PostgresScript.run("CREATE SCHEMA \(name)", at: server)
        return .postgres(try server.inSchema(name))
    }

    /// A new place in memory for a server's database, with its schema.
    public static func memory() throws -> DatabaseConfiguration.Storage { .memoryCopy(try schema.get()) }

    /// A new database of a server that works on the caller's thread.
    public static func inline() throws -> DatabaseConfiguration {
        DatabaseConfiguration(storage: try storage(), execution: .inline)
    }
}
