import NexusDatabase

// The tables of search (decision 0010). `search_rows` numbers the indexed messages by age: older ones than the index
// count from one, later ones from `SearchIndex.firstNewRow`, so that the newest have the greatest numbers.
extension Schema {
    static let search = Migration("search") { transaction in
        try transaction.script(
            """
            CREATE TABLE search_conversations (
                number {identity}, conversation_id {blob} NOT NULL UNIQUE, indexed_seq {integer} NOT NULL) {strict};
            CREATE TABLE search_rows (row {identity}, number {integer} NOT NULL, seq {integer} NOT NULL) {strict};
            CREATE UNIQUE INDEX search_rows_by_message ON search_rows (number, seq);
            CREATE TABLE search_progress (
                version {integer} PRIMARY KEY NOT NULL, after_id {blob} NOT NULL, is_complete {integer} NOT NULL) {strict};
            """)
        try SearchIndex.grams.create(in: transaction)
        try SearchIndex.begin(transaction)
    }
}
