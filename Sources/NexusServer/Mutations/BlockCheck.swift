import NexusCore

/// Refuses operations that a block between two users forbids.
enum BlockCheck {
    /// Whether a message to a direct conversation is refused, because one of the two has blocked the other.
    static func refusal(ofWritingTo conversation: ConversationHead, _ context: OperationContext) throws -> Refusal? {
        guard conversation.kind == .direct, conversation.openVersion != context.heads.blockVersion,
            let other = conversation.places.keys.first(where: { $0 != context.user })
        else { return nil }
        if let refusal = try refusal(ofWritingTo: other, context) { return refusal }
        conversation.openVersion = context.heads.blockVersion
        return nil
    }

    /// Whether a post to a direct conversation is refused: as ``refusal(ofWritingTo:_:)``, and where the other person's account is deleted.
    static func refusal(ofPostingTo conversation: ConversationHead, _ context: OperationContext) throws -> Refusal? {
        if conversation.kind == .direct,
            conversation.places.contains(where: { $0.key != context.user && $0.value.hasLeft })
        {
            return .accountDeleted
        }
        return try refusal(ofWritingTo: conversation, context)
    }

    /// As ``refusal(ofWritingTo:_:)``, for a conversation that does not exist yet.
    static func refusal(ofWritingTo other: UserID, _ context: OperationContext) throws -> Refusal? {
        if try context.heads.blocked(by: other, in: context.transaction).contains(context.user) { return .blocked }
        if try context.heads.blocked(by: context.user, in: context.transaction).contains(other) { return .blockedByYou }
        return nil
    }

    /// Users cannot be added to a group by someone whom they have blocked.
    /// - Throws: `Refusal` (`blocked`).
    static func requireWillingness(of users: some Sequence<UserID>, _ context: OperationContext) throws {
        for user in users where try context.heads.blocked(by: user, in: context.transaction).contains(context.user) {
            throw Refusal(.blocked, "You cannot add one of these people: they do not accept messages from you.")
        }
    }
}

extension Refusal {
    static let blocked = Refusal(.blocked, "Not delivered: this person does not accept messages from you.")
    static let accountDeleted = Refusal(
        .accountDeleted, "Not delivered: this account was deleted, so nobody would read it.")
    static let blockedByYou = Refusal(.blocked, "You have blocked this person. Unblock them to write to them.")
}
