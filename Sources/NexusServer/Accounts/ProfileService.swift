import NexusCore
import NexusDatabase

/// One's own account, changed by an operation like everything else.
enum ProfileService {
    /// A new name is a change of every conversation one is in, so that it reaches everybody the way all changes do.
    static func update(name: String?, showsPresence: Bool?, _ context: OperationContext) throws -> Applied {
        guard var profile = try AccountRepository.profile(of: context.user, in: context.transaction) else {
            throw Refusal.notSignedIn
        }
        let before = profile
        if let showsPresence { profile.showsPresence = showsPresence }
        if let name { profile.user.name = try accepted(name) }
        guard profile != before else { return Applied(acknowledgement: context.acknowledged(0)) }
        let seq = try OwnRepository.advance(context.user, context.transaction)
        try OwnRepository.setProfileChanged(seq, of: context.user, context.transaction)
        var applied = context.applied(OwnChanges(after: seq - 1, cursor: seq, head: seq, profile: profile))
        if profile.showsPresence != before.showsPresence {
            try AccountRepository.setShowsPresence(profile.showsPresence, of: context.user, context.transaction)
        }
        let name = profile.user.name
        guard name != before.user.name else { return applied }
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
                try context.publication(of: Change(conversation: id, seq: seq, members: rows), to: conversation))
        }
        return applied
    }

    private static func accepted(_ name: String) throws -> String {
        do { return try TextRule.name(name) } catch { throw Refusal(error) }
    }
}
