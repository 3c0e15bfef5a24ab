import GRDB

/// The tables of the local store, by migrations that only ever grow in number.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, conversations, messages, outbox") { db in
            try db.execute(sql: first)
        }
        migrator.registerMigration("2 replies") { db in
            try db.execute(sql: "ALTER TABLE message ADD COLUMN replyTo BLOB")
        }
        migrator.registerMigration("3 attachments") { db in
            try db.execute(sql: "ALTER TABLE message ADD COLUMN attachments TEXT")
        }
        StoreSchema.registerOwn(&migrator)
        migrator.registerMigration("4 reactions") { db in
            try db.execute(sql: "ALTER TABLE message ADD COLUMN reactions BLOB")
        }
        StoreSchema.registerPrivacy(&migrator)
        migrator.registerMigration("settings: cleared") { db in
            try db.execute(sql: "ALTER TABLE settings ADD COLUMN clearedThrough INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("mentions") { db in
            try db.execute(
                sql: """
                    ALTER TABLE message ADD COLUMN mentions BLOB;
                    ALTER TABLE conversation ADD COLUMN mentionsInGaps INTEGER NOT NULL DEFAULT 0;
                    """)
        }
        StoreSchema.registerIntelligence(&migrator)
        StoreSchema.registerPictures(&migrator)
        migrator.registerMigration("pins") { db in
            try db.execute(
                sql: """
                    ALTER TABLE message ADD COLUMN pinnedBy BLOB;
                    ALTER TABLE message ADD COLUMN pinnedAt INTEGER;
                    CREATE INDEX message_pinned ON message (conversation, pinnedAt) WHERE pinnedAt IS NOT NULL;
                    """)
        }
        migrator.registerMigration("forwards, messages deleted for oneself") { db in
            try db.execute(
                sql: """
                    ALTER TABLE message ADD COLUMN forward BLOB;
                    ALTER TABLE settings ADD COLUMN hidden TEXT NOT NULL DEFAULT '';
                    """)
        }
        migrator.registerMigration("events of groups") { db in
            try db.execute(sql: "ALTER TABLE message ADD COLUMN event TEXT")
        }
        migrator.registerMigration("epoch") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN epoch BLOB")
        }
        migrator.registerMigration("notifications") { db in
            // What an earlier version ignored is fetched again.
            try db.execute(
                sql: """
                    ALTER TABLE account ADD COLUMN notifications TEXT NOT NULL DEFAULT '';
                    ALTER TABLE settings ADD COLUMN level TEXT NOT NULL DEFAULT 'default';
                    ALTER TABLE settings ADD COLUMN playsSound INTEGER NOT NULL DEFAULT 0;
                    UPDATE account SET ownCursor = 0 WHERE ownCursor > 0;
                    """)
        }
        StoreSchema.registerInsights(&migrator)
        StoreSchema.registerFiles(&migrator)
        StoreSchema.registerAssistant(&migrator)
        return migrator
    }

    private static let first = """
        -- The one person this store belongs to, and how far it is caught up.
        CREATE TABLE account (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            user BLOB NOT NULL,
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            showsPresence INTEGER NOT NULL,
            since INTEGER,
            clockOffset INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE conversation (
            id BLOB PRIMARY KEY,
            kind INTEGER NOT NULL,
            title TEXT,
            creator BLOB NOT NULL,
            createdAt INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            cursor INTEGER NOT NULL,
            head INTEGER NOT NULL,
            gaps TEXT NOT NULL,
            read INTEGER NOT NULL,
            unreadInGaps INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE member (
            conversation BLOB NOT NULL,
            user BLOB NOT NULL,
            name TEXT NOT NULL,
            role INTEGER NOT NULL,
            hasLeft INTEGER NOT NULL,
            joined INTEGER NOT NULL,
            read INTEGER NOT NULL,
            delivered INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            PRIMARY KEY (conversation, user)
        ) STRICT, WITHOUT ROWID;

        -- Clustered by place: a page is one range of the table, and the newest is its end.
        CREATE TABLE message (
            conversation BLOB NOT NULL,
            seq INTEGER NOT NULL,
            id BLOB NOT NULL,
            changed INTEGER NOT NULL,
            sender BLOB NOT NULL,
            text TEXT NOT NULL,
            writtenAt INTEGER NOT NULL,
            editedAt INTEGER,
            deletedAt INTEGER,
            PRIMARY KEY (conversation, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX message_by_id ON message (id);

        CREATE TABLE outbox (
            id BLOB PRIMARY KEY,
            conversation BLOB,
            position INTEGER NOT NULL,
            operation TEXT NOT NULL,
            state INTEGER NOT NULL,
            seq INTEGER,
            code TEXT,
            reason TEXT,
            createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE draft (
            conversation BLOB PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- People that were found, so that they are found again with no network.
        CREATE TABLE person (
            id BLOB PRIMARY KEY,
            name TEXT NOT NULL,
            email TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What other processes of this profile ask of the one that holds it, in order.
        CREATE TABLE mailbox (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            request TEXT NOT NULL,
            answer TEXT
        ) STRICT;
        """
}
