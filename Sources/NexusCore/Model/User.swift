/// A person with an account on this server.
public struct User: Equatable, Sendable {
    public var id: UserID
    /// The display name.
    public var name: String
    /// The address they sign in with; empty where the team's policy hides it.
    public var email: String
    /// Their profile description; may be empty.
    public var about: String
    /// The picture they show; `nil` for none.
    public var picture: MediaID?
    /// Whether they have no password yet: imported or added, and not joined. Only the directory tells.
    public var isUnclaimed: Bool
    /// Whether an administrator suspended them. Only the directory tells.
    public var isSuspended: Bool

    public init(
        id: UserID, name: String, email: String, about: String = "", picture: MediaID? = nil,
        isUnclaimed: Bool = false, isSuspended: Bool = false
    ) {
        self.isUnclaimed = isUnclaimed
        self.isSuspended = isSuspended
        self.id = id
        self.name = name
        self.email = email
        self.about = about
        self.picture = picture
    }
}

/// The private part of a user's account.
public struct Profile: Equatable, Sendable {
    public var user: User
    /// Whether others may see when this user is online.
    public var showsPresence: Bool
    /// Whether others may see this user's receipts; a user who hides them sees none.
    public var showsReceipts: Bool
    /// Whether this user sees AI features.
    public var showsAI: Bool
    /// How this user is told of messages.
    public var notifications: NotificationSettings
    /// Whether this user administers the server.
    public var isAdministrator: Bool
    /// The number of the newest entry of the audit log about this account's security; 0 for none.
    public var securityNumber: Int64
    /// The time from which the account is deleted; nil unless its owner asked for that.
    public var deletesAt: Timestamp?

    public init(
        user: User, showsPresence: Bool, showsReceipts: Bool = true, showsAI: Bool = true,
        isAdministrator: Bool = false, securityNumber: Int64 = 0, deletesAt: Timestamp? = nil,
        notifications: NotificationSettings = NotificationSettings()
    ) {
        self.notifications = notifications
        self.deletesAt = deletesAt
        self.securityNumber = securityNumber
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
        if let notifications = change.notifications {
            profile.notifications = profile.notifications.applying(notifications)
        }
        return profile
    }
}

/// A change of a user's account; `nil` leaves a field unchanged.
public struct ProfileChange: Equatable, Sendable {
    public var name: String?
    /// The profile description; an empty one removes it.
    public var about: String?
    public var picture: PictureChange?
    public var showsPresence: Bool?
    public var showsReceipts: Bool?
    public var showsAI: Bool?
    public var notifications: NotificationChange?

    public init(
        name: String? = nil, about: String? = nil, picture: PictureChange? = nil, showsPresence: Bool? = nil,
        showsReceipts: Bool? = nil, showsAI: Bool? = nil, notifications: NotificationChange? = nil
    ) {
        self.notifications = notifications
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
    /// The device's name at sign-in.
    public var device: String
    public var createdAt: Timestamp
    public var lastUsedAt: Timestamp
    /// Whether it is the current session.
    public var isCurrent: Bool
    /// The network address of the sign-in; nil if it is not known.
    public var address: String?
    /// The place of the sign-in in words, as the operator's proxy names it.
    public var place: String?

    public init(
        id: SessionID, device: String, createdAt: Timestamp, lastUsedAt: Timestamp, isCurrent: Bool,
        address: String? = nil, place: String? = nil
    ) {
        self.address = address
        self.place = place
        self.id = id
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
    }
}

/// The visible presence of a user.
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
