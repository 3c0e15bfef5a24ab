import GRDB

extension StoreSchema {
    /// The user's personal settings. A local draft becomes a row that the server does not have yet.
    static func registerOwn(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("own: settings and relations") { db in
            try db.execute(
                sql: """
                    ALTER TABLE account ADD COLUMN ownCursor INTEGER NOT NULL DEFAULT 0;
                    CREATE TABLE settings (
                        conversation BLOB PRIMARY KEY,
                        mutedUntil INTEGER NOT NULL,
                        archivedThrough INTEGER NOT NULL,
                        isPinned INTEGER NOT NULL,
                        isMarkedUnread INTEGER NOT NULL,
                        draft TEXT NOT NULL,
                        changed INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO settings SELECT conversation, 0, 0, 0, 0, text, 0 FROM draft;
                    DROP TABLE draft;
                    CREATE TABLE relation (
                        user BLOB PRIMARY KEY,
                        name TEXT NOT NULL,
                        isFavourite INTEGER NOT NULL,
                        isBlocked INTEGER NOT NULL,
                        changed INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
