/// The response of `Endpoints.server`: what a client knows of a server before anyone signs in.
public struct ServerInfo: Equatable, Sendable {
    /// The team's name; empty until the server is set up.
    public var team: String
    /// The team's picture, served by `Endpoints.teamPicture`; nil for none.
    public var picture: MediaID?
    /// Who may open an account now.
    public var join: JoinPolicy
    /// The team's setting of who may join, where the operator opened the server to everyone for this run; `nil` where `join` is the setting.
    public var joinSetting: JoinPolicy?
    public var invite: InvitePolicy
    /// Domains of e-mail addresses whose owners may join without an invitation, once they have confirmed their address.
    public var domains: [String]
    /// Whether only administrators see people's e-mail addresses.
    public var hidesEmails: Bool
    /// Whether notifications outside Nexus name neither sender nor text, whatever people choose.
    public var hidesNotifications: Bool
    /// Whether the server still waits for its administrator: nobody can open an account until then.
    public var needsSetup: Bool
    /// Whether it mails links: to invite, and for a forgotten password.
    public var sendsMail: Bool
    /// Whether every account needs a second factor.
    public var requiresSecondFactor: Bool
    /// Whether people sign in with passkeys at the address of this request.
    public var hasPasskeys: Bool
    /// Whether the messages of deleted accounts always stay.
    public var keepsMessages: Bool
    /// The days after which all messages are deleted; nil for never.
    public var retentionDays: Int?
    /// The providers that people sign in with, in the order of the buttons.
    public var providers: [SignInProvider]
    /// Whether people sign in with passwords too.
    public var takesPasswords: Bool

    public init(
        team: String = "", join: JoinPolicy = .invited, invite: InvitePolicy = .members, needsSetup: Bool = false,
        sendsMail: Bool = false, requiresSecondFactor: Bool = false, hasPasskeys: Bool = false,
        keepsMessages: Bool = false, retentionDays: Int? = nil, joinSetting: JoinPolicy? = nil,
        hidesEmails: Bool = false, domains: [String] = [], providers: [SignInProvider] = [],
        takesPasswords: Bool = true, picture: MediaID? = nil, hidesNotifications: Bool = false
    ) {
        self.hidesNotifications = hidesNotifications
        self.picture = picture
        self.hasPasskeys = hasPasskeys
        self.keepsMessages = keepsMessages
        self.retentionDays = retentionDays
        self.domains = domains
        self.joinSetting = joinSetting
        self.hidesEmails = hidesEmails
        self.providers = providers
        self.takesPasswords = takesPasswords
        self.sendsMail = sendsMail
        self.team = team
        self.join = join
        self.invite = invite
        self.needsSetup = needsSetup
        self.requiresSecondFactor = requiresSecondFactor
    }
}

/// The request of `Endpoints.setUp`.
public struct SetupRequest: Equatable, Sendable {
    /// The one-time code of the set-up link.
    public var code: String
    /// The administrator's account.
    public var account: SignUpRequest
    /// The team's name.
    public var team: String
    public var join: JoinPolicy

    public init(code: String, account: SignUpRequest, team: String, join: JoinPolicy = .invited) {
        self.code = code
        self.account = account
        self.team = team
        self.join = join
    }
}

/// The request of `Endpoints.updatePolicy`; nil leaves a setting unchanged.
public struct PolicyChange: Equatable, Sendable {
    public var team: String?
    public var join: JoinPolicy?
    public var invite: InvitePolicy?
    public var requiresSecondFactor: Bool?
    public var keepsMessages: Bool?
    /// Days; 0 for never.
    public var retentionDays: Int?
    /// Whether only administrators see people's e-mail addresses.
    public var hidesEmails: Bool?
    /// See `ServerInfo.hidesNotifications`.
    public var hidesNotifications: Bool?
    /// See `ServerInfo.domains`; at most `Limits.joinDomains`.
    public var domains: [String]?
    /// The team's picture.
    public var picture: PictureChange?

    public init(
        team: String? = nil, join: JoinPolicy? = nil, invite: InvitePolicy? = nil, requiresSecondFactor: Bool? = nil,
        keepsMessages: Bool? = nil, retentionDays: Int? = nil, hidesEmails: Bool? = nil, domains: [String]? = nil,
        picture: PictureChange? = nil, hidesNotifications: Bool? = nil
    ) {
        self.hidesNotifications = hidesNotifications
        self.picture = picture
        self.keepsMessages = keepsMessages
        self.retentionDays = retentionDays
        self.domains = domains
        self.hidesEmails = hidesEmails
        self.team = team
        self.join = join
        self.invite = invite
        self.requiresSecondFactor = requiresSecondFactor
    }
}
