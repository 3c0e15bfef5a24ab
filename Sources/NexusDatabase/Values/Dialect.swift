/// Differences between engines in a schema, as placeholders for the text of a migration.
///
/// | placeholder | meaning |
/// |---|---|
/// | `{integer}` | 64-bit integer |
/// | `{real}` | 64-bit floating point |
/// | `{text}` | UTF-8 text |
/// | `{blob}` | bytes, identifiers included |
/// | `{identity}` | 64-bit integer primary key that the engine assigns |
/// | `{without_rowid}` | after the table's `)`: rows are stored in the order of the primary key |
/// | `{strict}` | after the table's `)` of any other table: column types are enforced |
///
/// The types of a table with `{without_rowid}` are enforced too.
public struct Dialect: Sendable {
    private let replacements: [(String, String)]

    /// SQLite 3.37 and later.
    public static let sqlite = Dialect(replacements: [
        ("{integer}", "INTEGER"), ("{real}", "REAL"), ("{text}", "TEXT"), ("{blob}", "BLOB"),
        ("{identity}", "INTEGER PRIMARY KEY"), ("{without_rowid}", "WITHOUT ROWID, STRICT"), ("{strict}", "STRICT"),
    ])

    /// Replaces each placeholder by this engine's words.
    public func expand(_ text: String) -> String {
        replacements.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
