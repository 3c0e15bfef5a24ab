/// What becomes of the messages of a deleted account.
public enum LeftMessages: String, Equatable, Sendable, CaseIterable {
    /// They stay under the name "Deleted account".
    case keep
    /// They are deleted for everyone.
    case delete
}

/// The request of `Endpoints.scheduleDeletion`.
public struct DeletionRequest: Equatable, Sendable {
    public var password: String
    /// A code of the account's second factor, if it has one.
    public var code: String?
    public var messages: LeftMessages

    public init(password: String = "", code: String? = nil, messages: LeftMessages = .keep) {
        self.password = password
        self.code = code
        self.messages = messages
    }
}

/// The request of `Endpoints.scheduleDeletionOf`, for administrators.
public struct AdministeredDeletion: Equatable, Sendable {
    public var messages: LeftMessages
    /// Whether the account is deleted now rather than in 14 days.
    public var atOnce: Bool
    /// The reason, for the audit log.
    public var note: String

    public init(messages: LeftMessages = .keep, atOnce: Bool = false, note: String = "") {
        self.messages = messages
        self.atOnce = atOnce
        self.note = note
    }
}

/// The response of `Endpoints.deletion`.
public struct DeletionState: Equatable, Sendable {
    /// The time from which the account is deleted; nil if it is kept.
    public var deletesAt: Timestamp?
    public var messages: LeftMessages

    public init(deletesAt: Timestamp? = nil, messages: LeftMessages = .keep) {
        self.deletesAt = deletesAt
        self.messages = messages
    }
}

/// The request of `Endpoints.transferGroups`.
public struct GroupTransfer: Equatable, Sendable {
    /// The new owner of groups of which they are a member.
    public var to: UserID
    /// The reason, for the audit log.
    public var note: String

    public init(to: UserID, note: String = "") {
        self.to = to
        self.note = note
    }
}

/// The response of `Endpoints.transferGroups`.
public struct TransferredGroups: Equatable, Sendable {
    /// Groups that have the new owner.
    public var transferred: Int
    /// Groups that the person still owns, since the new owner is not a member of them.
    public var remaining: Int

    public init(transferred: Int, remaining: Int) {
        self.transferred = transferred
        self.remaining = remaining
    }
}

/// The response of `Endpoints.export`: a copy of one's own data.
public struct ExportState: Equatable, Sendable {
    public enum Phase: String, Equatable, Sendable, CaseIterable {
        /// There is none, or it is gone.
        case absent = "none"
        /// It is being made.
        case making
        /// It can be downloaded, once.
        case ready
        /// It could not be made; the message says why.
        case failed
    }

    public var phase: Phase
    public var id: ExportID?
    /// Conversations that are written, of all.
    public var done: Int
    public var total: Int
    /// The size of a ready one.
    public var bytes: Int64?
    /// When a ready one is removed.
    public var expiresAt: Timestamp?
    /// Why it failed.
    public var message: String

    public init(
        _ phase: Phase = .absent, id: ExportID? = nil, done: Int = 0, total: Int = 0, bytes: Int64? = nil,
        expiresAt: Timestamp? = nil, message: String = ""
    ) {
        self.phase = phase
        self.id = id
        self.done = done
        self.total = total
        self.bytes = bytes
        self.expiresAt = expiresAt
        self.message = message
    }
}

/// The request of `Endpoints.setRetention`, and the response of `Endpoints.retention`.
public struct Retention: Equatable, Sendable {
    /// Days after which messages of the conversation are deleted; 0 for never.
    public var days: Int
    /// The days after which the server deletes all messages; nil for never.
    public var serverDays: Int?

    public init(days: Int = 0, serverDays: Int? = nil) {
        self.days = days
        self.serverDays = serverDays
    }
}
