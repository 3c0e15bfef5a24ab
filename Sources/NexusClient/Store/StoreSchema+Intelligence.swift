import GRDB

extension StoreSchema {
    /// Which conversations artificial intelligence may read, and whether the person is shown what it offers.
    static func registerIntelligence(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("intelligence: consent") { db in
            try db.execute(
                sql: """
                    ALTER TABLE conversation ADD COLUMN allowsAI INTEGER NOT NULL DEFAULT 1;
                    ALTER TABLE account ADD COLUMN showsAI INTEGER NOT NULL DEFAULT 1;
                    """)
        }
    }
}
