import Foundation
import NexusCore
import NexusDatabase

/// The unread messages of a conversation that the rules tell a user of now, the newest first.
struct ToldMessages: Sendable {
    /// Unread messages that are looked at, the newest.
    static let candidates = 20
    /// Unread messages that are looked at for an e-mail while none of the newer ones is told.
    static let mailCandidates = 2_000
    /// Messages of a further read.
    private static let page = 200

    var messages: [(message: Message, reason: NotificationDecision.Reason)]
    /// Unread messages, told or not, counted up to ``UnreadTotal/limit``.
    var unreadCount: Int
    var audience: NotificationAudience
    var listener: NotificationAudience.Listener

    /// Nil if there is none, and for a former member.
    ///
    /// - Parameters:
    ///   - last: messages up to there.
    ///   - isForMail: whether they are e-mailed: quiet hours do not matter then, and older unread messages are looked at until one is told.
    ///   - zone: of users whose own is unknown.
    init?(
        of user: UserID, in id: ConversationID, through last: Seq, isUrgent: Bool = false, isForMail: Bool = false,
        zone: TimeZone, at time: Timestamp, _ reader: Reader
    ) throws {
        let read = try reader.first(
            "SELECT read_seq FROM members WHERE conversation_id = $1 AND user_id = $2 AND has_left = 0", .id(id),
            .id(user)
        ) { try $0.next(Seq.self) }
        guard let read, read < last else { return nil }
        audience = try NotificationAudience(of: id, .one(user), senders: [], in: reader)
        guard let found = audience.listeners.first else { return nil }
        listener = isForMail ? found.withoutQuietHours : found
        unreadCount = try HistoryRepository.unread(in: id, after: read, for: user, limit: UnreadTotal.limit, reader)
        messages = []
        var (end, limit, seen) = (last, Self.candidates, 0)
        while true {
            let unread = try Self.unread(by: user, in: id, after: read, through: end, limit: limit, reader)
            try audience.learnBlockers(of: Set(unread.map { $0.message.sender }), by: user, in: reader)
            for (message, repliesTo) in unread {
                let recipient = audience.recipient(listener, of: message.sender, on: .idle, serverZone: zone, at: time)
                let decision = NotificationRules.decide(
                    message, repliesTo: repliesTo, isUrgent: isUrgent, for: recipient, at: time)
                if case .tell(let reason, _) = decision { messages.append((message, reason)) }
            }
            seen += unread.count
            guard messages.isEmpty, isForMail, unread.count == limit, seen < Self.mailCandidates,
                let oldest = unread.last?.message.seq
            else { break }
            (end, limit) = (oldest - 1, Self.page)
        }
        if messages.isEmpty { return nil }
    }

    /// Messages of others that a user has not read, with the sender of the one that each replies to, the newest first.
    private static func unread(
        by user: UserID, in id: ConversationID, after read: Seq, through last: Seq, limit: Int, _ reader: Reader
    ) throws -> [(message: Message, repliesTo: UserID?)] {
        try reader.all(
            SQL(
                """
                SELECT \(MessageRepository.columns),
                    (SELECT r.sender_id FROM messages AS r WHERE r.id = messages.reply_to)
                FROM messages WHERE conversation_id = $1 AND seq > $2 AND seq <= $3 AND sender_id <> $4
                    AND deleted_at IS NULL
                ORDER BY seq DESC LIMIT $5
                """), .id(id), .integer(read), .integer(last), .id(user), .integer(limit)
        ) { row in (try MessageRepository.message(&row), try row.next(UserID?.self)) }
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
