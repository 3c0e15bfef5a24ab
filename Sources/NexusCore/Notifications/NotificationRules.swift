/// The rules of who is told of a message: one pure function for the server, the SDK and the browser (docs/notifications.md).
public enum NotificationRules {
    /// Where a device stands that may show a notification.
    public enum Device: Equatable, Sendable {
        /// The user is active on no device.
        case idle
        /// The user is active on this device.
        case active
        /// The user is active on another device.
        case activeElsewhere
        /// The conversation is on this device's screen, and the user is active there.
        case showsConversation
    }

    /// What a decision depends on, of the message's recipient.
    public struct Recipient: Equatable, Sendable {
        public var user: UserID
        public var settings: NotificationSettings
        /// Their settings of the message's conversation.
        public var conversation: ConversationSettings
        public var isDirect: Bool
        /// Whether they blocked the sender.
        public var blocksSender = false
        /// The `seq` through which they have read.
        public var read: Seq
        public var device: Device
        /// Minutes after midnight in their time zone, 0 to 1,439.
        public var minute: Int

        public init(
            user: UserID, settings: NotificationSettings, conversation: ConversationSettings, isDirect: Bool,
            blocksSender: Bool = false, read: Seq = 0, device: Device = .idle, minute: Int
        ) {
            self.user = user
            self.settings = settings
            self.conversation = conversation
            self.isDirect = isDirect
            self.blocksSender = blocksSender
            self.read = read
            self.device = device
            self.minute = minute
        }
    }

    /// Decides for one message and one recipient.
    ///
    /// - Parameters:
    ///   - repliesTo: the sender of the message that it replies to, if known.
    ///   - isUrgent: whether it says that it is urgent.
    ///   - now: the server's time.
    public static func decide(
        _ message: Message, repliesTo: UserID?, isUrgent: Bool, for recipient: Recipient, at now: Timestamp
    ) -> NotificationDecision {
        if message.sender == recipient.user { return .nothing(.own) }
        if !message.isSaid || recipient.conversation.hides(message.seq) { return .nothing(.gone) }
        if recipient.blocksSender { return .nothing(.blocked) }
        if message.seq <= recipient.read { return .nothing(.read) }
        if recipient.device == .showsConversation { return .nothing(.shown) }
        let personal = personalReason(message, repliesTo, recipient)
        // A mute lets only mentions by name pass.
        if recipient.conversation.isMuted(at: now), personal != .mention { return .nothing(.muted) }
        let usual = recipient.settings.level(isDirect: recipient.isDirect)
        switch recipient.conversation.level.level(usually: usual) {
        case .nothing: return .badge(.silent)
        case .mentions where personal == nil: return .badge(.noMention)
        case .all, .mentions: break
        }
        var reason = personal ?? (recipient.isDirect ? .direct : .group)
        if recipient.settings.quiet.holds(recipient.minute) {
            guard isUrgent, recipient.settings.urgentPasses else { return .badge(.quietHours) }
            reason = .urgent
        }
        let waits = recipient.device == .activeElsewhere
        return .tell(reason, after: waits ? Int64(recipient.settings.delay) * 1_000 : 0)
    }

    private static func personalReason(
        _ message: Message, _ repliesTo: UserID?, _ recipient: Recipient
    ) -> NotificationDecision.Reason? {
        if message.mentions.names(recipient.user) { return .mention }
        if repliesTo == recipient.user { return .reply }
        return Keywords(recipient.settings.keywords).occur(in: message.text) ? .keyword : nil
    }
}
