import NexusCore

/// Refuses what a block between two people forbids.
enum BlockCheck {
    /// Whether what somebody writes to a direct conversation is refused: because the other wants nothing of them, or they of the other.
    static func refusal(ofWritingTo conversation: ConversationHead, _ context: OperationContext) throws -> Refusal? {
        guard conversation.kind == .direct, let other = conversation.places.keys.first(where: { $0 != context.user })
        else { return nil }
        return try refusal(ofWritingTo: other, context)
    }

    /// As ``refusal(ofWritingTo:_:)``, of a conversation with somebody that is yet to be made.
    static func refusal(ofWritingTo other: UserID, _ context: OperationContext) throws -> Refusal? {
        if try context.heads.blocked(by: other, in: context.transaction).contains(context.user) { return .blocked }
        if try context.heads.blocked(by: context.user, in: context.transaction).contains(other) { return .blockedByYou }
        return nil
    }

    /// Nobody takes people into a group who want nothing of them.
    /// - Throws: `Refusal` (`blocked`).
    static func requireWillingness(of users: some Sequence<UserID>, _ context: OperationContext) throws {
        for user in users where try context.heads.blocked(by: user, in: context.transaction).contains(context.user) {
            throw Refusal(.blocked, "One of these people does not want to be in a group with you.")
        }
    }
}

extension Refusal {
    static let blocked = Refusal(.blocked, "Not delivered: this person takes no messages from you.")
    static let blockedByYou = Refusal(.blocked, "You have blocked this person. Unblock them to write to them.")
}
