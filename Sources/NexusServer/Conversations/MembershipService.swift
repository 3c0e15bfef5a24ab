import NexusCore

/// Who is in a group.
enum MembershipService {
    /// Adds people; those who are members already stay as they are. Somebody who comes back gets their old row again. What was
    /// written before counts as read and delivered.
    static func add(_ users: [UserID], to id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.addMembers, in: conversation)
        let added = Set(users).filter { conversation.place(of: $0) == nil }.sorted()
        guard conversation.recipients.count + added.count <= Limits.groupMembers else { throw Refusal.tooManyMembers }
        for user in added {
            guard try context.heads.name(of: user, in: context.transaction) != nil else { throw Refusal.unknownPerson }
        }
        guard !added.isEmpty else { return Applied(acknowledgement: context.acknowledged(0)) }
        try BlockService.requireWillingness(of: added, context)
        let seq = try context.advance(conversation)
        for user in added {
            let place = ConversationHead.Place(
                role: .member, hasLeft: false, joined: seq, read: seq, delivered: seq, changed: seq)
            try context.heads.setPlace(place, of: user, in: conversation, context.transaction)
        }
        return try context.applied(
            Change(conversation: id, seq: seq, members: try context.members(added, of: conversation)), to: conversation)
    }

    static func remove(_ user: UserID, from id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.removeMember(user), in: conversation)
        guard conversation.place(of: user) != nil else { return Applied(acknowledgement: context.acknowledged(0)) }
        return try depart([user], heir: nil, from: conversation, context)
    }

    /// Leaves; the owner's place goes to whoever has been there longest.
    static func leave(_ id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.leave, in: conversation)
        var heir: UserID?
        if conversation.place(of: context.user)?.role == .owner {
            heir = conversation.recipients.filter { $0 != context.user }.min { left, right in
                (conversation.places[left]?.joined ?? 0, left) < (conversation.places[right]?.joined ?? 0, right)
            }
        }
        return try depart([context.user], heir: heir, from: conversation, context)
    }

    static func dissolve(_ id: ConversationID, _ context: OperationContext) throws -> Applied {
        let conversation = try context.conversation(id)
        try context.require(.dissolve, in: conversation)
        return try depart(conversation.recipients, heir: nil, from: conversation, context)
    }

    private static func depart(
        _ users: [UserID], heir: UserID?, from conversation: ConversationHead, _ context: OperationContext
    ) throws -> Applied {
        let seq = try context.advance(conversation)
        for user in users {
            guard var place = conversation.place(of: user) else { continue }
            place.hasLeft = true
            place.role = .member
            place.changed = seq
            try context.heads.setPlace(
                place, of: user, in: conversation, leftAt: conversation.changedAt, context.transaction)
        }
        if let heir, var place = conversation.place(of: heir) {
            place.role = .owner
            place.changed = seq
            try context.heads.setPlace(place, of: heir, in: conversation, context.transaction)
        }
        let rows = try context.members(users + (heir.map { [$0] } ?? []), of: conversation)
        return try context.applied(
            Change(conversation: conversation.id, seq: seq, members: rows), to: conversation, departed: users)
    }
}
