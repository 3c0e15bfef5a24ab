/// One step of the schema's history. Steps are only ever appended; a released one is never edited.
///
/// An expansion leaves a schema that programs without the step go on to read and write (docs/decisions/0031). Any other step is a contraction.
public struct Migration: Sendable {
    /// The last step of a database that a transfer has not filled yet: no server knows it, so none opens the database.
    static let unfinishedTransfer = "unfinished-transfer"
    /// With what the name of an expansion begins: a program that does not know the step sees what it is.
    static let expansionMark: Character = "+"

    /// Unique and stable: it is recorded in the database.
    public let name: String
    let body: @Sendable (Transaction) throws -> Void

    /// A step made of SQL: statements separated by `;`, with the placeholders of ``Dialect``.
    public init(_ name: String, _ script: String) {
        self.init(name) { try $0.script(script) }
    }

    /// A step made of code, for data that SQL alone cannot convert.
    public init(_ name: String, body: @escaping @Sendable (Transaction) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// A step that programs of the version before go on beside: it adds tables, columns that may be left out of an `INSERT`, and indexes, also in
    /// place of others that serve less. The new program copes with rows that the earlier one writes meanwhile.
    public static func expansion(_ name: String, _ script: String) -> Migration {
        Migration("\(expansionMark)\(name)", script)
    }

    /// Whether a step of that name is an expansion.
    static func isExpansion(_ name: String) -> Bool { name.first == expansionMark }
}
