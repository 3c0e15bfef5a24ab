/// The reason why a transaction, a read or an opening failed.
///
/// ``code`` is stable and ``text`` is safe to show to users: neither contains SQL or data. ``detail`` is for the
/// operator's log only.
public struct DatabaseError: Error, Sendable, Equatable {
    /// The stable name of the error.
    public enum Code: String, Sendable, CaseIterable {
        /// The disk, or the limit set on the database's size, is full. Nothing of the transaction was applied.
        case full = "database_full"
        /// The queue of transactions or reads is full; this one was refused at once.
        case overloaded = "database_overloaded"
        /// The database is closed, or its storage does not answer.
        case unavailable = "database_unavailable"
        /// Another process holds this database open for writing.
        case inUse = "database_in_use"
        /// A restore into its folder, or a transfer into it, has not ended: what is there may be half of it.
        case restoring = "database_restoring"
        /// A newer version of the product has changed the schema in a way that this one cannot go on with.
        case newer = "database_newer"
        /// Nodes of an earlier version have the database open, and could not go on with the schema of this one.
        case olderNodes = "database_older_nodes"
        /// The file is not a database, or is damaged.
        case corrupt = "database_corrupt"
        /// A constraint of the schema refused the change; ``DatabaseError/constraint`` names the kind.
        case constraint = "constraint"
        /// The statement itself is wrong: a mistake in the program.
        case invalidStatement = "database_invalid_statement"
    }

    /// The kind of rule that refused a change.
    public enum Constraint: String, Sendable {
        case unique, foreignKey, check, notNull, type, other
        /// A text has the character NUL, which the engine neither stores nor compares.
        case nul
    }

    public let code: Code
    /// Set exactly when ``code`` is ``Code/constraint``.
    public let constraint: Constraint?
    /// The engine's message, for the log. It may name tables and columns and must not be shown to users.
    public let detail: String

    public init(_ code: Code, constraint: Constraint? = nil, detail: String = "") {
        self.code = code
        self.constraint = constraint
        self.detail = detail
    }

    /// A sentence that may be shown to users.
    public var text: String {
        switch code {
        case .full: "The server's storage is full. Nothing was saved."
        case .overloaded: "The server is too busy to save this now. Try again in a moment."
        case .unavailable: "The server's storage does not answer."
        case .inUse: "Another process is using this database."
        case .restoring: "A restore or transfer of this database was not finished. Run it again."
        case .newer: "This database was written by a newer version. Run that version, or restore a backup of this one."
        case .olderNodes:
            "Nodes of an earlier version have this database open, and cannot go on with the tables of this version. Stop all of them, then start this version."
        case .corrupt: "The database file is damaged or is not a database."
        case .constraint: "The change violates a constraint of the stored data."
        case .invalidStatement: "The server sent its storage an invalid statement."
        }
    }

    /// True when a rule that two rows must differ refused the change.
    public var isUniqueViolation: Bool { constraint == .unique }
}

extension DatabaseError: CustomStringConvertible {
    public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}
