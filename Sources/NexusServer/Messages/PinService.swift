import NexusCore
import NexusDatabase

/// Pinning messages.
enum PinService {
    /// A no-op succeeds without a change. Otherwise the message's row takes the next `seq`, like any other change of
    /// it.
    static func pin(
        _ id: MessageID, on: Bool, in conversation: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        let head = try context.conversation(conversation)
        try context.require(.pin, in: head)
        guard var message = try MessageRepository.message(id, in: context.transaction),
            message.conversation == conversation, !message.isDeleted
        else { throw Refusal.messageGone }
        guard (message.pin != nil) != on else { return Applied(acknowledgement: context.acknowledged(0)) }
        if on, try MessageRepository.pinnedCount(in: conversation, context.transaction) >= Limits.pins {
            throw Refusal.tooManyPins
        }
        message.pin = on ? Pin(user: context.user, at: context.now) : nil
        message.changed = try context.advance(head)
        try MessageRepository.update(message, context.transaction)
        return try context.applied(
            Change(conversation: conversation, seq: message.changed, messages: [message]), to: head)
    }
}

extension Refusal {
    static let tooManyPins = Refusal(
        .tooManyPins, "A conversation has at most \(Limits.pins) pinned messages. Unpin one first.")
}
