import NexusCore
import NexusDatabase

/// Applies a block, or its end, to the conversations that two users share.
enum BlockService {
    /// A user has blocked or unblocked another. A change of each shared conversation hides or shows their receipts and
    /// picture, so that the other learns of it like of any change.
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
