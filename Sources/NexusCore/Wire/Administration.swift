/// A reported message, for the administrators of the server.
public struct Report: Equatable, Sendable {
    /// The state of a report.
    public enum State: String, Equatable, Sendable, CaseIterable {
        /// Not decided yet.
        case open
        /// The message was removed.
        case removed
        /// Dismissed.
        case dismissed
    }

    public var id: ReportID
    public var state: State
    public var reporter: User
    /// The author of the message.
    public var sender: User
    public var conversation: ConversationID
    public var message: MessageID
    /// The message's text when it was reported, with a description of attachments.
    public var text: String
    /// The reason, in the reporter's words.
    public var reason: String
    public var reportedAt: Timestamp

    public init(
        id: ReportID, state: State, reporter: User, sender: User, conversation: ConversationID, message: MessageID,
        text: String, reason: String, reportedAt: Timestamp
    ) {
        self.id = id
        self.state = state
        self.reporter = reporter
        self.sender = sender
        self.conversation = conversation
        self.message = message
        self.text = text
        self.reason = reason
        self.reportedAt = reportedAt
    }
}

/// The response of `Endpoints.reports`.
public struct ReportList: Equatable, Sendable {
    public var reports: [Report]

    public init(reports: [Report]) { self.reports = reports }
}

/// The request of `Endpoints.resolveReport`.
public struct ReportResolution: Equatable, Sendable {
    /// `removed` or `dismissed`.
    public var state: Report.State
    /// The reason, for the audit log.
    public var note: String

    public init(_ state: Report.State, note: String = "") {
        self.state = state
        self.note = note
    }
}

/// An account as administrators see it.
public struct AdministeredAccount: Equatable, Sendable {
    public var user: User
    public var isAdministrator: Bool
    /// The time since when the account is suspended; `nil` if it is not.
    public var suspendedAt: Timestamp?
    /// Whether sign-ins need a code of an authenticator app.
    public var hasSecondFactor: Bool
    /// The time from which the account is deleted; nil if it is kept.
    public var deletesAt: Timestamp?
    /// The time when one of its sessions was last used; `nil` if none ever was.
    public var lastUsedAt: Timestamp?
    /// The number of its sessions.
    public var sessions: Int

    public init(
        user: User, isAdministrator: Bool = false, suspendedAt: Timestamp? = nil, hasSecondFactor: Bool = false,
        deletesAt: Timestamp? = nil, lastUsedAt: Timestamp? = nil, sessions: Int = 0
    ) {
        self.deletesAt = deletesAt
        self.lastUsedAt = lastUsedAt
        self.sessions = sessions
        self.user = user
        self.isAdministrator = isAdministrator
        self.suspendedAt = suspendedAt
        self.hasSecondFactor = hasSecondFactor
    }
}

/// The response of `Endpoints.accounts`.
public struct AccountList: Equatable, Sendable {
    public var accounts: [AdministeredAccount]
    /// The cursor of the next page; `nil` after the last.
    public var cursor: String?

    public init(accounts: [AdministeredAccount], cursor: String? = nil) {
        self.accounts = accounts
        self.cursor = cursor
    }
}

/// The states by which `Endpoints.accounts` filters.
public enum AccountFilter: String, Equatable, Sendable, CaseIterable {
    case administrators, suspended
    /// Without a password: imported or added, and not joined.
    case unclaimed
    /// With a second factor.
    case secondFactor = "second-factor"
}

/// The request of `Endpoints.updateAccount`; `nil` leaves something as it is.
public struct AccountChange: Equatable, Sendable {
    public var isSuspended: Bool?
    public var isAdministrator: Bool?
    /// The reason, for the audit log.
    public var note: String

    public init(isSuspended: Bool? = nil, isAdministrator: Bool? = nil, note: String = "") {
        self.isSuspended = isSuspended
        self.isAdministrator = isAdministrator
        self.note = note
    }
}

/// One administrative act. The log is never changed.
public struct AuditEntry: Equatable, Sendable {
    /// The kind of act.
    public enum Act: String, Equatable, Sendable, CaseIterable {
        case removeMessage = "message.remove"
        case dismissReport = "report.dismiss"
        case suspend = "account.suspend"
        case restore = "account.restore"
        case appoint = "administrator.appoint"
        case discharge = "administrator.discharge"
        case setUp = "server.set-up"
        case changePolicy = "policy.change"
        case addAccount = "account.add"
        /// Joined with a confirmed address, without an invitation.
        case joinByAddress = "account.join"
        case invite = "invitation.create"
        case revokeInvitation = "invitation.revoke"
        case useInvitation = "invitation.use"
        case changePassword = "password.change"
        case changeEmail = "email.change"
        case makeResetLink = "password.link"
        case resetPassword = "password.reset"
        case addSecondFactor = "second-factor.add"
        case removeSecondFactor = "second-factor.remove"
        case useRecoveryCode = "recovery-code.use"
        case renewRecoveryCodes = "recovery-code.renew"
        case addPasskey = "passkey.add"
        case removePasskey = "passkey.remove"
        /// A passkey whose counter did not go up: it may have been copied.
        case refusePasskey = "passkey.refuse"
        case signIn = "sign-in.success"
        /// Failed attempts, told by the first success after them.
        case failSignIn = "sign-in.failure"
        case endSessions = "session.end"
        /// An account is to be deleted.
        case scheduleDeletion = "deletion.schedule"
        /// An account is kept after all.
        case cancelDeletion = "deletion.cancel"
        case deleteAccount = "account.delete"
        case transferGroups = "groups.transfer"
        case exportData = "data.export"
        case setRetention = "retention.set"
        case connectProvider = "provider.connect"
        case disconnectProvider = "provider.disconnect"
    }

    /// Entries are numbered from 1 without a gap.
    public var number: Int64
    public var at: Timestamp
    /// The person who did it: an administrator, or the owner of an account.
    public var actor: User
    public var act: Act
    /// The user concerned: of a message, its author.
    public var subject: User
    public var report: ReportID?
    public var note: String
    /// The session that a sign-in opened.
    public var session: SessionID?
    /// The number of failed attempts to sign in, and the time of the first.
    public var count: Int64?
    public var since: Timestamp?

    public init(
        number: Int64, at: Timestamp, actor: User, act: Act, subject: User, report: ReportID? = nil, note: String,
        session: SessionID? = nil, count: Int64? = nil, since: Timestamp? = nil
    ) {
        self.session = session
        self.count = count
        self.since = since
        self.number = number
        self.at = at
        self.actor = actor
        self.act = act
        self.subject = subject
        self.report = report
        self.note = note
    }
}

/// The response of `Endpoints.audit`: the newest first.
public struct AuditPage: Equatable, Sendable {
    public var entries: [AuditEntry]
    /// The `before` of the next page; `nil` after the last.
    public var next: Int64?

    public init(entries: [AuditEntry], next: Int64? = nil) {
        self.entries = entries
        self.next = next
    }
}
