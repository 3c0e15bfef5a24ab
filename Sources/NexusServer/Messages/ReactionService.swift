import NexusCore

/// Reacting to messages.
enum ReactionService {
    /// A no-op succeeds without a change. Otherwise the message's row takes the next `seq`, like any other change of
    /// it.
    static func react(
        to id: MessageID, with emoji: String, on: Bool, in conversation: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        guard let emoji = Emoji.accepted(emoji) else { throw Refusal(TextProblem.notAnEmoji) }
        let head = try context.conversation(conversation)
        try context.require(.react, in: head)
        guard var message = try MessageRepository.message(id, in: context.transaction),
            message.conversation == conversation, !message.isDeleted
        else { throw Refusal.messageGone }
        let isFull = message.reactions.isFull(for: emoji)
        guard message.reactions.set(emoji, by: context.user, on: on) else {
            return Applied(acknowledgement: context.acknowledged(0))
        }
        if on, isFull { throw Refusal.tooManyReactions }
        message.changed = try context.advance(head)
        try MessageRepository.update(message, context.transaction)
        return try context.applied(
            Change(conversation: conversation, seq: message.changed, messages: [message]), to: head)
    }
}

extension Refusal {
    static let tooManyReactions = Refusal(
        .tooManyReactions,
        "A message has at most \(Limits.reactionEmoji) different emoji and \(Limits.reactions) reactions.")
}
