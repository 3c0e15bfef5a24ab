import NexusCore
import NexusDatabase

/// Which accounts administer the server and which are suspended.
enum AccountStatus {
    static func isAdministrator(_ user: UserID, in reader: Reader) throws -> Bool {
        try reader.first(
            "SELECT 1 FROM users WHERE id = $1 AND is_administrator = 1 AND suspended_at IS NULL", .id(user)
        ) { _ in true } ?? false
    }

    static func isSuspended(_ user: UserID, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM users WHERE id = $1 AND suspended_at IS NOT NULL", .id(user)) { _ in true }
            ?? false
    }

    /// - Throws: `Refusal` (`forbidden`) for non-administrators.
    static func requireAdministrator(_ user: UserID, _ reader: Reader) throws {
        guard try isAdministrator(user, in: reader) else {
            throw Refusal(.forbidden, "Only an administrator of this server may do that.")
        }
    }
}

extension Refusal {
    static let accountSuspended = Refusal(
        .accountSuspended, "This account has been suspended by an administrator of this server.")
}
