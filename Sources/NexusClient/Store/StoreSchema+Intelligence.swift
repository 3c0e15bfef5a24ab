import GRDB

extension StoreSchema {
    /// Whether AI may read each conversation, and whether the user sees AI features.
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
