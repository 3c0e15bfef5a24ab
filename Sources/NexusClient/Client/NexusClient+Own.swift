import NexusCore

/// How long a conversation announces nothing.
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

/// What a person settles for themself: on all of their devices, and seen by nobody else. Needs no network.
extension NexusClient {
    /// Mutes a conversation, or with `nil` no longer.
    @discardableResult
    public func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(mutedUntil: span?.end(from: clock.now()) ?? .zero))
    }

    /// Puts a conversation away until something new comes; one that is muted stays away. Or brings it back.
    @discardableResult
    public func archive(
        _ conversation: ConversationID, _ isArchived: Bool = true
    ) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(archivedThrough: isArchived ? SettingsChange.asItStands : 0))
    }

    /// Deletes what was written in a conversation so far for the person alone, on all of their devices; until something new comes it is
    /// in no list. It cannot be taken back.
    @discardableResult
    public func clear(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await markRead(conversation)
        return try await settle(conversation, SettingsChange(clearedThrough: SettingsChange.asItStands))
    }

    /// Keeps a conversation above all others, or no longer.
    @discardableResult
    public func pin(_ conversation: ConversationID, _ isPinned: Bool = true) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(isPinned: isPinned))
    }

    /// Reminds of a conversation as if something in it were unread, until it is looked at.
    @discardableResult
    public func markUnread(_ conversation: ConversationID) async throws(ClientError) -> OperationID {
        try await settle(conversation, SettingsChange(isMarkedUnread: true))
    }

    /// Keeps somebody among the favourites, or no longer.
    @discardableResult
    public func favour(_ user: UserID, _ isFavourite: Bool = true) async throws(ClientError) -> OperationID {
        try await perform(.updateRelation(user, RelationChange(isFavourite: isFavourite)))
    }

    /// Wants nothing of somebody any more: they can write no messages to this person, who does not see their conversation, nor finds
    /// them; neither sees whether the other is there. Groups in common go on, with their messages folded. Or takes that back.
    @discardableResult
    public func block(_ user: UserID, _ isBlocked: Bool = true) async throws(ClientError) -> OperationID {
        try await perform(.updateRelation(user, RelationChange(isBlocked: isBlocked)))
    }

    /// The people this person has blocked, with their address where this device knows it.
    public func blockedPeople() async throws(ClientError) -> [User] {
        let known = try knownPeople(matching: "")
        return try await ownView().notable.filter(\.isBlocked).map { relation in
            let email = known.first { $0.id == relation.user }?.email ?? ""
            return User(id: relation.user, name: relation.name, email: email)
        }
    }

    /// What the person has settled about conversations and people.
    public func ownView() async throws(ClientError) -> OwnView { try await engine().ownView }

    private func settle(
        _ conversation: ConversationID, _ change: SettingsChange
    ) async throws(ClientError) -> OperationID {
        try await perform(.updateSettings(conversation, change))
    }
}
