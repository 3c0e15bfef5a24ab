import NexusCore
import NexusDatabase

/// Read and delivered positions.
enum ReceiptService {
    /// Moves the user's positions forward, never past the head, `delivered` never behind `read`. A position that does
    /// not advance is a no-op.
    static func move(
        read: Seq, delivered: Seq, in id: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        let conversation = try context.conversation(id)
        guard var place = conversation.place(of: context.user) else { throw Refusal.conversationGone }
        let read = max(place.read, min(read, conversation.head))
        let delivered = max(place.delivered, read, min(delivered, conversation.head))
        guard read > place.read || delivered > place.delivered else {
            return Applied(acknowledgement: context.acknowledged(0))
        }
        let seq = try context.advance(conversation)
        if read > place.read {
            try ReadingRepository.insert(
                context.user, in: id, from: place.read, through: read, head: conversation.head, at: context.now,
                context.transaction)
        }
        place.read = read
        place.delivered = delivered
        place.changed = seq
        try context.heads.setPlace(place, of: context.user, in: conversation, context.transaction)
        return try context.applied(
            Change(conversation: id, seq: seq, members: try context.members([context.user], of: conversation)),
            to: conversation)
    }

    /// The read times of a message, of those whose receipts the caller may see. The author never counts as a reader.
    ///
    /// - Throws: `Refusal`: `conversation_gone`, `message_gone`.
    static func readings(
        of message: MessageID, in id: ConversationID, for user: UserID, _ history: HistoryService, _ reader: Reader
    ) throws -> ReadingList {
        let seq = try history.position(of: message, in: id, for: user, reader)
        let sender = try MessageRepository.message(message, in: reader)?.sender
        let members = try HistoryRepository.members(of: id, changedAfter: 0, for: user, in: reader)
        let visible = Set(members.filter { $0.read >= seq && $0.user != sender }.map(\.user))
        return ReadingList(
            readings: try ReadingRepository.readings(of: seq, in: id, reader).filter { visible.contains($0.user) })
    }
}
