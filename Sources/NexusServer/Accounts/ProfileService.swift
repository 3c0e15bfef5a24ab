import NexusCore
import NexusDatabase

/// The user's account, changed by operations.
enum ProfileService {
    /// A new name or picture is a change of every conversation of the user, so that it reaches everyone like any
    /// change. So is hiding or showing receipts. It changes the user's row alone, whatever the number of members; the
    /// user, who sees all rows differently from then on, catches up.
    static func update(_ change: ProfileChange, _ context: OperationContext) throws -> Applied {
        guard let before = try AccountRepository.profile(of: context.user, in: context.transaction) else {
            throw Refusal.notSignedIn
        }
        var change = change
        change.name = try change.name.map { name in
            try Refusal.translating { () throws(TextProblem) in try TextRule.name(name.normalized) }
        }
        change.about = try change.about.map { about in
            try Refusal.translating { () throws(TextProblem) in try TextRule.about(about.normalized) }
        }
        change.notifications = try change.notifications?.accepted()
        let profile = before.applying(change)
        guard profile != before else { return Applied(acknowledgement: context.acknowledged(0)) }
        let hasOtherPicture = profile.user.picture != before.user.picture
        if hasOtherPicture {
            try PictureService.require(profile.user.picture, context)
            try AccountRepository.setPicture(profile.user.picture, of: context.user, context.transaction)
            try PictureService.release(before.user.picture, context)
        }
        if profile.user.about != before.user.about {
            try AccountRepository.setAbout(profile.user.about, of: context.user, context.transaction)
        }
        let seq = try UserSettingsRepository.advance(context.user, context.transaction)
        try UserSettingsRepository.setProfileChanged(seq, of: context.user, context.transaction)
        var applied = context.applied(UserSettingsChanges(after: seq - 1, cursor: seq, head: seq, profile: profile))
        if profile.showsPresence != before.showsPresence {
            try AccountRepository.setShowsPresence(profile.showsPresence, of: context.user, context.transaction)
        }
        if profile.showsAI != before.showsAI {
            try AccountRepository.setShowsAI(profile.showsAI, of: context.user, context.transaction)
        }
        if profile.notifications != before.notifications {
            try AccountRepository.setNotifications(profile.notifications, of: context.user, context.transaction)
        }
        let hasOtherName = profile.user.name != before.user.name
        if hasOtherName {
            try AccountRepository.setName(profile.user.name, of: context.user, context.transaction)
        }
        if hasOtherName || hasOtherPicture {
            let face = PersonFace(name: profile.user.name, picture: profile.user.picture)
            context.heads.setFace(face, of: context.user, context.transaction)
        }
        let hasOtherReceipts = profile.showsReceipts != before.showsReceipts
        if hasOtherReceipts {
            try AccountRepository.setShowsReceipts(profile.showsReceipts, of: context.user, context.transaction)
            context.heads.forgetHiding(context.transaction)
        }
        guard hasOtherName || hasOtherPicture || hasOtherReceipts else { return applied }
        applied.publications = try ConversationRepository.conversations(of: context.user, in: context.transaction).map {
            var publication = try touch(context.conversation($0), context)
            if hasOtherReceipts { publication.catchingUp = context.user }
            return publication
        }
        if hasOtherReceipts { try ConversationRepository.noteReceipts(of: context.user, context.transaction) }
        return applied
    }

    /// Sends the user's member row again.
    private static func touch(_ conversation: ConversationHead, _ context: OperationContext) throws -> Publication {
        let seq = try context.advance(conversation)
        if var place = conversation.place(of: context.user) {
            place.changed = seq
            try context.heads.setPlace(place, of: context.user, in: conversation, context.transaction)
        }
        let rows = try context.members([context.user], of: conversation)
        return try context.publication(
            of: Change(conversation: conversation.id, seq: seq, members: rows), to: conversation)
    }
}
