import Foundation
import NexusDatabase

/// Where tests keep a database that need not outlive them: in memory, or, with `NEXUS_TEST_DATABASE=postgres://…`, in a new schema of
/// that database, so that the same tests run on both engines.
public enum TestDatabase {
    private static let address = ProcessInfo.processInfo.environment["NEXUS_TEST_DATABASE"]

    /// Whether tests run on PostgreSQL.
    public static var isPostgres: Bool { address != nil }

    /// A new, empty place for a database.
    public static func storage() throws -> DatabaseConfiguration.Storage {
        guard let address else { return .memory }
        let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        let server = try PostgresAddress(address)
        try PostgresScript.run("CREATE SCHEMA \(name)", at: server)
        return .postgres(try server.inSchema(name))
    }

    /// A new, empty database that works on the caller's thread.
    public static func inline() throws -> DatabaseConfiguration {
        DatabaseConfiguration(storage: try storage(), execution: .inline)
    }
}
