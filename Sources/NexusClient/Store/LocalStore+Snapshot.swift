import GRDB
import NexusCore

extension LocalStore {
    /// The store's user; `nil` before the first sign-in.
    public func profile() throws(ClientError) -> Profile? {
        try reading { try LocalStore.profile($0) }
    }

    /// The state from which an engine is restored, in one snapshot; `nil` before the first sign-in. Its cost grows with
    /// the number of conversations and of unread messages, not with the history.
    public func snapshot() throws(ClientError) -> SyncSnapshot? {
        try reading { db in
            guard let profile = try LocalStore.profile(db) else { return nil }
            let sql = "SELECT since, clockOffset, epoch, ownCursor, insightsThrough FROM account"
            guard let account = try Row.fetchOne(db, sql: sql) else { return nil }
            var clock = RowCursor(account)
            let (since, clockOffset, epoch): (Timestamp?, Int64?, EpochID?) = (clock.next(), clock.next(), clock.next())
            let (ownCursor, insightsThrough): (Seq?, Seq) = (clock.next(), clock.next())
            let records = try Row.fetchAll(
                db, sql: "SELECT \(ConversationRecord.columns) FROM conversation ORDER BY id"
            ).map { ConversationRecord($0) }
            var members: [ConversationID: [Member]] = [:]
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(Member.columns), conversation FROM member ORDER BY conversation, joined, user")
            while let row = try rows.next() {
                var row = RowCursor(row)
                let member = Member(&row)
                members[row.next(), default: []].append(member)
            }
            let items = try records.map { record in
                let unread = try LocalStore.unread(record, for: profile.user.id, db)
                return SyncSnapshot.Item(
                    record: record, members: members[record.info.id] ?? [],
                    newest: try LocalStore.newest(record.info.id, db), unread: unread.map(\.seq),
                    mentions: unread.filter(\.mentionsMe).map(\.seq),
                    mentionSenders: unread.filter(\.mentionsMe).map(\.sender))
            }
            return SyncSnapshot(
                profile: profile, since: since, clockOffset: clockOffset ?? 0, conversations: items,
                own: try LocalStore.own(db, cursor: ownCursor ?? 0), outbox: try LocalStore.outbox(db), epoch: epoch,
                insights: try LocalStore.insights(db), insightsThrough: insightsThrough)
        }
    }

    private static func own(_ db: Database, cursor: Seq) throws -> UserSettingsState {
        UserSettingsState(
            cursor: cursor,
            settings: try Row.fetchAll(db, sql: "SELECT \(ConversationSettings.columns) FROM settings")
                .map { ConversationSettings($0) },
            relations: try Row.fetchAll(db, sql: "SELECT \(Relation.columns) FROM relation").map { Relation($0) })
    }

    private static func profile(_ db: Database) throws -> Profile? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT user, name, email, about, picture, showsPresence, showsReceipts, showsAI, isAdministrator, notifications
                FROM account
                """
        ).map { row in
            var row = RowCursor(row)
            return Profile(
                user: User(
                    id: row.next(), name: row.next(), email: row.next(), about: row.next(), picture: row.next()),
                showsPresence: row.next(), showsReceipts: row.next(), showsAI: row.next(), isAdministrator: row.next(),
                notifications: NotificationSettings(stored: row.next()))
        }
    }

    private static func newest(_ conversation: ConversationID, _ db: Database) throws -> Message? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT \(Message.columns) FROM message WHERE conversation = ? AND event IS NULL ORDER BY seq DESC LIMIT 1"
        )
        return try Row.fetchOne(statement, arguments: [conversation]).map { Message($0) }
    }

    /// The server counts messages in gaps, even if an old copy is on this device.
    private static func unread(
        _ record: ConversationRecord, for me: UserID, _ db: Database
    ) throws -> [(seq: Seq, sender: UserID, mentionsMe: Bool)] {
        guard record.read < max(record.cursor, record.head) else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT seq, sender, mentions FROM message
                WHERE conversation = ? AND seq > ? AND sender <> ? AND deletedAt IS NULL AND event IS NULL
                ORDER BY seq
                """)
        return try Row.fetchAll(statement, arguments: [record.info.id, record.read, me]).compactMap {
            (row) -> (seq: Seq, sender: UserID, mentionsMe: Bool)? in
            var row = RowCursor(row)
            let seq: Seq = row.next()
            guard record.gaps.gap(at: seq) == nil else { return nil }
            return (seq, row.next(), row.list([Mention].init(stored:)).names(me))
        }
    }

    /// The operations that this version can read, in order. The others stay in the store: a later version may read them.
    static func outbox(_ db: Database) throws -> [OutboxEntry] {
        try Row.fetchAll(db, sql: "SELECT \(OutboxEntry.columns) FROM outbox ORDER BY position, id")
            .compactMap { row -> OutboxEntry? in
                do { return try OutboxEntry(row) } catch is JSONError { return nil }
            }
    }
}
