import NexusCore
import NexusDatabase

/// The SQL of group events.
enum EventRepository {
    /// The columns of ``MessageRepository/columns`` and the event, as a row of history has them.
    static let columns = """
        id, conversation_id, seq, seq, user_id, '', NULL, NULL, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, event
        """

    /// Records the operation of the change `seq`.
    ///
    /// - Returns: its row in the history.
    static func record(
        _ event: GroupEvent, in id: ConversationID, at seq: Seq, _ context: OperationContext
    ) throws -> Message {
        try context.transaction.run(
            "INSERT INTO events (conversation_id, seq, id, user_id, at, event) VALUES ($1, $2, $3, $4, $5, $6)",
            .id(id), .integer(seq), .id(context.id), .id(context.user), .time(context.now),
            .text(String(decoding: event.json, as: UTF8.self)))
        return Message(
            id: context.id.retyped(), conversation: id, seq: seq, changed: seq, sender: context.user, text: "",
            writtenAt: context.now, event: event)
    }

    /// Reads a row of history: a message, or an event in its place.
    static func entry(_ row: inout Row) throws -> Message {
        var message = try MessageRepository.message(&row)
        guard let text: String = try row.next() else { return message }
        do {
            message.event = try GroupEvent.decode(text)
        } catch {
            throw DatabaseError(.corrupt, detail: "an event is not readable")
        }
        return message
    }
}
