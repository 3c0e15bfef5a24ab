import NexusCore
import NexusDatabase

/// Saying again elsewhere what somebody said.
enum ForwardService {
    /// What a forwarding post says and carries: what the message itself does at this moment, whatever the client claims, so that nobody
    /// is made to have said something. What it carries is not uploaded again. It mentions nobody: who was named elsewhere is not
    /// called here.
    ///
    /// - Throws: `Refusal` (`message_gone`) where the message was deleted, or is in no conversation of theirs.
    static func resolved(_ forward: Forward, of post: Post, _ context: OperationContext) throws -> Post {
        guard let message = forward.message else {
            throw Refusal(.invalidRequest, "A message that is forwarded is named.")
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
