import NexusCore
import NexusDatabase

/// What follows from somebody wanting nothing of somebody else.
enum BlockService {
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

    /// Somebody has blocked somebody, or no longer. Their receipts and picture are hidden or shown by a change of each conversation that
    /// the two share, so that it reaches the other the way all changes do.
    static func changed(_ other: UserID, _ context: OperationContext) throws -> [Publication] {
        context.heads.forgetBlocks(by: context.user, context.transaction)
        var publications: [Publication] = []
        let hasPicture = try context.heads.face(of: context.user, in: context.transaction)?.picture != nil
        for id in try BlockRepository.shared(by: context.user, and: other, in: context.transaction) {
            let conversation = try context.conversation(id)
            guard var place = conversation.place(of: context.user),
                hasPicture || place.read > place.joined || place.delivered > place.joined
            else { continue }
            let seq = try context.advance(conversation)
            place.changed = seq
            try context.heads.setPlace(place, of: context.user, in: conversation, context.transaction)
            let change = Change(
                conversation: id, seq: seq, members: try context.members([context.user], of: conversation))
            publications.append(try context.publication(of: change, to: conversation))
        }
        return publications
    }
}

extension Refusal {
    static let blocked = Refusal(.blocked, "Not delivered: this person takes no messages from you.")
    static let blockedByYou = Refusal(.blocked, "You have blocked this person. Unblock them to write to them.")
}
