import GRDB

extension StoreSchema {
    /// The insights of each conversation, in display order, and the revision that they are of.
    static func registerInsights(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("insights") { db in
            try db.execute(
                sql: """
                    CREATE TABLE insight (
                        conversation BLOB NOT NULL,
                        id BLOB NOT NULL,
                        place INTEGER NOT NULL,
                        record TEXT NOT NULL,
                        PRIMARY KEY (conversation, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE insightRevision (
                        conversation BLOB PRIMARY KEY,
                        revision INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    ALTER TABLE account ADD COLUMN insightsThrough INTEGER NOT NULL DEFAULT 0;
                    """)
        }
    }
}
