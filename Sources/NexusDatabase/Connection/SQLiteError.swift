import Foundation
import GRDB
import GRDBSQLite

extension DatabaseError {
    /// The meaning of SQLite's result `code` (primary or extended) on `connection`.
    init(sqlite code: Int32, on connection: OpaquePointer?) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
        let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
        self.init(sqlite: code, systemError: systemError, detail: "\(message) (SQLite \(code))")
    }

    init(sqlite code: Int32, systemError: Int32, detail: String) {
        switch code & 0xFF {
        case SQLITE_FULL:
            self.init(.full, detail: detail)
        // The last is SQLITE_IOERR_SHMSIZE: the index of the log could not grow.
        case SQLITE_IOERR
        where [ENOSPC, EDQUOT, EFBIG].contains(systemError) || code == SQLITE_IOERR | (19 << 8):
            self.init(.full, detail: detail)
        case SQLITE_CONSTRAINT:
            self.init(.constraint, constraint: Constraint(sqlite: code), detail: detail)
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(.corrupt, detail: detail)
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_SCHEMA, SQLITE_AUTH,
            SQLITE_LOCKED:
            self.init(.invalidStatement, detail: detail)
        default:
            self.init(.unavailable, detail: detail)
        }
    }

    /// An error of GRDB while it opens a connection.
    init(opening error: any Error) {
        switch error {
        case let error as DatabaseError:
            self = error
        case let error as GRDB.DatabaseError:
            self.init(
                sqlite: error.extendedResultCode.rawValue, systemError: 0,
                detail: "\(error.message ?? "") (SQLite \(error.extendedResultCode.rawValue))")
        default:
            self.init(.unavailable, detail: String(describing: error))
        }
    }
}

extension DatabaseError.Constraint {
    fileprivate init(sqlite code: Int32) {
        switch code {
        // Not imported as constants: they are expressions of macros. Values from sqlite3.h.
        case SQLITE_CONSTRAINT | (8 << 8), SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (10 << 8): self = .unique
        case SQLITE_CONSTRAINT | (3 << 8): self = .foreignKey
        case SQLITE_CONSTRAINT | (1 << 8): self = .check
        case SQLITE_CONSTRAINT | (5 << 8): self = .notNull
        case SQLITE_CONSTRAINT | (12 << 8): self = .type
        default: self = .other
        }
    }
}
