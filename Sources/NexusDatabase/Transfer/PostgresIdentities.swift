/// The numbers that PostgreSQL assigns. It counts on its own and does not see numbers that were inserted; SQLite goes on behind the greatest by itself.
enum PostgresIdentities {
    /// Lets every such column go on behind its greatest number.
    static func goOn(in transaction: Transaction) throws {
        guard case .postgres = transaction.connection.dialect.engine else { return }
        let columns = try transaction.all(
            """
            SELECT table_name::TEXT, column_name::TEXT FROM information_schema.columns
                WHERE table_schema = current_schema() AND is_identity = 'YES'
            """
        ) { row in (table: try row.next(String.self), column: try row.next(String.self)) }
        for (table, column) in columns {
            try transaction.rows(
                SQL(
                    """
                    SELECT setval(pg_get_serial_sequence('"\(table)"', '\(column)'),
                        COALESCE((SELECT max("\(column)") FROM "\(table)"), 0) + 1, false)
                    """)
            ) { _ in }
        }
    }
}
