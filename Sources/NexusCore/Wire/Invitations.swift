/// A link by which people join, as its creator and administrators see it. The link's secret is told once, when it is made.
public struct Invitation: Equatable, Sendable {
    public var id: InvitationID
    public var creator: User
    /// The person whose account the link opens; nil for a link that opens new ones.
    public var person: User?
    /// The address that it was mailed to; nil for a link that people hand over.
    public var email: String?
    /// The groups that people join with it.
    public var conversations: [InvitedConversation]
    public var uses: Int
    public var usesLeft: Int
    public var createdAt: Timestamp
    public var expiresAt: Timestamp

    public init(
        id: InvitationID, creator: User, person: User? = nil, email: String? = nil,
        conversations: [InvitedConversation] = [], uses: Int = 0, usesLeft: Int, createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.email = email
        self.id = id
        self.creator = creator
        self.person = person
        self.conversations = conversations
        self.uses = uses
        self.usesLeft = usesLeft
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// A group that an invitation leads to.
public struct InvitedConversation: Equatable, Sendable {
    public var id: ConversationID
    public var title: String

    public init(id: ConversationID, title: String) {
        self.id = id
        self.title = title
    }
}

/// The response of `Endpoints.invitations`: those that still work, the newest first.
public struct InvitationList: Equatable, Sendable {
    public var invitations: [Invitation]

    public init(invitations: [Invitation]) { self.invitations = invitations }
}

/// The request of `Endpoints.invite`.
public struct InvitationRequest: Equatable, Sendable {
    /// How many people may join with the link; 1 for one that is made for a person.
    public var uses: Int
    /// Days until the link expires.
    public var days: Int
    public var conversations: [ConversationID]
    /// An imported or added person, who takes over their account with the link; administrators alone make these.
    public var person: UserID?

    public init(
        uses: Int = Limits.invitationUses, days: Int = Limits.invitationDays, conversations: [ConversationID] = [],
        person: UserID? = nil
    ) {
        self.uses = uses
        self.days = days
        self.conversations = conversations
        self.person = person
    }
}

/// The response of `Endpoints.invite`.
public struct NewInvitation: Equatable, Sendable {
    public var invitation: Invitation
    /// The secret of the link: `https://server/join#token`.
    public var token: String

    public init(invitation: Invitation, token: String) {
        self.invitation = invitation
        self.token = token
    }
}

/// The request of `Endpoints.mailInvitations`.
public struct InvitationMailing: Equatable, Sendable {
    /// One invitation is made for each.
    public var emails: [String]
    /// Days until the links expire.
    public var days: Int
    public var conversations: [ConversationID]

    public init(
        emails: [String], days: Int = Limits.invitationDays, conversations: [ConversationID] = []
    ) {
        self.emails = emails
        self.days = days
        self.conversations = conversations
    }
}

/// The response of `Endpoints.mailInvitations`.
public struct MailedInvitations: Equatable, Sendable {
    public var invitations: [Invitation]
    public var refused: [RefusedAddress]

    public init(invitations: [Invitation], refused: [RefusedAddress] = []) {
        self.invitations = invitations
        self.refused = refused
    }
}

/// An address that got no invitation.
public struct RefusedAddress: Equatable, Sendable {
    public var email: String
    /// Why, in a sentence.
    public var message: String

    public init(email: String, message: String) {
        self.email = email
        self.message = message
    }
}

/// The request of `Endpoints.lookAtInvitation` and `Endpoints.acceptInvitation`.
public struct InvitationToken: Equatable, Sendable {
    public var token: String

    public init(token: String) { self.token = token }
}

/// The response of `Endpoints.lookAtInvitation`: what the holder of a link is told before joining.
public struct InvitationPreview: Equatable, Sendable {
    /// The team's name; empty where it has none.
    public var team: String
    /// The name of the person who invites; empty for a link that the owner of the address asked for.
    public var creator: String
    /// The person whose account the link opens.
    public var person: User?
    /// The address that it was mailed to.
    public var email: String?
    public var conversations: [InvitedConversation]
    public var expiresAt: Timestamp

    public init(
        team: String, creator: String, person: User? = nil, email: String? = nil,
        conversations: [InvitedConversation] = [], expiresAt: Timestamp
    ) {
        self.email = email
        self.team = team
        self.creator = creator
        self.person = person
        self.conversations = conversations
        self.expiresAt = expiresAt
    }
}

/// The request of `Endpoints.join`.
public struct JoinRequest: Equatable, Sendable {
    public var token: String
    public var account: SignUpRequest

    public init(token: String, account: SignUpRequest) {
        self.token = token
        self.account = account
    }
}

/// The request of `Endpoints.claim`.
public struct ClaimRequest: Equatable, Sendable {
    public var token: String
    public var password: String
    public var device: String

    public init(token: String, password: String, device: String) {
        self.token = token
        self.password = password
        self.device = device
    }
}

/// The request of `Endpoints.addAccount`.
public struct AccountAddition: Equatable, Sendable {
    public var name: String
    public var email: String

    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}
