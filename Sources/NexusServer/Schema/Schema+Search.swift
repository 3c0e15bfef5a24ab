import NexusDatabase

extension Schema {
    /// The first tables of search (decision 0010). That of the grams is no longer made, since ``searchBlocks`` removes all of them.
    static let search = Migration(
        "search",
        """
        CREATE TABLE search_conversations (
            number {identity}, conversation_id {blob} NOT NULL UNIQUE, indexed_seq {integer} NOT NULL) {strict};
        CREATE TABLE search_rows (row {identity}, number {integer} NOT NULL, seq {integer} NOT NULL) {strict};
        CREATE UNIQUE INDEX search_rows_by_message ON search_rows (number, seq);
        CREATE TABLE search_progress (
            version {integer} PRIMARY KEY NOT NULL, after_id {blob} NOT NULL, is_complete {integer} NOT NULL) {strict};
        """)

    /// The index in blocks (decision 0032). What was indexed is indexed again, after ``searchPlaces``.
    static let searchBlocks = Migration(
        "search-blocks",
        """
        DROP TABLE IF EXISTS message_grams; DROP TABLE search_rows; DROP TABLE search_progress; DROP TABLE search_conversations;
        CREATE TABLE search_conversations (
            conversation_id {blob} PRIMARY KEY NOT NULL, number {integer} NOT NULL UNIQUE, indexed_seq {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE search_blocks (
            key {integer} PRIMARY KEY NOT NULL, since {integer} NOT NULL, grams {blob} NOT NULL) {strict};
        CREATE TABLE search_progress (
            version {integer} PRIMARY KEY NOT NULL, after_id {blob} NOT NULL, after_seq {integer} NOT NULL,
            is_complete {integer} NOT NULL) {strict};
        """)

    /// Where a conversation is in the index stands in its own row, which each search reads in any case.
    static let searchPlaces = Migration("search-places") { transaction in
        try transaction.script(
            """
            DROP TABLE search_conversations;
            ALTER TABLE conversations ADD COLUMN search_number {integer};
            ALTER TABLE conversations ADD COLUMN indexed_seq {integer} NOT NULL DEFAULT 0;
            ALTER TABLE search_progress ADD COLUMN numbers {integer} NOT NULL DEFAULT 0;
            """)
        try SearchIndex.begin(transaction)
    }
}
