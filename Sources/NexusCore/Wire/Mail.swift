/// The purpose of an e-mail.
public enum MailKind: String, Equatable, Sendable, CaseIterable {
    /// The link of a forgotten password.
    case passwordReset = "password-reset"
    case invitation
    /// The confirmation of a new address, and the notice at the old one.
    case address
    /// A sign-in from a new device.
    case device
    /// The notice that an account will be deleted.
    case deletion
    /// What a user has not read.
    case missed
    /// One that this version does not know.
    case other
}

/// An e-mail that waits to be sent, or one that failed.
public struct QueuedMail: Equatable, Sendable {
    public enum State: String, Equatable, Sendable, CaseIterable {
        case waiting
        /// Refused for good, or not sent in time.
        case failed
    }

    public var id: MailID
    public var kind: MailKind
    public var to: String
    public var state: State
    /// Attempts so far.
    public var attempts: Int
    public var createdAt: Timestamp
    /// The next attempt; of a failure, its time.
    public var dueAt: Timestamp
    /// Why the last attempt failed; empty before the first.
    public var reason: String

    public init(
        id: MailID, kind: MailKind, to: String, state: State, attempts: Int, createdAt: Timestamp, dueAt: Timestamp,
        reason: String
    ) {
        self.id = id
        self.kind = kind
        self.to = to
        self.state = state
        self.attempts = attempts
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.reason = reason
    }
}

/// The response of `Endpoints.mail`.
public struct MailReport: Equatable, Sendable {
    /// Whether the server has a mail server.
    public var isOn: Bool
    /// Host and port of the mail server.
    public var server: String?
    /// The address in `From`.
    public var sender: String?
    /// Why e-mails wait; nil while they are sent.
    public var problem: String?
    /// How many wait, beyond the list as well.
    public var waiting: Int
    /// Those that wait, the next first, then those that failed, the newest first.
    public var mails: [QueuedMail]

    public init(
        isOn: Bool = false, server: String? = nil, sender: String? = nil, problem: String? = nil, waiting: Int,
        mails: [QueuedMail]
    ) {
        self.isOn = isOn
        self.server = server
        self.sender = sender
        self.problem = problem
        self.waiting = waiting
        self.mails = mails
    }
}

/// The request of `Endpoints.testMail`.
public struct MailTest: Equatable, Sendable {
    public var to: String

    public init(to: String) { self.to = to }
}
