import CPostgres

/// The server's reason for refusing a statement.
struct PostgresError: Error {
    let error: DatabaseError
    /// Whether the session is gone: nothing more will be answered.
    var isLost = false
    /// Whether the transaction may succeed when it is run again: it met another one.
    var isTransient = false
    /// Whether it has waited for another one as long as it may: it would again.
    var isWaitOver = false
    /// The position of the refused command among those that were sent; nil if the session is gone.
    var position: Int?

    static func lost(_ detail: String) -> PostgresError {
        PostgresError(error: DatabaseError(.unavailable, detail: detail), isLost: true)
    }

    init(error: DatabaseError, isLost: Bool) {
        self.error = error
        self.isLost = isLost
    }

    /// By the SQLSTATE of a failed result (https://www.postgresql.org/docs/current/errcodes-appendix.html). Neither the values of
    /// the row nor those of the parameters are in the detail.
    init(_ result: OpaquePointer) {
        func field(_ code: Int32) -> String { PQresultErrorField(result, code).map { String(cString: $0) } ?? "" }
        // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY, PG_DIAG_CONSTRAINT_NAME: characters in libpq's header.
        let state = field(67)
        let message = state.isEmpty ? String(cString: PQresultErrorMessage(result)) : field(77)
        let name = field(110)
        let detail = "\(message)\(name.isEmpty ? "" : " [\(name)]") (PostgreSQL \(state.isEmpty ? "-" : state))"
        error = DatabaseError(
            PostgresError.code(of: state), constraint: PostgresError.constraint(of: state), detail: detail)
        isLost =
            state.isEmpty || state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
        isTransient = ["40001", "40P01"].contains(state)
        isWaitOver = state == "55P03"
    }

    private static func code(of state: String) -> DatabaseError.Code {
        if constraint(of: state) != nil { return .constraint }
        switch state.prefix(2) {
        case "22", "25", "26", "34", "42", "0A", "54": return .invalidStatement
        case "XX": return state == "XX000" ? .unavailable : .corrupt
        default: return state == "53100" ? .full : .unavailable
        }
    }

    private static func constraint(of state: String) -> DatabaseError.Constraint? {
        switch state {
        case "23505": .unique
        case "23503": .foreignKey
        case "23514": .check
        case "23502": .notNull
        // A value that the column's type cannot hold.
        case "22P02", "22003", "22001", "22021": .type
        default: state.hasPrefix("23") ? .other : nil
        }
    }
}
