import Foundation
import NexusDatabase

/// Where the server's database is, for what works on the data folder.
enum DatabasePlace {
    /// With what the names of files begin that belong to SQLite, and to PostgreSQL.
    static let (sqlite, postgres) = ("/nexus.sqlite", "/nexus.postgres")

    /// Whether the server of these settings, or the one that last ran on the data folder, is on PostgreSQL.
    static func isPostgres(_ data: String) -> Bool {
        let files = FileManager.default
        return ServerEnvironment.text("NEXUS_DATABASE") != nil
            || files.fileExists(atPath: data + postgres + ".mark") && !files.fileExists(atPath: data + sqlite)
    }

    /// Refuses work that knows SQLite alone.
    /// - Throws: `CommandProblem`.
    static func requireSQLite(_ data: String) throws {
        guard !isPostgres(data) else {
            throw CommandProblem(
                "This works with SQLite alone, and this server's database is in PostgreSQL (docs/operations.md, \"PostgreSQL\")."
            )
        }
    }

    /// Why the database could not be opened, for the operator.
    static func text(of error: DatabaseError, postgres: String?, data: String, hasStandby: Bool = false) -> String {
        guard let postgres else { return "The database in \"\(data)\" cannot be opened. \(error.text)" }
        guard let address = try? PostgresAddress(postgres) else {
            return "NEXUS_DATABASE or --database: \(error.detail)."
        }
        if hasStandby, error.code == .inUse {
            return "Another server has taken over the database \(address.description). Start this one again: it waits."
        }
        if hasStandby, error.code == .unavailable {
            return
                "The database \(address.description) is out of reach. Start this one again: it waits. \(error.detail)"
        }
        let reason =
            switch error.code {
            case .inUse: "Another server writes it: stop that one first. One server works on a database."
            case .newer: error.text
            default: error.detail.isEmpty ? error.text : error.detail
            }
        return "The database \(address.description) cannot be opened. \(reason)"
    }
}
