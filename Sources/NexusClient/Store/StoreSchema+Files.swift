import GRDB

extension StoreSchema {
    /// How the attachments of posts in the outbox travel.
    static func registerFiles(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("attachments apart from their text") { db in
            try db.execute(sql: "ALTER TABLE outbox ADD COLUMN files TEXT NOT NULL DEFAULT 'ahead'")
        }
    }
}
