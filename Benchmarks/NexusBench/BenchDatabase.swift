import Foundation
import NexusDatabase

/// Where a throw-away server has its rows: a file in its folder, or a schema of its own in a PostgreSQL database, which is removed with the server.
struct BenchDatabase {
    let configuration: DatabaseConfiguration
    private let schema: (name: String, place: PostgresAddress)?

    /// - Parameters:
    ///   - folder: of the server.
    ///   - postgres: nil for SQLite.
    init(in folder: URL, on postgres: PostgresAddress?) throws {
        guard let postgres else {
            configuration = DatabaseConfiguration(storage: .file(folder.appending(path: "nexus.sqlite").path))
            schema = nil
            return
        }
        let name = "nexus_bench_" + UUID().uuidString.replacing("-", with: "").lowercased()
        try PostgresScript.run("CREATE SCHEMA \(name)", at: postgres)
        var configuration = DatabaseConfiguration(storage: .postgres(try postgres.inSchema(name)))
        configuration.localPath = folder.appending(path: "nexus.postgres").path
        self.configuration = configuration
        schema = (name, postgres)
    }

    /// This process's environment, in which a server opens this database and no other.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["NEXUS_CONFIG", "NEXUS_DATABASE_STANDBY", "NEXUS_DATABASE_NODES"] { environment[name] = nil }
        environment["NEXUS_DATABASE"] = configuration.storage.postgres?.text
        return environment
    }

    /// Bytes of the tables and their indexes; of SQLite's file without its log.
    var bytes: Int {
        guard case .file(let path) = configuration.storage else {
            let size: SQL =
                """
                SELECT SUM(pg_total_relation_size(oid)) FROM pg_class
                WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
                """
            guard let stored = try? StoredDatabase(configuration) else { return 0 }
            defer { stored.close() }
            return (try? stored.read { try $0.first(size) { try $0.next(Int.self) } }) ?? 0
        }
        return (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// Reads SQLite's file once, so that the system's cache has it, as it has that of a server which has run for a while. Does nothing on PostgreSQL.
    func readThrough() throws {
        guard case .file(let path) = configuration.storage else { return }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        while try file.read(upToCount: 1 << 20)?.isEmpty == false {}
    }

    func remove() {
        guard let schema else { return }
        try? PostgresScript.run("DROP SCHEMA \(schema.name) CASCADE", at: schema.place)
    }
}
