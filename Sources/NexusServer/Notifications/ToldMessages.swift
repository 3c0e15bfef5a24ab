import Foundation
import NexusCore
import NexusDatabase

/// The unread messages of a conversation that the rules tell a user of now, the newest first.
struct ToldMessages: Sendable {
    /// Unread messages that are looked at.
    static let candidates = 20

    var messages: [(message: Message, reason: NotificationDecision.Reason)]
    /// Unread messages, told or not, counted up to ``UnreadTotal/limit``.
    var unreadCount: Int
    var audience: NotificationAudience
    var listener: NotificationAudience.Listener

    /// Nil if there is none, and for a former member.
    ///
    /// - Parameters:
    ///   - last: messages up to there.
    ///   - includesQuietHours: whether quiet hours do not matter.
    ///   - zone: of users whose own is unknown.
    init?(
        of user: UserID, in id: ConversationID, through last: Seq, isUrgent: Bool = false,
        includesQuietHours: Bool = false, zone: TimeZone, at time: Timestamp, _ reader: Reader
    ) throws {
        let read = try reader.first(
            "SELECT read_seq FROM members WHERE conversation_id = $1 AND user_id = $2 AND has_left = 0", .id(id),
            .id(user)
        ) { try $0.next(Seq.self) }
        guard let read, read < last else { return nil }
        let unread = try reader.all(
            SQL(
                """
                SELECT \(MessageRepository.columns),
                    (SELECT r.sender_id FROM messages AS r WHERE r.id = messages.reply_to)
                FROM messages WHERE conversation_id = $1 AND seq > $2 AND seq <= $3 AND sender_id <> $4
                    AND deleted_at IS NULL
                ORDER BY seq DESC LIMIT $5
                """), .id(id), .integer(read), .integer(last), .id(user), .integer(Self.candidates)
        ) { row in (try MessageRepository.message(&row), try row.next(UserID?.self)) }
        audience = try NotificationAudience(
            of: id, .one(user), senders: Set(unread.map(\.0.sender)), in: reader)
        guard let found = audience.listeners.first else { return nil }
        listener = includesQuietHours ? found.withoutQuietHours : found
        unreadCount = try HistoryRepository.unread(in: id, after: read, for: user, limit: UnreadTotal.limit, reader)
        messages = []
        for (message, repliesTo) in unread {
            let recipient = audience.recipient(listener, of: message.sender, on: .idle, serverZone: zone, at: time)
            let decision = NotificationRules.decide(
                message, repliesTo: repliesTo, isUrgent: isUrgent, for: recipient, at: time)
            if case .tell(let reason, _) = decision { messages.append((message, reason)) }
        }
        if messages.isEmpty { return nil }
    }

    /// What a message says, on one line, with present names, and its sender's name.
    static func text(
        of message: Message, characters: Int, _ reader: Reader
    ) throws -> (sender: String, text: String) {
        var names: [UserID: String] = [:]
        for user in [message.sender] + message.mentions.map(\.user) where names[user] == nil {
            names[user] = try reader.first("SELECT name FROM users WHERE id = $1", .id(user)) { try $0.next() } ?? ""
        }
        let text = Excerpt.of(message.summary { names[$0] ?? "" }, characters: characters)
        return (names[message.sender] ?? "", text)
    }
}
