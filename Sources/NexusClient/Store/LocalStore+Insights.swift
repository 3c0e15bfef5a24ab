import GRDB
import NexusCore

// Insights as the server sent them: rows of JSON, since no query reads into them.
extension LocalStore {
    /// Replaces changed insights of a conversation, and removes those that are not kept.
    static func put(
        _ rows: [InsightRecord], keeping kept: [InsightID], of conversation: ConversationID, _ revision: Seq,
        _ db: Database
    ) throws {
        let places = Dictionary(kept.enumerated().map { ($1, $0) }) { first, _ in first }
        let held = try InsightID.fetchAll(
            db, sql: "SELECT id FROM insight WHERE conversation = ?", arguments: [conversation])
        for id in held where places[id] == nil {
            try db.cachedStatement(sql: "DELETE FROM insight WHERE conversation = ? AND id = ?").execute(
                arguments: [conversation, id])
        }
        for row in rows {
            guard let id = row.id, let place = places[id] else { continue }
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO insight (conversation, id, place, record) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [conversation, id, place, String(decoding: row.json, as: UTF8.self)])
        }
        for (id, place) in places {
            try db.cachedStatement(sql: "UPDATE insight SET place = ? WHERE conversation = ? AND id = ?").execute(
                arguments: [place, conversation, id])
        }
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO insightRevision (conversation, revision) VALUES (?, ?)"
        ).execute(arguments: [conversation, revision])
    }

    static func insights(_ db: Database) throws -> [ConversationID: InsightState] {
        var states: [ConversationID: InsightState] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT conversation, revision FROM insightRevision") {
            var row = RowCursor(row)
            states[row.next()] = InsightState(cursor: row.next())
        }
        for row in try Row.fetchAll(db, sql: "SELECT conversation, record FROM insight ORDER BY conversation, place") {
            var row = RowCursor(row)
            let conversation: ConversationID = row.next()
            states[conversation]?.rows.append(try InsightRecord.decode(row.next() as String))
        }
        return states
    }
}
