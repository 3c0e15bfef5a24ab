import NexusCore
import NexusDatabase

/// Forwards messages.
enum ForwardService {
    /// The text and attachments of a forwarding post: those of the original now, not those of the client, so that no
    /// words can be attributed falsely. Attachments are not uploaded again. Mentions are dropped.
    ///
    /// - Throws: `Refusal` (`message_gone`) if the message was deleted, or is in none of the user's conversations.
    static func resolved(_ forward: Forward, of post: Post, _ context: OperationContext) throws -> Post {
        guard let message = forward.message else {
            throw Refusal(.invalidRequest, "A forward names a message.")
        }
        guard let source = try MessageRepository.message(message, in: context.transaction), !source.isDeleted,
            try HistoryRepository.view(source.conversation, for: context.user, in: context.transaction) != nil
        else { throw Refusal.messageGone }
        var names: [UserID: String] = [:]
        for user in source.mentions.map(\.user) + [source.sender] {
            names[user] = try context.heads.name(of: user, in: context.transaction) ?? ""
        }
        var resolved = source.forwarded(at: post.writtenAt) { names[$0] ?? "" }
        resolved.forward?.message = nil
        return resolved
    }
}
