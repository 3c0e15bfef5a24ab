import GRDB

extension StoreSchema {
    /// Whether the user hides receipts.
    static func registerPrivacy(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("privacy: receipts") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN showsReceipts INTEGER NOT NULL DEFAULT 1")
        }
    }
}
