import NexusCore
import NexusDatabase

/// Making and naming conversations.
enum ConversationService {
    /// There is at most one between two users: the identifier is derived from the two, so the second creation, also a
    /// concurrent one, finds the first and succeeds.
    static func createDirect(
        _ id: ConversationID, with other: UserID, _ context: OperationContext
    ) throws -> Applied {
        guard other != context.user else {
            throw Refusal(.invalidRequest, "A direct conversation needs another person.")
        }
        let expected = ConversationID.direct(between: context.user, and: other)
        guard id == expected else {
            throw Refusal(.invalidRequest, "The direct conversation between these two is \(expected).")
        }
        if let conversation = try context.heads.conversation(id, in: context.transaction) {
            // Should ever two pairs derive the same identifier, the second gets nothing of the first's.
            guard conversation.place(of: context.user) != nil else { throw Refusal.identifierTaken }
            return Applied(acknowledgement: context.acknowledged(1))
        }
        guard try AccountRepository.isReachable(other, in: context.transaction) else { throw Refusal.unknownPerson }
        if let refusal = try BlockCheck.refusal(ofWritingTo: other, context) { throw refusal }
        return try create(id, kind: .direct, title: nil, members: [other], context)
    }

    static func createGroup(
        _ id: ConversationID, title: String, members: [UserID], _ context: OperationContext
    ) throws -> Applied {
        let title = try accepted(title)
        guard id.version == 7 else { throw Refusal(.invalidRequest, "A group's identifier is a version 7 UUID.") }
        guard try context.heads.conversation(id, in: context.transaction) == nil else { throw Refusal.identifierTaken }
        let others = Set(members).subtracting([context.user])
        guard others.count < Limits.groupMembers else { throw Refusal.tooManyMembers }
        for user in others {
            guard try AccountRepository.isReachable(user, in: context.transaction) else { throw Refusal.unknownPerson }
        }
        try BlockCheck.requireWillingness(of: others, context)
        return try create(id, kind: .group, title: title, members: others.sorted(), context)
    }

    static func rename(_ id: ConversationID, title: String, _ context: OperationContext) throws -> Applied {
        let title = try accepted(title)
        let conversation = try context.conversation(id)
        try context.require(.rename, in: conversation)
        guard conversation.title != title else { return Applied(acknowledgement: context.acknowledged(0)) }
        let seq = try context.advance(conversation)
        try context.heads.setInfo(
            title: title, about: conversation.about, picture: conversation.picture, seq: seq, of: conversation,
            context.transaction)
        let event = try EventRepository.record(GroupEvent(.title, text: title), in: id, at: seq, context)
        return try context.applied(
            Change(conversation: id, seq: seq, info: conversation.info, messages: [event]), to: conversation)
    }

    /// Changes a group's picture and description.
    ///
    /// - Throws: `Refusal`: `forbidden`, `text_too_long`, and as ``PictureService/require(_:_:)``.
    static func describe(_ id: ConversationID, _ change: DescriptionChange, _ context: OperationContext) throws
        -> Applied
    {
        let conversation = try context.conversation(id)
        try context.require(.describe, in: conversation)
        let (oldAbout, oldPicture) = (conversation.about, conversation.picture)
        let about =
            try change.about.map { text in
                try Refusal.translating { () throws(TextProblem) in try TextRule.description(text.normalized) }
            } ?? oldAbout
        let picture = change.picture.map { $0.media } ?? oldPicture
        guard about != oldAbout || picture != oldPicture else {
            return Applied(acknowledgement: context.acknowledged(0))
        }
        if picture != oldPicture {
            try PictureService.require(picture, context)
            try PictureService.release(oldPicture, context)
        }
        let seq = try context.advance(conversation)
        try context.heads.setInfo(
            title: conversation.title, about: about, picture: picture, seq: seq, of: conversation, context.transaction)
        let kind: GroupEvent.Kind =
            if about == oldAbout {
                picture == nil ? .noPicture : .picture
            } else {
                picture == oldPicture ? .about : .face
            }
        let event = try EventRepository.record(
            GroupEvent(kind, text: kind == .about ? about : ""), in: id, at: seq, context)
        return try context.applied(
            Change(conversation: id, seq: seq, info: conversation.info, messages: [event]), to: conversation)
    }

    /// Allows or forbids AI to read a conversation; forbidding deletes everything derived from its messages.
    static func setAI(_ isOn: Bool, of id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.setAI, in: conversation)
        guard conversation.allowsAI != isOn else { return Applied(acknowledgement: context.acknowledged(0)) }
        let seq = try context.advance(conversation)
        try context.heads.setAI(isOn, seq: seq, of: conversation, context.transaction)
        try context.projections.consentChanged(to: isOn, in: id, context.transaction)
        return try context.applied(Change(conversation: id, seq: seq, info: conversation.info), to: conversation)
    }

    private static func create(
        _ id: ConversationID, kind: Conversation.Kind, title: String?, members: [UserID], _ context: OperationContext
    ) throws -> Applied {
        let owner = ConversationHead.Place(
            role: kind == .group ? .owner : .member, hasLeft: false, joined: 1, read: 1, delivered: 1, changed: 1)
        var places = [context.user: owner]
        for user in members {
            places[user] = ConversationHead.Place(
                role: .member, hasLeft: false, joined: 1, read: 1, delivered: 1, changed: 1)
        }
        let conversation = ConversationHead(
            id: id, kind: kind, title: title, creator: context.user, createdAt: context.now, infoChanged: 1, head: 0,
            changedAt: context.now, places: places)
        try ConversationRepository.insert(conversation, context.transaction)
        for (user, place) in places {
            try ConversationRepository.put(place, of: user, in: id, leftAt: nil, context.transaction)
        }
        context.heads.insert(conversation, in: context.transaction)
        let seq = try context.advance(conversation)
        let rows = try context.members(conversation.recipients, of: conversation)
        return try context.applied(
            Change(conversation: id, seq: seq, info: conversation.info, members: rows), to: conversation)
    }

    private static func accepted(_ title: String) throws -> String {
        do { return try TextRule.title(title.normalized) } catch { throw Refusal(error) }
    }
}
