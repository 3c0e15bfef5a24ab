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

    /// The database of the server that last ran on a data folder.
    /// - Throws: `CommandProblem` if there is none, or its PostgreSQL address is not named.
    static func existing(in data: String) throws -> DatabaseConfiguration {
        let files = FileManager.default
        let configuration = try configured(in: data)
        guard files.fileExists(atPath: configuration.isPostgres ? data + postgres + ".mark" : data + sqlite) else {
            throw CommandProblem(
                configuration.isPostgres
                    ? "No server of a PostgreSQL database has run on \"\(data)\". Name its data folder with --data."
                    : "There is no database in \"\(data)\".")
        }
        return configuration
    }

    /// The database that a server started now on a data folder would open.
    /// - Throws: `CommandProblem` if that is in PostgreSQL and its address is not named or not one.
    static func configured(in data: String) throws -> DatabaseConfiguration {
        guard isPostgres(data) else { return DatabaseConfiguration(storage: .file(data + sqlite)) }
        guard let address = ServerEnvironment.text("NEXUS_DATABASE") else {
            throw CommandProblem(
                "The server of \"\(data)\" is on PostgreSQL: name its database in NEXUS_DATABASE or in nexus.yaml.")
        }
        do {
            var configuration = DatabaseConfiguration(storage: .postgres(try PostgresAddress(address)))
            configuration.localPath = data + postgres
            return configuration
        } catch let error as DatabaseError {
            throw CommandProblem("NEXUS_DATABASE: \(error.detail).")
        }
    }

    /// What to tell the operator of an error of a database that no server may have open.
    static func problem(_ error: DatabaseError, _ configuration: DatabaseConfiguration, in data: String)
        -> CommandProblem
    {
        switch (configuration.storage, error.code) {
        case (.postgres(let address), .inUse):
            CommandProblem(
                "A server runs on the database \(address.description). Stop it first, and one that waits for it too.")
        case (_, .inUse): CommandProblem("A server is running on \"\(data)\". Stop it first.")
        default: CommandProblem(text(of: error, postgres: configuration.storage.postgres?.text, data: data))
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
            case .inUse:
                "Another server writes it: stop that one first. One server works on a database, or several nodes that are all started with --nodes. (\(error.detail))"
            case .newer, .olderNodes: error.text
            default: error.detail.isEmpty ? error.text : error.detail
            }
        return "The database \(address.description) cannot be opened. \(reason)"
    }
}
