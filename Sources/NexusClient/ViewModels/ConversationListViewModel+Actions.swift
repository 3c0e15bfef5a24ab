import NexusCore

// The actions of a row's menu and swipes. They show at once, and are sent when there is a network.
extension ConversationListViewModel {
    /// Pins a conversation above all others, or unpins it.
    public func pin(_ conversation: ConversationID, _ isPinned: Bool = true) async {
        await act { service throws(ClientError) in try await service.pin(conversation, isPinned) }
    }

    /// Archives a conversation until a new message arrives, or restores it.
    public func archive(_ conversation: ConversationID, _ isArchived: Bool = true) async {
        await act { service throws(ClientError) in try await service.archive(conversation, isArchived) }
    }

    /// Mutes a conversation, or unmutes it with nil.
    public func mute(_ conversation: ConversationID, for span: MuteSpan?) async {
        await act { service throws(ClientError) in try await service.mute(conversation, for: span) }
    }

    /// Chooses which messages of a conversation announce themselves, and whether with a sound; nil leaves it unchanged.
    public func setNotifications(
        _ level: ConversationLevel? = nil, sound: Bool? = nil, in conversation: ConversationID
    ) async {
        await act { service throws(ClientError) in
            try await service.setNotifications(level, sound: sound, in: conversation)
        }
    }

    /// Marks all messages of a conversation as read.
    public func markRead(_ conversation: ConversationID) async {
        await act { service throws(ClientError) in try await service.markRead(conversation, through: nil) }
    }

    /// Marks a conversation as unread until it is opened.
    public func markUnread(_ conversation: ConversationID) async {
        await act { service throws(ClientError) in try await service.markUnread(conversation) }
    }

    /// Deletes a conversation's messages so far for the user alone. This cannot be undone: ask first.
    public func deleteForMe(_ conversation: ConversationID) async {
        await act { service throws(ClientError) in try await service.clear(conversation) }
    }

    /// Leaves a group.
    public func leave(_ conversation: ConversationID) async {
        await act { service throws(ClientError) in try await service.leave(conversation) }
    }

    /// Blocks the other person of a direct conversation, which is then in no list. ``PrivacyViewModel`` unblocks.
    public func block(_ user: UserID) async {
        await act { service throws(ClientError) in try await service.block(user, true) }
    }
}
