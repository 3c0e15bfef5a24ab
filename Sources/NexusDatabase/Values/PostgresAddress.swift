import CPostgres

/// A PostgreSQL database: `postgres://user:password@host:5432/name?sslmode=verify-full`, or any other connection string of libpq
/// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
public struct PostgresAddress: Sendable, Equatable {
    /// With the password, if it has one. Never for a log.
    public let text: String

    /// Where it is: `user@host:port/name`, without the password.
    public let description: String

    /// - Throws: ``DatabaseError`` (`database_unavailable`), if `text` is not a connection string. The error does not repeat it.
    public init(_ text: String) throws {
        var values: [String: String] = [:]
        guard PostgresAddress.isAddress(text), let options = PQconninfoParse(text, nil) else {
            throw DatabaseError(
                .unavailable, detail: "not an address of PostgreSQL; expected postgres://user:password@host:port/name")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        var place = values["host"] ?? values["hostaddr"] ?? "local"
        if let port = values["port"] { place += ":\(port)" }
        if let user = values["user"] { place = "\(user)@\(place)" }
        description = "postgres://\(place)/\(values["dbname"] ?? values["user"] ?? "")"
    }

    /// The same database, with a schema of it as the only one that is used.
    /// - Parameter schema: a word of the program's own.
    package func inSchema(_ schema: String) throws -> PostgresAddress {
        try PostgresAddress("\(text)\(text.contains("?") ? "&" : "?")options=-csearch_path%3D\(schema)")
    }

    /// Whether `text` names a PostgreSQL database rather than a file.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }
}
