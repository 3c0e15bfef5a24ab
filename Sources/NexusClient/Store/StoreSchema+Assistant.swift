import GRDB

extension StoreSchema {
    /// The user's topics with the assistant as the server sent them, and their threads as far as they were read.
    static func registerAssistant(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("assistant: topics and threads") { db in
            try db.execute(
                sql: """
                    CREATE TABLE assistantTopic (
                        id BLOB PRIMARY KEY,
                        conversation BLOB,
                        changedAt INTEGER NOT NULL,
                        topic TEXT NOT NULL,
                        -- The exchanges, and the time of the topic's last change that they are of.
                        thread TEXT,
                        threadChangedAt INTEGER,
                        -- The user deleted it while there was no network.
                        isDeleted INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX assistantTopic_place ON assistantTopic (conversation, changedAt);
                    """)
        }
    }
}
