import Foundation
import NexusCore
import NexusDatabase

/// The members of a conversation whom notifications can reach, with all that the rules ask of them. Suspended accounts are not reached.
struct NotificationAudience: Sendable {
    struct Listener: Sendable {
        var user: UserID
        var read: Seq
        var settings: NotificationSettings
        var conversation: ConversationSettings
        /// By its name in the tz database; nil if no device has told it.
        var zone: String?
        /// Devices with push notifications.
        var endpoints: [PushEndpointID] = []

        func zone(or serverZone: TimeZone) -> TimeZone { zone.flatMap(ZoneRepository.known) ?? serverZone }

        /// The listener as e-mails see them.
        var withoutQuietHours: Listener {
            var listener = self
            listener.settings.quiet = .off
            return listener
        }
    }

    var isDirect: Bool
    /// A group's.
    var title: String?
    var listeners: [Listener]
    /// The users who blocked each sender.
    var blockers: [UserID: Set<UserID>] = [:]

    /// Which members.
    enum Selection: Sendable {
        case one(UserID)
        /// Those with a device that takes push notifications.
        case withDevices
        /// Those as well who have claimed their account, for e-mails.
        case everyone
    }

    /// - Parameter senders: of the messages that are decided on.
    init(of id: ConversationID, _ selection: Selection, senders: Set<UserID>, in reader: Reader) throws {
        let user: UserID? = if case .one(let user) = selection { user } else { nil }
        let conversation = try reader.first("SELECT kind, title FROM conversations WHERE id = $1", .id(id)) {
            (isDirect: try $0.next(Int64.self) == 0, title: try $0.next(String?.self))
        }
        isDirect = conversation?.isDirect ?? false
        title = conversation?.title
        var listeners: [Listener] = []
        for (listener, endpoint) in try Self.rows(of: id, selection, user, in: reader) {
            if listeners.last?.user != listener.user { listeners.append(listener) }
            if let endpoint { listeners[listeners.count - 1].endpoints.append(endpoint) }
        }
        self.listeners = listeners
        if !listeners.isEmpty { try learnBlockers(of: senders, by: user, in: reader) }
    }

    /// Reads who blocked senders, unless that is known.
    ///
    /// - Parameter user: the only one whose blocks matter; nil for all.
    mutating func learnBlockers(of senders: Set<UserID>, by user: UserID?, in reader: Reader) throws {
        for sender in senders where blockers[sender] == nil {
            blockers[sender] = Set(
                try reader.all(
                    """
                    SELECT user_id FROM relations
                    WHERE other_id = $1 AND is_blocked = 1 AND (user_id = $2 OR $2 IS NULL)
                    """, .id(sender), .optional(user)
                ) { try $0.next(UserID.self) })
        }
    }

    /// A listener as the rules see them.
    ///
    /// - Parameter serverZone: the zone of users whose own is unknown.
    func recipient(
        _ listener: Listener, of sender: UserID, on device: NotificationRules.Device, serverZone: TimeZone,
        at time: Timestamp
    ) -> NotificationRules.Recipient {
        let zone = listener.zone(or: serverZone)
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        let seconds = time.milliseconds / 1_000 + Int64(zone.secondsFromGMT(for: date))
        return NotificationRules.Recipient(
            user: listener.user, settings: listener.settings, conversation: listener.conversation, isDirect: isDirect,
            blocksSender: blockers[sender]?.contains(listener.user) ?? false, read: listener.read, device: device,
            minute: Int(seconds / 60 % Int64(QuietHours.day)))
    }

    private static func rows(
        of id: ConversationID, _ selection: Selection, _ user: UserID?, in reader: Reader
    ) throws -> [(Listener, PushEndpointID?)] {
        let needsDevice = if case .withDevices = selection { true } else { false }
        return try reader.all(
            """
            SELECT m.user_id, m.read_seq, u.notifications, own.muted_until, own.cleared_through, own.hidden, own.level,
                (SELECT zone FROM user_zones AS z WHERE z.user_id = m.user_id ORDER BY z.since DESC LIMIT 1),
                e.id
            FROM members AS m JOIN users AS u ON u.id = m.user_id
                LEFT JOIN push_endpoints AS e ON e.user_id = m.user_id
                    AND EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = e.session_id)
                LEFT JOIN settings AS own ON own.user_id = m.user_id AND own.conversation_id = m.conversation_id
            WHERE m.conversation_id = $1 AND m.has_left = 0 AND (m.user_id = $2 OR $2 IS NULL)
                AND u.suspended_at IS NULL
                AND (e.id IS NOT NULL OR $3 = 0 AND u.password_hash <> '')
            ORDER BY m.user_id
            """, .id(id), .optional(user), .flag(needsDevice)
        ) { row in
            let (user, read): (UserID, Seq) = (try row.next(), try row.next())
            let settings = NotificationSettings(stored: try row.next())
            let muted: Timestamp? = try row.next()
            let cleared: Seq? = try row.next()
            let hidden: String? = try row.next()
            let level: String? = try row.next()
            let conversation = ConversationSettings(
                conversation: id, mutedUntil: muted ?? .zero, clearedThrough: cleared ?? 0,
                hidden: ConversationSettings.hidden(stored: hidden ?? ""),
                level: level.flatMap(ConversationLevel.init(rawValue:)) ?? .usual)
            let listener = Listener(
                user: user, read: read, settings: settings, conversation: conversation, zone: try row.next())
            return (listener, try row.next())
        }
    }
}
