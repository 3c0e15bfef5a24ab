import NexusCore

/// The duration of a mute.
public enum MuteSpan: Equatable, Sendable, CaseIterable {
    case hour, eightHours, always

    /// When it ends, if it begins at `time`.
    func end(from time: Timestamp) -> Timestamp {
        switch self {
        case .hour: time.advanced(by: 3_600_000)
        case .eightHours: time.advanced(by: 8 * 3_600_000)
        case .always: ConversationSettings.always
        }
    }
}

/// Personal settings: on all of the user's devices, and hidden from others. Works offline.
extension NexusClient {
    /// Mutes a conversation, or unmutes it with `nil`.
    @discardableResult
    public func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(mutedUntil: span?.end(from: clock.now()) ?? .zero))
    }

    /// Archives a conversation until a new message arrives (a muted one stays archived), or restores it.
    @discardableResult
    public func archive(
        _ conversation: ConversationID, _ isArchived: Bool = true
    ) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(archivedThrough: isArchived ? SettingsChange.asItStands : 0))
    }

    /// Deletes a conversation's messages so far for the user alone, on all of their devices; until a new one arrives it
    /// is in no list. This cannot be undone.
    @discardableResult
    public func clear(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await markRead(conversation)
        return try await settle(conversation, SettingsChange(clearedThrough: SettingsChange.asItStands))
    }

    /// Pins a conversation above all others, or unpins it.
    @discardableResult
    public func pin(_ conversation: ConversationID, _ isPinned: Bool = true) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(isPinned: isPinned))
    }

    /// Reminds of a conversation as if something in it were unread, until it is looked at.
    @discardableResult
    public func markUnread(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(isMarkedUnread: true))
    }

    /// Chooses how the user is told of messages; fields that are `nil` stay unchanged.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`invalid_request`) for a setting that is out of bounds.
    @discardableResult
    public func setNotifications(_ change: NotificationChange) async throws(ClientError) -> OperationID {
        let accepted: NotificationChange
        do throws(Refusal) { accepted = try change.accepted() } catch { throw .refused(error) }
        return try await perform(.updateProfile(ProfileChange(notifications: accepted)))
    }

    /// Chooses which messages of a conversation announce themselves, and whether with a sound; `nil` leaves it unchanged.
    @discardableResult
    public func setNotifications(
        _ level: ConversationLevel? = nil, sound: Bool? = nil, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(level: level, playsSound: sound))
    }

    /// Adds a person to the favourites, or removes them.
    @discardableResult
    public func favour(_ user: UserID, _ isFavourite: Bool = true) async throws(ClientError) -> OperationID {
        try await perform(.updateRelation(user, RelationChange(isFavourite: isFavourite)))
    }

    /// Blocks a person, or unblocks them. A blocked person cannot write to this user, who neither sees their
    /// conversation nor finds them; neither sees the other's presence. Shared groups remain, with the blocked person's
    /// messages folded.
    @discardableResult
    public func block(_ user: UserID, _ isBlocked: Bool = true) async throws(ClientError) -> OperationID {
        try await perform(.updateRelation(user, RelationChange(isBlocked: isBlocked)))
    }

    /// The people this user has blocked, with their address if this device knows it. Works offline.
    public func blockedPeople() async throws(ClientError) -> [User] {
        let known = try knownPeople(matching: "")
        return try await ownView().notable.filter(\.isBlocked).map { relation in
            let person = known.first { $0.id == relation.user }
            // The server names a person once it has the change.
            let name = relation.name.isEmpty ? person?.name ?? "" : relation.name
            return User(id: relation.user, name: name, email: person?.email ?? "")
        }
    }

    /// The user's settings of conversations and people.
    public func ownView() async throws(ClientError) -> UserSettingsView { try await engine().ownView }

    private func settle(
        _ conversation: ConversationID, _ change: SettingsChange
    ) async throws(ClientError) -> OperationID {
        try await perform(.updateSettings(conversation, change))
    }
}
