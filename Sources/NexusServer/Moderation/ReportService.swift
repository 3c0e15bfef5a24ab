import NexusCore
import NexusDatabase

/// Telling the administrators of a message.
enum ReportService {
    /// Stores the message's current text. A second report by the same user has no effect.
    static func report(
        _ id: MessageID, in conversation: ConversationID, because reason: String, _ context: OperationContext
    ) throws -> Applied {
        let reason = try Refusal.translating { () throws(TextProblem) in try TextRule.reason(reason) }
        _ = try context.conversation(conversation)
        guard let message = try MessageRepository.message(id, in: context.transaction),
            message.conversation == conversation, !message.isDeleted
        else { throw Refusal.messageGone }
        guard message.sender != context.user else {
            throw Refusal(.invalidRequest, "This is your own message. You can delete it.")
        }
        let carried = message.attachments.map { "[\($0.name)]" }
        let text = ([message.text] + carried).filter { !$0.isEmpty }.joined(separator: "\n")
        try ModerationRepository.insert(
            context.id.retyped(), by: context.user, of: message, text: text, reason: reason, at: context.now,
            context.transaction)
        return Applied(acknowledgement: context.acknowledged(0))
    }
}
