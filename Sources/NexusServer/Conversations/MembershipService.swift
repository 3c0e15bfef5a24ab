import NexusCore

/// The members of a group.
enum MembershipService {
    /// Adds members; existing ones are unchanged. A returning member gets their old row again. Earlier messages count
    /// as read and delivered.
    static func add(_ users: [UserID], to id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.addMembers, in: conversation)
        let added = Set(users).filter { conversation.place(of: $0) == nil }.sorted()
        guard conversation.recipients.count + added.count <= Limits.groupMembers else { throw Refusal.tooManyMembers }
        for user in added {
            guard try AccountRepository.isReachable(user, in: context.transaction) else { throw Refusal.unknownPerson }
        }
        guard !added.isEmpty else { return Applied(acknowledgement: context.acknowledged(0)) }
        try requireReturn(of: added, to: conversation, context)
        try BlockCheck.requireWillingness(of: added, context)
        let seq = try context.advance(conversation)
        for user in added {
            let place = ConversationHead.Place(
                role: .member, hasLeft: false, joined: seq, read: seq, delivered: seq, changed: seq)
            try context.heads.setPlace(place, of: user, in: conversation, context.transaction)
        }
        let event = try EventRepository.record(GroupEvent(.added, users: added), in: id, at: seq, context)
        return try context.applied(
            Change(
                conversation: id, seq: seq, members: try context.members(added, of: conversation), messages: [event]),
            to: conversation)
    }

    /// A removed member can be added back by the owner or an admin alone.
    ///
    /// - Throws: `Refusal` (`forbidden`) with the names.
    private static func requireReturn(
        of users: [UserID], to conversation: ConversationHead, _ context: OperationContext
    ) throws {
        let removed = users.filter { conversation.places[$0]?.removedBy != nil }
        guard !removed.isEmpty, let member = conversation.activeMember(context.user),
            !Permission.allows(.addRemoved, for: member, in: conversation.kind)
        else { return }
        let names = try removed.compactMap { try context.heads.name(of: $0, in: context.transaction) }
        throw Refusal(
            .forbidden,
            "Removed from this group before: \(names.joined(separator: ", ")). Only its owner and admins can add them back."
        )
    }

    static func remove(_ user: UserID, from id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        let role = conversation.place(of: user)?.role ?? .member
        try context.require(.removeMember(user, role), in: conversation)
        guard conversation.place(of: user) != nil else { return Applied(acknowledgement: context.acknowledged(0)) }
        return try depart([user], heir: nil, telling: GroupEvent(.removed, users: [user]), from: conversation, context)
    }

    /// Makes a member an admin or an ordinary member; or hands the group over to them, and its owner becomes an admin.
    static func set(
        _ role: Member.Role, of user: UserID, in id: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        let conversation = try context.conversation(id)
        let before = conversation.place(of: user)?.role ?? .member
        if before == role, context.user != user, conversation.place(of: context.user)?.role == .owner {
            return Applied(acknowledgement: context.acknowledged(0))
        }
        try context.require(.setRole(user, from: before, to: role), in: conversation)
        guard var place = conversation.place(of: user), var own = conversation.place(of: context.user) else {
            throw Refusal(.unknownPerson, "This person is not a member of the group.")
        }
        let seq = try context.advance(conversation)
        place.role = role
        place.changed = seq
        try context.heads.setPlace(place, of: user, in: conversation, context.transaction)
        if role == .owner {
            own.role = .admin
            own.changed = seq
            try context.heads.setPlace(own, of: context.user, in: conversation, context.transaction)
        }
        let changed = role == .owner ? [user, context.user] : [user]
        return try context.applied(
            Change(conversation: id, seq: seq, members: try context.members(changed, of: conversation)),
            to: conversation)
    }

    /// Leaves; the longest-standing admin, or else member, succeeds an owner.
    static func leave(_ id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.leave, in: conversation)
        var heir: UserID?
        if conversation.place(of: context.user)?.role == .owner {
            func order(_ user: UserID) -> (Int, Seq, UserID) {
                let place = conversation.places[user]
                return (place?.role == .admin ? 0 : 1, place?.joined ?? 0, user)
            }
            heir = conversation.recipients.filter { $0 != context.user }.min { order($0) < order($1) }
        }
        return try depart([context.user], heir: heir, telling: GroupEvent(.left), from: conversation, context)
    }

    static func dissolve(_ id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.dissolve, in: conversation)
        return try depart(conversation.recipients, heir: nil, telling: nil, from: conversation, context)
    }

    /// No member is left who could add others: the group's media are collected a day from now, unless used elsewhere.
    private static func abandon(_ conversation: ConversationHead, at seq: Seq, _ context: OperationContext) throws {
        try MediaRepository.unlinkAll(of: conversation.id, at: context.now, context.transaction)
        guard conversation.picture != nil else { return }
        try PictureService.release(conversation.picture, context)
        try context.heads.setInfo(
            title: conversation.title, about: conversation.about, picture: nil, seq: seq, of: conversation,
            context.transaction)
    }

    private static func depart(
        _ users: [UserID], heir: UserID?, telling event: GroupEvent?, from conversation: ConversationHead,
        _ context: OperationContext
    ) throws -> Applied {
        let seq = try context.advance(conversation)
        for user in users {
            guard var place = conversation.place(of: user) else { continue }
            place.hasLeft = true
            place.role = .member
            place.changed = seq
            if event?.kind == .removed { place.removedBy = context.user }
            try context.heads.setPlace(
                place, of: user, in: conversation, leftAt: conversation.changedAt, context.transaction)
        }
        if let heir, var place = conversation.place(of: heir) {
            place.role = .owner
            place.changed = seq
            try context.heads.setPlace(place, of: heir, in: conversation, context.transaction)
        }
        if conversation.recipients.isEmpty { try abandon(conversation, at: seq, context) }
        let rows = try context.members(users + (heir.map { [$0] } ?? []), of: conversation)
        let told = try event.map { try EventRepository.record($0, in: conversation.id, at: seq, context) }
        return try context.applied(
            Change(conversation: conversation.id, seq: seq, members: rows, messages: told.map { [$0] } ?? []),
            to: conversation, departed: users)
    }
}
