import NexusCore
import NexusDatabase

/// One's own account, changed by an operation like everything else.
enum ProfileService {
    /// A new name is a change of every conversation one is in, so that it reaches everybody the way all changes do.
    static func update(name: String?, showsPresence: Bool?, _ context: OperationContext) throws -> Applied {
        var applied = Applied(acknowledgement: context.acknowledged(0))
        if let showsPresence {
            try AccountRepository.setShowsPresence(showsPresence, of: context.user, context.transaction)
        }
        guard let name = try name.map(accepted),
            try context.heads.name(of: context.user, in: context.transaction) != name
        else { return applied }
        try AccountRepository.setName(name, of: context.user, context.transaction)
        context.heads.setName(name, of: context.user, context.transaction)
        for id in try ConversationRepository.conversations(of: context.user, in: context.transaction) {
            let conversation = try context.conversation(id)
            guard var place = conversation.place(of: context.user) else { continue }
            let seq = try context.advance(conversation)
            place.changed = seq
            try context.heads.setPlace(place, of: context.user, in: conversation, context.transaction)
            let rows = try context.members([context.user], of: conversation)
            applied.publications.append(
                Publication(
                    change: Change(conversation: id, seq: seq, members: rows), recipients: conversation.recipients))
        }
        return applied
    }

    private static func accepted(_ name: String) throws -> String {
        do { return try TextRule.name(name) } catch { throw Refusal(error) }
    }
}
