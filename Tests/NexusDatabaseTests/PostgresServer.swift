import Foundation
import NexusDatabase

/// The PostgreSQL server that tests may use.
enum PostgresServer {
    /// Nil without one.
    static let address = ProcessInfo.processInfo.environment["NEXUS_TEST_DATABASE"]

    /// A new, empty schema.
    static func schema() throws -> PostgresAddress {
        let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        let server = try PostgresAddress(address ?? "")
        try PostgresScript.run("CREATE SCHEMA \(name)", at: server)
        return try server.inSchema(name)
    }
}
