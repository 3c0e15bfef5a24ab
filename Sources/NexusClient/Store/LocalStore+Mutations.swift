import GRDB
import NexusCore

extension LocalStore {
    /// Applies the engine's mutations in one transaction, and returns once it is on disk.
    ///
    /// - Throws: ``ClientError/storeUnavailable(_:)``; nothing has changed then.
    public func apply(_ mutations: [StoreMutation]) throws(ClientError) {
        guard !mutations.isEmpty else { return }
        try writing { db in
            for mutation in mutations { try LocalStore.apply(mutation, db) }
        }
    }

    private static func apply(_ mutation: StoreMutation, _ db: Database) throws {
        switch mutation {
        case .upsertMessages(let messages): try upsert(messages, db)
        case .upsertMembers(let id, let members): try upsert(members, in: id, db)
        case .putConversation(let record):
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO conversation (\(ConversationRecord.columns))
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(arguments: record.arguments)
        case .removeConversation(let id):
            for table in ["message", "member", "insight", "insightRevision", "assistantTopic"] {
                try db.cachedStatement(sql: "DELETE FROM \(table) WHERE conversation = ?").execute(arguments: [id])
            }
            try db.cachedStatement(sql: "DELETE FROM conversation WHERE id = ?").execute(arguments: [id])
        case .putOperation(let entry):
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO outbox
                        (id, conversation, position, operation, state, seq, code, reason, createdAt, files)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(arguments: entry.arguments)
        case .removeOperation(let id):
            try db.cachedStatement(sql: "DELETE FROM outbox WHERE id = ?").execute(arguments: [id])
        case .putProfile(let profile): try put(profile, db)
        case .putClock(let since, let offset):
            try db.cachedStatement(sql: "UPDATE account SET since = ?, clockOffset = ?").execute(
                arguments: [since, offset])
        case .putOwn(let cursor, let settings, let relations):
            try db.cachedStatement(sql: "UPDATE account SET ownCursor = ?").execute(arguments: [cursor])
            let statement = try db.cachedStatement(
                sql:
                    "INSERT OR REPLACE INTO settings (\(ConversationSettings.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            )
            for row in settings { try statement.execute(arguments: row.arguments) }
            let other = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO relation (\(Relation.columns)) VALUES (?, ?, ?, ?, ?)")
            for row in relations { try other.execute(arguments: row.arguments) }
        case .removeOwn:
            try db.execute(sql: "DELETE FROM settings; DELETE FROM relation")
        case .putEpoch(let epoch):
            try db.cachedStatement(sql: "UPDATE account SET epoch = ?").execute(arguments: [epoch])
        case .putInsights(let id, let cursor, let kept, let rows): try put(rows, keeping: kept, of: id, cursor, db)
        case .putInsightsThrough(let revision):
            try db.cachedStatement(sql: "UPDATE account SET insightsThrough = ?").execute(arguments: [revision])
        case .outdateInsights:
            try db.execute(sql: "UPDATE account SET insightsThrough = 0; UPDATE insightRevision SET revision = 0")
        }
    }

    private static func upsert(_ messages: [Message], _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO message (\(Message.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    conversation = excluded.conversation, seq = excluded.seq, changed = excluded.changed,
                    sender = excluded.sender, text = excluded.text, writtenAt = excluded.writtenAt,
                    editedAt = excluded.editedAt, deletedAt = excluded.deletedAt, replyTo = excluded.replyTo,
                    attachments = excluded.attachments, reactions = excluded.reactions, mentions = excluded.mentions,
                    pinnedBy = excluded.pinnedBy, pinnedAt = excluded.pinnedAt, forward = excluded.forward,
                    event = excluded.event
                WHERE excluded.changed >= message.changed
                """)
        for message in messages { try statement.execute(arguments: message.arguments) }
    }

    private static func upsert(_ members: [Member], in conversation: ConversationID, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO member (conversation, \(Member.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (conversation, user) DO UPDATE SET
                    name = excluded.name, role = excluded.role, hasLeft = excluded.hasLeft, joined = excluded.joined,
                    read = excluded.read, delivered = excluded.delivered, changed = excluded.changed,
                    picture = excluded.picture
                WHERE excluded.changed >= member.changed
                """)
        for member in members { try statement.execute(arguments: member.arguments(in: conversation)) }
    }

    private static func put(_ profile: Profile, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO account
                    (one, user, name, email, showsPresence, showsReceipts, showsAI, about, picture, isAdministrator,
                    notifications)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (one) DO UPDATE SET
                    user = excluded.user, name = excluded.name, email = excluded.email,
                    showsPresence = excluded.showsPresence, showsReceipts = excluded.showsReceipts,
                    showsAI = excluded.showsAI, about = excluded.about, picture = excluded.picture,
                    isAdministrator = excluded.isAdministrator, notifications = excluded.notifications
                """)
        try statement.execute(
            arguments: [
                profile.user.id, profile.user.name, profile.user.email, profile.showsPresence, profile.showsReceipts,
                profile.showsAI, profile.user.about, profile.user.picture, profile.isAdministrator,
                profile.notifications.stored,
            ])
    }
}
