import NexusCore
import NexusDatabase

/// Messages and files of a restored database, taken at random, each with a session of a user who may read it.
struct RehearsalSample: Sendable {
    struct SampledMessage: Sendable {
        var conversation: ConversationID
        var seq: Seq
        var id: MessageID
        var text: String
        /// An access token.
        var token: String
    }

    struct SampledFile: Sendable {
        var id: MediaID
        var hash: ContentHash
        var token: String
    }

    var messages: [SampledMessage] = []
    var files: [SampledFile] = []

    /// Takes a sample, and opens the sessions: only ever in a restored copy.
    init(_ count: Int, at now: Timestamp, _ transaction: Transaction) throws {
        let secret = try SessionRepository.tokenSecret(transaction)
        var tokens: [UserID: String] = [:]
        func token(of user: UserID) throws -> String {
            if let token = tokens[user] { return token }
            let made = SessionTokens(of: SessionID(at: now), secret: secret)
            try SessionRepository.insert(
                made.session, user: user, device: "rehearsal", origin: .unknown, secrets: made.secrets(at: now),
                isTwoFactors: true, at: now, transaction)
            tokens[user] = made.access
            return made.access
        }
        let messages = try transaction.all(
            """
            SELECT m.conversation_id, m.seq, m.id, m.text, u.id FROM messages AS m
            JOIN members AS p ON p.conversation_id = m.conversation_id AND p.has_left = 0
                AND p.user_id = (SELECT user_id FROM members WHERE conversation_id = m.conversation_id AND has_left = 0
                    AND user_id IN (SELECT id FROM users WHERE deleted_at IS NULL AND suspended_at IS NULL)
                    ORDER BY user_id LIMIT 1)
            JOIN users AS u ON u.id = p.user_id WHERE m.deleted_at IS NULL ORDER BY RANDOM() LIMIT $1
            """, .integer(count)
        ) { row in
            (
                conversation: try row.next(ConversationID.self), seq: try row.next(Seq.self),
                id: try row.next(MessageID.self),
                text: try row.next(String.self), user: try row.next(UserID.self)
            )
        }
        let files = try transaction.all(
            """
            SELECT m.id, m.hash, u.id FROM media AS m JOIN users AS u ON u.id = m.owner_id
            WHERE m.hash IS NOT NULL AND u.deleted_at IS NULL AND u.suspended_at IS NULL ORDER BY RANDOM() LIMIT $1
            """, .integer(count)
        ) { row in
            (id: try row.next(MediaID.self), hash: ContentHash(try row.next()), user: try row.next(UserID.self))
        }
        self.messages = try messages.map {
            SampledMessage(
                conversation: $0.conversation, seq: $0.seq, id: $0.id, text: $0.text, token: try token(of: $0.user))
        }
        self.files = try files.compactMap { file in
            try file.hash.map { SampledFile(id: file.id, hash: $0, token: try token(of: file.user)) }
        }
    }
}
