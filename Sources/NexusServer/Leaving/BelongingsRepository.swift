import NexusCore
import NexusDatabase

/// The SQL that deletes what belongs to one person alone.
enum BelongingsRepository {
    /// Rows of a table in one transaction, at most.
    static let batch = 500

    /// Everything by which a person gets in, and what waits to be sent to them; gives their address free.
    ///
    /// - Returns: the sessions that ended.
    static func close(_ user: UserID, at now: Timestamp, _ transaction: Transaction) throws -> [SessionID] {
        transaction.eraseTraces()
        let ended = try SessionRepository.deleteAll(of: user, transaction)
        try SecondFactorRepository.delete(of: user, transaction)
        for table in ["passkeys", "identities", "reset_links", "email_changes", "failed_sign_ins"] {
            try transaction.run(SQL("DELETE FROM \(table) WHERE user_id = $1"), .id(user))
        }
        try transaction.run(
            "DELETE FROM mails WHERE recipient = (SELECT email FROM users WHERE id = $1)", .id(user))
        try transaction.run(
            "DELETE FROM join_links WHERE email = (SELECT email FROM users WHERE id = $1)", .id(user))
        try transaction.run(
            """
            DELETE FROM invitation_conversations WHERE invitation_id IN
                (SELECT id FROM invitations WHERE creator_id = $1 OR person_id = $1)
            """, .id(user))
        try transaction.run("DELETE FROM invitations WHERE creator_id = $1 OR person_id = $1", .id(user))
        // The address cannot exist (RFC 2606 §2); the column must be unique. A suspended account is let in nowhere.
        try transaction.run(
            """
            UPDATE users SET name = $2, folded_name = $3, email = $4, password_hash = '', about = '', picture_id = NULL,
                is_administrator = 0, suspended_at = COALESCE(suspended_at, $5), deleted_at = $5, last_seen = NULL,
                shows_presence = 0, shows_receipts = 1, notifications = '' WHERE id = $1
            """, .id(user), .text(DeletedAccount.name), .text(AccountRepository.folded(DeletedAccount.name)),
            .text(DeletedAccount.address(of: user)), .time(now))
        return ended
    }

    /// The person is responsible for nothing in a conversation any more.
    ///
    /// - Returns: whether the conversation's insights changed.
    static func unassign(_ user: UserID, in conversation: ConversationID, _ transaction: Transaction) throws -> Bool {
        let count = try transaction.count(
            SQL(
                """
                UPDATE insights SET assignee_id = NULL, revision = \(InsightRevisions.next)
                WHERE conversation_id = $1 AND assignee_id = $2
                """), .id(conversation), .id(user))
        try transaction.run(
            """
            UPDATE insight_events SET assignee_id = NULL WHERE assignee_id = $2
                AND insight_id IN (SELECT id FROM insights WHERE conversation_id = $1)
            """, .id(conversation), .id(user))
        try transaction.run(
            "UPDATE model_findings SET assignee_id = NULL WHERE conversation_id = $1 AND assignee_id = $2",
            .id(conversation), .id(user))
        if count > 0 { try InsightRepository.revise(conversation, transaction) }
        return count > 0
    }

    /// Deletes devices of push notifications, and a batch of settings, drafts, relations, mentions, assistant history,
    /// judgements of insights and unfinished uploads.
    ///
    /// - Returns: whether there may be more.
    static func deleteBatch(of user: UserID, _ transaction: Transaction) throws -> Bool {
        transaction.eraseTraces()
        try PushEndpointRepository.deleteAll(of: user, transaction)
        for (table, key) in [
            ("settings", "conversation_id"), ("relations", "other_id"), ("mentions", "conversation_id, seq"),
            ("user_zones", "since"), ("own_heads", "user_id"), ("exports", "id"), ("missed_mails", "conversation_id"),
            ("reminders", "insight_id"),
            ("insight_judgements", "kind"),
        ] {
            let deleted = try transaction.count(
                SQL(
                    """
                    DELETE FROM \(table) WHERE user_id = $1 AND (\(key)) IN
                        (SELECT \(key) FROM \(table) WHERE user_id = $1 LIMIT $2)
                    """), .id(user), .integer(batch))
            if deleted == batch { return true }
        }
        return try deleteTopics(of: user, transaction) || deleteUploads(of: user, transaction)
    }

    private static func deleteTopics(of user: UserID, _ transaction: Transaction) throws -> Bool {
        let topics: [TopicID] = try transaction.all(
            "SELECT id FROM assistant_topics WHERE user_id = $1 LIMIT 20", .id(user)
        ) { try $0.next() }
        for topic in topics { _ = try AssistantRepository.delete(topic, of: user, transaction) }
        return topics.count == 20
    }

    private static func deleteUploads(of user: UserID, _ transaction: Transaction) throws -> Bool {
        let uploads: [MediaID] = try transaction.all(
            "SELECT id FROM media WHERE owner_id = $1 AND hash IS NULL LIMIT 100", .id(user)
        ) { try $0.next() }
        for upload in uploads { try MediaRepository.delete(upload, transaction) }
        return uploads.count == 100
    }
}
