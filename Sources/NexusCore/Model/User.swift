/// A person with an account on this server.
public struct User: Equatable, Sendable {
    public var id: UserID
    /// The display name.
    public var name: String
    /// The address they sign in with.
    public var email: String

    public init(id: UserID, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// What only the person themself sees of their account.
public struct Profile: Equatable, Sendable {
    public var user: User
    /// Whether others may see when this person is online.
    public var showsPresence: Bool

    public init(user: User, showsPresence: Bool) {
        self.user = user
        self.showsPresence = showsPresence
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
