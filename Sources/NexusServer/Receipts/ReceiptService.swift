import NexusCore

/// Read and delivered positions.
enum ReceiptService {
    /// Moves one's own positions forward, never past the head, `delivered` never behind `read`. A position that is not ahead
    /// changes nothing and is a success.
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
        place.read = read
        place.delivered = delivered
        place.changed = seq
        try context.heads.setPlace(place, of: context.user, in: conversation, context.transaction)
        return try context.applied(
            Change(conversation: id, seq: seq, members: try context.members([context.user], of: conversation)),
            to: conversation)
    }
}
