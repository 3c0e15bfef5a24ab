import NexusCore
import NexusDatabase

/// The SQL of the team's settings: its name, its picture, who may join and invite, what sign-ins need, and who sees addresses.
enum TeamRepository {
    private enum Name: String {
        case team, join, invite
        case secondFactor = "second-factor"
        case leftMessages = "left-messages"
        case retention
        case emails, domains, notifications
    }

    /// The settings as stored. A server without settings waits for its set-up while it has no account with a password.
    static func info(_ reader: Reader) throws -> ServerInfo {
        let values = Dictionary(
            try reader.all("SELECT name, value FROM team_settings") {
                (try $0.next() as String, try $0.next() as String)
            },
            uniquingKeysWith: { first, _ in first })
        func value(_ name: Name) -> String? { values[name.rawValue] }
        var info = ServerInfo()
        info.team = value(.team) ?? ""
        info.picture = try reader.first("SELECT media_id FROM team_picture") { try $0.next() }
        info.invite = value(.invite).flatMap(InvitePolicy.init) ?? .members
        info.requiresSecondFactor = value(.secondFactor) == requiredValue
        info.keepsMessages = value(.leftMessages) == LeftMessages.keep.rawValue
        info.retentionDays = value(.retention).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        info.domains = value(.domains)?.split(separator: " ").map(String.init) ?? []
        info.hidesEmails = value(.emails) == hiddenValue
        info.hidesNotifications = value(.notifications) == contentHiddenValue
        if let join = value(.join) {
            info.join = JoinPolicy(rawValue: join) ?? .invited
        } else {
            info.needsSetup = try !hasAccount(reader)
        }
        return info
    }

    static func put(_ change: PolicyChange, _ transaction: Transaction) throws {
        try put(.team, change.team, transaction)
        try put(.join, change.join?.rawValue, transaction)
        try put(.invite, change.invite?.rawValue, transaction)
        try put(.secondFactor, change.requiresSecondFactor.map { $0 ? requiredValue : "optional" }, transaction)
        try put(
            .leftMessages, change.keepsMessages.map { ($0 ? LeftMessages.keep : .delete).rawValue }, transaction)
        try put(.retention, change.retentionDays.map(String.init), transaction)
        try put(.domains, change.domains?.joined(separator: " "), transaction)
        try put(.emails, change.hidesEmails.map { $0 ? hiddenValue : "members" }, transaction)
        try put(.notifications, change.hidesNotifications.map { $0 ? contentHiddenValue : "shown" }, transaction)
        guard let picture = change.picture else { return }
        try transaction.run("DELETE FROM team_picture")
        guard let media = picture.media else { return }
        try transaction.run("INSERT INTO team_picture (media_id) VALUES ($1)", .id(media))
    }

    /// Whether a person sees the e-mail addresses of others.
    static func showsEmails(to user: UserID, in reader: Reader) throws -> Bool {
        try value(.emails, reader) != hiddenValue || AccountStatus.isAdministrator(user, in: reader)
    }

    /// Whether no notification outside Nexus names sender and text.
    static func hidesNotifications(in reader: Reader) throws -> Bool {
        try value(.notifications, reader) == contentHiddenValue
    }

    private static let contentHiddenValue = "hidden"
    private static let requiredValue = "required"
    private static let hiddenValue = "administrators"

    /// The condition that every account needs a second factor.
    static let secondFactorIsRequired = """
        EXISTS (SELECT 1 FROM team_settings WHERE name = 'second-factor' AND value = 'required')
        """

    private static func hasAccount(_ reader: Reader) throws -> Bool {
        try reader.first("SELECT 1 FROM users WHERE password_hash <> '' LIMIT 1") { _ in true } ?? false
    }

    private static func value(_ name: Name, _ reader: Reader) throws -> String? {
        try reader.first("SELECT value FROM team_settings WHERE name = $1", .text(name.rawValue)) { try $0.next() }
    }

    private static func put(_ name: Name, _ value: String?, _ transaction: Transaction) throws {
        guard let value else { return }
        try transaction.run(
            """
            INSERT INTO team_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, .text(name.rawValue), .text(value))
    }
}
