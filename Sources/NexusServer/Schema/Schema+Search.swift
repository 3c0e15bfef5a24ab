import NexusDatabase

// What search keeps beside the messages (decision 0010). `search_rows` numbers the messages that are in the index by age: what was
// there before the index counts from one, what came later from `SearchIndex.firstNewRow`, so that the newest have the greatest numbers.
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
        try transaction.script(SearchIndex.grams.schema)
        try SearchIndex.begin(transaction)
    }
}
