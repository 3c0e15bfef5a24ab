/// Which messages announce themselves to a user.
public enum NotificationLevel: String, Equatable, Sendable, CaseIterable {
    case all
    /// Those that mention the user, reply to them or hold one of their keywords.
    case mentions
    case nothing
}

/// A user's own choice for one conversation.
public enum ConversationLevel: String, Equatable, Sendable, CaseIterable {
    /// As ``NotificationSettings`` say for conversations of its kind.
    case usual = "default"
    case all
    case mentions
    case nothing

    /// The level that holds, given the usual one.
    public func level(usually usual: NotificationLevel) -> NotificationLevel {
        switch self {
        case .usual: usual
        case .all: .all
        case .mentions: .mentions
        case .nothing: .nothing
        }
    }
}

/// When e-mails tell a user of messages that stay unread.
public enum NotificationMail: String, Equatable, Sendable, CaseIterable {
    case off
    case quarterHour = "15m"
    case hour = "1h"
    /// At 8:00 in the user's time zone.
    case daily

    /// Milliseconds that a message stays unread before an e-mail tells of it; nil for none, and for ``daily``.
    public var delay: Int64? {
        switch self {
        case .off, .daily: nil
        case .quarterHour: 900_000
        case .hour: 3_600_000
        }
    }
}

/// The part of each day in which nothing announces itself.
public struct QuietHours: Equatable, Sendable {
    /// The minutes of a day.
    public static let day = 1_440

    /// Minutes after local midnight, 0 to 1,439. From an end before its start they go on over midnight; equal ones mean
    /// no quiet hours.
    public var start: Int
    public var end: Int

    /// No quiet hours.
    public static let off = QuietHours(start: 0, end: 0)

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    public var isOff: Bool { start == end }

    /// Whether they hold at that minute after local midnight.
    public func holds(_ minute: Int) -> Bool {
        start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
}

/// How a user is told of messages: the same on all of their devices, and private.
public struct NotificationSettings: Equatable, Sendable {
    /// For conversations without a level of their own.
    public var direct = NotificationLevel.all
    public var groups = NotificationLevel.all
    /// Words and phrases that count like a mention, at most ``keywordLimit``.
    public var keywords: [String] = []
    public var quiet = QuietHours.off
    /// Whether urgent messages announce themselves in quiet hours.
    public var urgentPasses = true
    /// Seconds that a message stays unread before other devices are told, while the user is active on one; 0 to ``delayLimit``.
    public var delay = NotificationSettings.usualDelay
    /// Whether notifications outside Nexus name neither sender nor text.
    public var hidesContent = false
    public var mail = NotificationMail.quarterHour

    public static let keywordLimit = 20
    /// Characters (Unicode scalars) of a keyword, at most.
    public static let keywordCharacters = 40
    public static let delayLimit = 300
    public static let usualDelay = 15

    public init() {}

    /// The level of a conversation that has none of its own.
    public func level(isDirect: Bool) -> NotificationLevel { isDirect ? direct : groups }

    /// The settings after a change.
    public func applying(_ change: NotificationChange) -> NotificationSettings {
        var settings = self
        if let direct = change.direct { settings.direct = direct }
        if let groups = change.groups { settings.groups = groups }
        if let keywords = change.keywords { settings.keywords = keywords }
        if let quiet = change.quiet { settings.quiet = quiet.isOff ? .off : quiet }
        if let urgentPasses = change.urgentPasses { settings.urgentPasses = urgentPasses }
        if let delay = change.delay { settings.delay = delay }
        if let hidesContent = change.hidesContent { settings.hidesContent = hidesContent }
        if let mail = change.mail { settings.mail = mail }
        return settings
    }
}

/// A change of ``NotificationSettings``; `nil` leaves a field unchanged.
public struct NotificationChange: Equatable, Sendable {
    public var direct: NotificationLevel?
    public var groups: NotificationLevel?
    /// The whole list.
    public var keywords: [String]?
    /// ``QuietHours/off`` removes them.
    public var quiet: QuietHours?
    public var urgentPasses: Bool?
    public var delay: Int?
    public var hidesContent: Bool?
    public var mail: NotificationMail?

    public init(
        direct: NotificationLevel? = nil, groups: NotificationLevel? = nil, keywords: [String]? = nil,
        quiet: QuietHours? = nil, urgentPasses: Bool? = nil, delay: Int? = nil, hidesContent: Bool? = nil,
        mail: NotificationMail? = nil
    ) {
        self.direct = direct
        self.groups = groups
        self.keywords = keywords
        self.quiet = quiet
        self.urgentPasses = urgentPasses
        self.delay = delay
        self.hidesContent = hidesContent
        self.mail = mail
    }

    /// The change with trimmed, distinct keywords.
    ///
    /// - Throws: `Refusal` (`invalid_request`) that names the setting and its limit.
    public func accepted() throws(Refusal) -> NotificationChange {
        var change = self
        if let keywords {
            var list: [String] = []
            for keyword in keywords {
                guard let word = try? TextRule.keyword(keyword) else {
                    throw Refusal(
                        .invalidRequest,
                        "A keyword has at most \(NotificationSettings.keywordCharacters) characters.")
                }
                if word.isEmpty || list.contains(word) { continue }
                list.append(word)
            }
            guard list.count <= NotificationSettings.keywordLimit else {
                throw Refusal(
                    .invalidRequest, "You can have at most \(NotificationSettings.keywordLimit) keywords.")
            }
            change.keywords = list
        }
        if let quiet {
            guard (0..<QuietHours.day).contains(quiet.start), (0..<QuietHours.day).contains(quiet.end) else {
                throw Refusal(.invalidRequest, "Quiet hours begin and end between minute 0 and 1439 of the day.")
            }
        }
        if let delay {
            guard (0...NotificationSettings.delayLimit).contains(delay) else {
                throw Refusal(
                    .invalidRequest,
                    "Other devices are told after 0 to \(NotificationSettings.delayLimit) seconds.")
            }
        }
        return change
    }
}
