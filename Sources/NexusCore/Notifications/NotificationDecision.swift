/// Whether a user is told of a message, and why.
public enum NotificationDecision: Equatable, Sendable {
    /// The message announces itself, after so many milliseconds if it is still unread then.
    case tell(Reason, after: Int64 = 0)
    /// It only counts on the badge.
    case badge(Obstacle)
    /// The user is not told, and it does not count on the badge.
    case nothing(Obstacle)

    /// Why a message announces itself, the strongest reason.
    public enum Reason: String, Equatable, Sendable, CaseIterable {
        case mention
        /// It replies to the user.
        case reply
        /// It holds one of the user's keywords.
        case keyword
        /// It is urgent and passes quiet hours.
        case urgent
        /// The conversation's level is ``NotificationLevel/all``.
        case direct
        case group
    }

    /// Why a message does not announce itself, the strongest obstacle.
    public enum Obstacle: String, Equatable, Sendable, CaseIterable {
        /// The user wrote it.
        case own
        /// It is a group event, it was deleted, or the user deleted it for themself.
        case gone
        /// The user blocked the sender.
        case blocked
        case read
        /// The conversation is on this device's screen.
        case shown
        case muted
        /// The level is ``NotificationLevel/mentions``, and the message is none.
        case noMention
        /// The level is ``NotificationLevel/nothing``.
        case silent
        case quietHours
    }

    /// Whether it counts on the badge.
    public var counts: Bool {
        if case .nothing = self { false } else { true }
    }

    /// Whether it announces itself, now or later.
    public var tells: Bool {
        if case .tell = self { true } else { false }
    }
}
