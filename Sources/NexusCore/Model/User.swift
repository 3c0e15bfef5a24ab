/// A person with an account on this server.
public struct User: Equatable, Sendable {
    public var id: UserID
    /// The display name.
    public var name: String
    /// The address they sign in with.
    public var email: String
    /// What they say of themself in a line; empty for nothing.
    public var about: String
    /// The picture they show; `nil` for none.
    public var picture: MediaID?

    public init(id: UserID, name: String, email: String, about: String = "", picture: MediaID? = nil) {
        self.id = id
        self.name = name
        self.email = email
        self.about = about
        self.picture = picture
    }
}

/// What only the person themself sees of their account.
public struct Profile: Equatable, Sendable {
    public var user: User
    /// Whether others may see when this person is online.
    public var showsPresence: Bool
    /// Whether others may see what this person has received and read; who hides it sees nobody's.
    public var showsReceipts: Bool
    /// Whether this person is shown what artificial intelligence offers.
    public var showsAI: Bool
    /// Whether this person administers the server.
    public var isAdministrator: Bool

    public init(
        user: User, showsPresence: Bool, showsReceipts: Bool = true, showsAI: Bool = true, isAdministrator: Bool = false
    ) {
        self.showsAI = showsAI
        self.user = user
        self.showsPresence = showsPresence
        self.showsReceipts = showsReceipts
        self.isAdministrator = isAdministrator
    }

    /// The account after a change.
    public func applying(_ change: ProfileChange) -> Profile {
        var profile = self
        if let name = change.name { profile.user.name = name }
        if let about = change.about { profile.user.about = about }
        if let picture = change.picture { profile.user.picture = picture.media }
        if let showsPresence = change.showsPresence { profile.showsPresence = showsPresence }
        if let showsReceipts = change.showsReceipts { profile.showsReceipts = showsReceipts }
        if let showsAI = change.showsAI { profile.showsAI = showsAI }
        return profile
    }
}

/// What somebody wants to have otherwise about their account; `nil` leaves it as it is.
public struct ProfileChange: Equatable, Sendable {
    public var name: String?
    /// The line about oneself; an empty one takes it away.
    public var about: String?
    public var picture: PictureChange?
    public var showsPresence: Bool?
    public var showsReceipts: Bool?
    public var showsAI: Bool?

    public init(
        name: String? = nil, about: String? = nil, picture: PictureChange? = nil, showsPresence: Bool? = nil,
        showsReceipts: Bool? = nil, showsAI: Bool? = nil
    ) {
        self.showsAI = showsAI
        self.name = name
        self.about = about
        self.picture = picture
        self.showsPresence = showsPresence
        self.showsReceipts = showsReceipts
    }
}

/// One signed-in device.
public struct SessionInfo: Equatable, Sendable {
    public var id: SessionID
    /// What the device called itself when it signed in.
    public var device: String
    public var createdAt: Timestamp
    public var lastUsedAt: Timestamp
    /// Whether it is the session that asks.
    public var isCurrent: Bool

    public init(id: SessionID, device: String, createdAt: Timestamp, lastUsedAt: Timestamp, isCurrent: Bool) {
        self.id = id
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
    }
}

/// Whether somebody is there, as those who share a conversation with them may see it.
public struct Presence: Equatable, Sendable {
    public var user: UserID
    public var isOnline: Bool
    /// When they were last there; `nil` when unknown or hidden.
    public var lastSeen: Timestamp?

    public init(user: UserID, isOnline: Bool, lastSeen: Timestamp? = nil) {
        self.user = user
        self.isOnline = isOnline
        self.lastSeen = lastSeen
    }
}
