import Foundation
import NexusCore
import NexusDatabase

/// The SQL of accounts.
enum AccountRepository {
    struct Account {
        var profile: Profile
        var passwordHash: String
    }

    /// Stands in for the hash of an account whose owner signs in with a provider alone: no password has it, and the account is not
    /// unclaimed.
    static let noPassword = "!"

    /// Opens an account; the first account with a password is its server's administrator.
    static func insert(
        _ user: User, passwordHash: String, at now: Timestamp, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.count(
            """
            INSERT INTO users (id, email, name, folded_name, password_hash, created_at, is_administrator)
            VALUES ($1, $2, $3, $4, $5, $6,
                CASE WHEN $5 = '' OR EXISTS (SELECT 1 FROM users WHERE password_hash <> '') THEN 0 ELSE 1 END)
            ON CONFLICT (email) DO NOTHING
            """, .id(user.id), .text(user.email), .text(user.name), .text(folded(user.name)), .text(passwordHash),
            .time(now)) == 1
    }

    /// Gives a person without a password theirs; returns false where the person has one. The first account is the administrator's.
    static func claim(_ user: UserID, passwordHash: String, _ transaction: Transaction) throws -> Bool {
        try transaction.count(
            """
            UPDATE users SET password_hash = $2, is_administrator = CASE
                WHEN EXISTS (SELECT 1 FROM users WHERE password_hash <> '') THEN is_administrator ELSE 1 END
            WHERE id = $1 AND password_hash = '' AND deleted_at IS NULL
            """, .id(user), .text(passwordHash)) == 1
    }

    /// Whether that is a person without a password, who was imported or added.
    static func isUnclaimed(_ user: UserID, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM users WHERE id = $1 AND password_hash = '' AND deleted_at IS NULL", .id(user)) {
            _ in true
        } ?? false
    }

    /// Whether that is a person whose account is not deleted: others can be brought together with them.
    static func isReachable(_ user: UserID, in reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL", .id(user)) { _ in true } ?? false
    }

    static func account(email: String, in reader: Reader) throws -> Account? {
        try reader.first(
            SQL("SELECT \(profileColumns), password_hash FROM users AS u WHERE email = $1"), .text(email)
        ) { row in
            Account(profile: try profile(&row), passwordHash: try row.next())
        }
    }

    static func profile(of user: UserID, in reader: Reader) throws -> Profile? {
        try reader.first(
            SQL("SELECT \(profileColumns) FROM users AS u WHERE id = $1"), .id(user)
        ) { try profile(&$0) }
    }

    static func setName(_ name: String, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE users SET name = $2, folded_name = $3 WHERE id = $1", .id(user), .text(name), .text(folded(name)))
    }

    static func setAbout(_ about: String, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET about = $2 WHERE id = $1", .id(user), .text(about))
    }

    /// The hash of a user's password, or ``noPassword``; nil for an unknown user and for an unclaimed person.
    static func passwordHash(of user: UserID, in reader: Reader) throws -> String? {
        try reader.first("SELECT password_hash FROM users WHERE id = $1 AND password_hash <> ''", .id(user)) {
            try $0.next()
        }
    }

    /// Whether a user signs in with a password.
    static func hasPassword(_ user: UserID, in reader: Reader) throws -> Bool {
        try passwordHash(of: user, in: reader).map { $0 != noPassword } ?? false
    }

    /// The issuers of the sign-in providers that a user is connected with, those that are no longer configured too.
    static func issuers(of user: UserID, in reader: Reader) throws -> [String] {
        try reader.all("SELECT issuer FROM identities WHERE user_id = $1", .id(user)) { try $0.next() }
    }

    /// Replaces a password's hash; returns false if another has taken its place meanwhile.
    @discardableResult
    static func setPasswordHash(
        _ hash: String, insteadOf old: String, of user: UserID, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.count(
            "UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $3", .id(user), .text(hash),
            .text(old)) == 1
    }

    /// Replaces the hash of a person who has a password.
    static func setPasswordHash(_ hash: String, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run(
            "UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash <> ''", .id(user), .text(hash))
    }

    static func setPicture(_ picture: MediaID?, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET picture_id = $2 WHERE id = $1", .id(user), .optional(picture))
    }

    static func setShowsReceipts(_ shows: Bool, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET shows_receipts = $2 WHERE id = $1", .id(user), .flag(shows))
    }

    static func setShowsAI(_ shows: Bool, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET shows_ai = $2 WHERE id = $1", .id(user), .flag(shows))
    }

    static func setNotifications(
        _ settings: NotificationSettings, of user: UserID, _ transaction: Transaction
    ) throws {
        try transaction.run("UPDATE users SET notifications = $2 WHERE id = $1", .id(user), .text(settings.stored))
    }

    /// The users who hide receipts.
    static func hidingReceipts(in reader: Reader) throws -> Set<UserID> {
        Set(try reader.all("SELECT id FROM users WHERE shows_receipts = 0") { try $0.next() as UserID })
    }

    static func setShowsPresence(_ shows: Bool, of user: UserID, _ transaction: Transaction) throws {
        try transaction.run("UPDATE users SET shows_presence = $2 WHERE id = $1", .id(user), .flag(shows))
    }

    /// Users whose name or address contains the query, by name, without the caller and users the caller has blocked.
    /// Users who have blocked the caller show only their name and address. Where addresses are hidden, only names are searched.
    static func people(
        _ query: PeopleQuery, for user: UserID, in reader: Reader
    ) throws -> [(user: User, cursor: PeopleQuery.Cursor)] {
        guard let (name, email) = patterns(of: query.text) else { return [] }
        let showsEmails = try TeamRepository.showsEmails(to: user, in: reader)
        var values: [SQLValue] = [
            .id(user), .text(name), .text(email), .integer(query.limit), .flag(showsEmails),
        ]
        var place = ""
        if let after = query.after {
            values += [.text(after.foldedName), .id(after.id)]
            place = "AND (folded_name, id) > ($6, $7)"
        }
        return try reader.all(
            SQL(
                """
                SELECT id, name, CASE WHEN $5 = 1 THEN email ELSE '' END, \(stateColumns), about, picture_id,
                    EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = users.id AND r.other_id = $1 AND r.is_blocked = 1), folded_name
                FROM users WHERE id <> $1 AND deleted_at IS NULL
                    AND (folded_name LIKE $2 ESCAPE '!' OR ($5 = 1 AND email LIKE $3 ESCAPE '!'))
                    AND NOT EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = $1 AND r.other_id = users.id AND r.is_blocked = 1) \(place)
                ORDER BY folded_name, id LIMIT $4
                """), values
        ) { row in
            let person = try person(&row)
            return (person, PeopleQuery.Cursor(foldedName: try row.next(), id: person.id))
        }
    }

    /// One user, as seen by people who share a conversation with them or may find them.
    static func person(_ id: UserID, for user: UserID, in reader: Reader) throws -> User? {
        try reader.first(
            SQL(
                """
                SELECT id, name, CASE WHEN $3 = 1 THEN email ELSE '' END, \(stateColumns), about, picture_id,
                    EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = users.id AND r.other_id = $1 AND r.is_blocked = 1)
                FROM users WHERE id = $2
                    AND (NOT EXISTS (SELECT 1 FROM relations AS r
                        WHERE r.user_id = $1 AND r.other_id = users.id AND r.is_blocked = 1)
                        OR EXISTS (SELECT 1 FROM members AS mine JOIN members AS theirs
                            ON theirs.conversation_id = mine.conversation_id
                            WHERE mine.user_id = $1 AND mine.has_left = 0
                                AND theirs.user_id = users.id AND theirs.has_left = 0))
                """), .id(user), .id(id), .flag(try TeamRepository.showsEmails(to: user, in: reader)), body: person)
    }

    /// Whether a person has no password yet, and whether they are suspended.
    private static let stateColumns = "password_hash = '' AND deleted_at IS NULL, suspended_at IS NOT NULL"

    /// Reads `id, name, email`, ``stateColumns``, `about, picture_id` and whether the user has blocked the caller: then only what is
    /// before `about`.
    private static func person(_ row: inout Row) throws -> User {
        let shown = User(
            id: try row.next(), name: try row.next(), email: try row.next(), isUnclaimed: try row.next(),
            isSuspended: try row.next())
        var user = shown
        user.about = try row.next()
        user.picture = try row.next()
        return try row.next() ? shown : user
    }

    /// The LIKE patterns of `folded_name` and `email` for `query`; `nil` if it is longer than any name and address,
    /// which would only be an expensive pattern.
    static func patterns(of query: String) -> (name: String, email: String)? {
        guard query.utf8.count <= max(Limits.nameCharacters * 4, Limits.emailBytes) else { return nil }
        return (pattern(folded(query)), pattern(query.lowercased()))
    }

    /// The folding of names for comparison: ignores case, accents and character width.
    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The LIKE pattern of texts that contain `text` literally.
    private static func pattern(_ text: String) -> String {
        var pattern = "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "!" { pattern.unicodeScalars.append("!") }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }

    /// The columns of a user `u`, in the order of ``profile(_:)``.
    static let profileColumns = """
        u.id, u.name, u.email, u.about, u.picture_id, u.shows_presence, u.shows_receipts, u.shows_ai, u.is_administrator,
            u.security_number, (SELECT due_at FROM account_deletions AS d WHERE d.user_id = u.id), u.notifications
        """

    /// Reads ``profileColumns``.
    static func profile(_ row: inout Row) throws -> Profile {
        Profile(
            user: User(
                id: try row.next(), name: try row.next(), email: try row.next(), about: try row.next(),
                picture: try row.next()),
            showsPresence: try row.next(), showsReceipts: try row.next(), showsAI: try row.next(),
            isAdministrator: try row.next(), securityNumber: try row.next(), deletesAt: try row.next(),
            notifications: NotificationSettings(stored: try row.next()))
    }
}
