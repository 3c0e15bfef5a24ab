import GRDB

extension StoreSchema {
    /// Pictures and descriptions of people and groups.
    static func registerPictures(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("pictures and what people say of themselves") { db in
            try db.execute(
                sql: """
                    ALTER TABLE account ADD COLUMN about TEXT NOT NULL DEFAULT '';
                    ALTER TABLE account ADD COLUMN picture BLOB;
                    ALTER TABLE account ADD COLUMN isAdministrator INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE conversation ADD COLUMN about TEXT NOT NULL DEFAULT '';
                    ALTER TABLE conversation ADD COLUMN picture BLOB;
                    ALTER TABLE member ADD COLUMN picture BLOB;
                    ALTER TABLE person ADD COLUMN about TEXT NOT NULL DEFAULT '';
                    ALTER TABLE person ADD COLUMN picture BLOB;
                    """)
        }
    }
}
