import GRDB

extension StoreSchema {
    /// Whether the person hides what they have read.
    static func registerPrivacy(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("privacy: receipts") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN showsReceipts INTEGER NOT NULL DEFAULT 1")
        }
    }
}
