import NexusCore
import NexusDatabase

/// A message that a projection could not process. It is recorded and skipped, so that it blocks nothing.
struct SkippedRow: Hashable, Sendable {
    var conversation: ConversationID
    var seq: Seq
    /// The reason for the operator: a code or a type of error, never a text.
    var reason: String

    init(_ seq: Seq, in conversation: ConversationID, because error: any Error) {
        self.conversation = conversation
        self.seq = seq
        reason = (error as? DatabaseError)?.description ?? "\(type(of: error))"
    }

    func record(by projection: String, at now: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO skipped_rows (conversation_id, seq, projection, reason, skipped_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (conversation_id, seq, projection) DO NOTHING
            """, .id(conversation), .integer(seq), .text(projection), .text(reason), .time(now))
    }

    /// The number of rows a projection has skipped.
    static func count(by projection: String, _ reader: Reader) throws -> Int {
        try reader.first("SELECT COUNT(*) FROM skipped_rows WHERE projection = $1", .text(projection)) { try $0.next() }
            ?? 0
    }

    /// Forgets that a message was skipped: it has changed and is processed again.
    static func forget(_ seq: Seq, in conversation: ConversationID, _ transaction: Transaction) throws {
        try transaction.run(
            "DELETE FROM skipped_rows WHERE conversation_id = $1 AND seq = $2", .id(conversation), .integer(seq))
    }
}

/// Messages that could be read, and those that could not.
struct ReadableRows<Element> {
    var elements: [Element] = []
    var skipped: [SkippedRow] = []
    /// The `seq` of the last row, readable or not; nil without rows.
    var last: Seq?

    var count: Int { elements.count + skipped.count }
}

extension ReadableRows: Sendable where Element: Sendable {}

extension Reader {
    /// Rows of messages of one conversation, decoded by `body`. A row that `body` cannot decode is recorded as skipped;
    /// `body` must decode columns only, since errors of nested queries are not the row's.
    /// - Parameter seqColumn: the column with the message's `seq`.
    /// - Throws: ``DatabaseError`` of the statement itself.
    func readableRows<T>(
        _ sql: SQL, _ values: SQLValue..., in conversation: ConversationID, seqColumn: Int,
        body: (inout Row) throws -> T
    ) throws -> ReadableRows<T> {
        var rows = ReadableRows<T>()
        try self.rows(sql, values) { row in
            var place = row
            place.skip(seqColumn)
            let seq: Seq = try place.next()
            rows.last = seq
            do {
                rows.elements.append(try body(&row))
            } catch {
                rows.skipped.append(SkippedRow(seq, in: conversation, because: error))
            }
        }
        return rows
    }
}
