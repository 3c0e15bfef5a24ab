import NexusCore

// Changes wait in the outbox; those of the title, the description, the picture and the settings show at once. Retention and invitations need the server.
extension ConversationDetailsViewModel {
    /// Gives the group another title.
    public func rename(to title: String) async {
        await act { service, id throws(ClientError) in try await service.rename(id, to: title.trimmed) }
    }

    /// Sets the group's description; an empty text removes it.
    public func describe(_ about: String) async {
        await act { service, id throws(ClientError) in try await service.describe(id, about: about.trimmed) }
    }

    /// Gives the group the picture of a file, or removes it with nil.
    public func setPicture(_ path: String?) async {
        await act { service, id throws(ClientError) in
            if let path { try await service.setPicture(path, of: id) } else { try await service.removePicture(of: id) }
        }
    }

    /// Adds people to the group. They see its history.
    public func add(_ people: [User]) async {
        guard !people.isEmpty else { return }
        await act { service, id throws(ClientError) in try await service.add(people, to: id) }
    }

    /// Removes a member from the group.
    public func remove(_ user: UserID) async {
        await act { service, id throws(ClientError) in try await service.remove(user, from: id) }
    }

    /// Makes a member an admin, an ordinary member or the owner.
    public func setRole(_ role: Member.Role, of user: UserID) async {
        await act { service, id throws(ClientError) in try await service.setRole(role, of: user, in: id) }
    }

    /// Leaves the group.
    public func leave() async {
        await act { service, id throws(ClientError) in try await service.leave(id) }
    }

    /// Deletes the group for everyone. This cannot be undone: ask first.
    public func dissolve() async {
        await act { service, id throws(ClientError) in try await service.dissolve(id) }
    }

    /// Allows or forbids AI to read the conversation.
    public func setAI(_ isOn: Bool) async {
        await act { service, id throws(ClientError) in try await service.setAI(isOn, in: id) }
    }

    /// Mutes the conversation, or unmutes it with nil.
    public func mute(for span: MuteSpan?) async {
        await act { service, id throws(ClientError) in try await service.mute(id, for: span) }
    }

    /// Chooses which messages announce themselves, and whether with a sound; nil leaves it unchanged.
    public func setNotifications(_ level: ConversationLevel? = nil, sound: Bool? = nil) async {
        await act { service, id throws(ClientError) in try await service.setNotifications(level, sound: sound, in: id) }
    }

    /// Makes the other person of a direct conversation a favourite, or no longer.
    public func favour(_ isFavourite: Bool) async {
        guard let other = header?.other else { return }
        await act { service, _ throws(ClientError) in try await service.favour(other, isFavourite) }
    }

    /// Blocks the other person of a direct conversation, or unblocks them.
    public func block(_ isBlocked: Bool) async {
        guard let other = header?.other else { return }
        await act { service, _ throws(ClientError) in try await service.block(other, isBlocked) }
    }

    /// Unpins a message for everyone.
    public func unpin(_ message: MessageID) async {
        await act { service, _ throws(ClientError) in try await service.pin(message, false) }
        await readPins()
    }

    /// Sets the days after which messages are deleted, for everyone; 0 for never.
    public func setRetention(days: Int) async {
        let set = await act { service, id throws(ClientError) in try await service.setRetention(days, of: id) }
        if let set { take(set) }
    }

    /// Makes an invitation to this group.
    ///
    /// - Returns: its link, which is not shown again; nil with ``error``.
    public func invite(uses: Int = Limits.invitationUses, days: Int = Limits.invitationDays) async -> String? {
        await act { service, id throws(ClientError) in
            let made = try await service.invite(uses: uses, days: days, conversations: [id])
            try await readInvitations()
            return made.link
        }
    }

    /// Revokes an invitation; its link no longer works.
    public func revoke(_ invitation: InvitationID) async {
        await act { service, _ throws(ClientError) in
            try await service.revoke(invitation)
            try await readInvitations()
        }
    }
}
