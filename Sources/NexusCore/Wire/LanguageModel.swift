/// Something that left the server for a language model: when, for whom and how much, and never what.
public struct LedgerEntry: Equatable, Sendable {
    /// Entries are numbered from 1, in the order in which they began.
    public var number: Int64
    public var at: Timestamp
    /// For whom.
    public var user: User
    /// What for: the prompt and its version, such as `answer/1`.
    public var purpose: String
    public var model: String
    /// How many messages were sent.
    public var messages: Int64
    public var inputTokens: Int64
    public var outputTokens: Int64
    /// ``answered``, ``cancelled``, ``started``, ``failed``, or the code of what failed (`ai_timed_out`).
    public var outcome: String
    /// Milliseconds it took.
    public var took: Int64
    /// What it cost at the operator's prices; `nil` without prices.
    public var cost: Money?

    /// Not ended yet, or cut off by the end of the server: the tokens are an estimate.
    public static let started = "started"
    public static let answered = "answered"
    /// The caller did not wait.
    public static let cancelled = "cancelled"
    /// Failed in the server itself.
    public static let failed = "failed"

    public init(
        number: Int64, at: Timestamp, user: User, purpose: String, model: String, messages: Int64, inputTokens: Int64,
        outputTokens: Int64, outcome: String, took: Int64 = 0, cost: Money? = nil
    ) {
        self.number = number
        self.at = at
        self.user = user
        self.purpose = purpose
        self.model = model
        self.messages = messages
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
        self.outcome = outcome
        self.took = took
        self.cost = cost
    }
}

/// The response of `Endpoints.ledger` and `Endpoints.ownLedger`: the newest first.
public struct LedgerPage: Equatable, Sendable {
    public var entries: [LedgerEntry]

    public init(entries: [LedgerEntry]) { self.entries = entries }
}

/// The response of `Endpoints.languageModel`.
public struct LanguageModelState: Equatable, Sendable {
    /// Whether artificial intelligence is used on this server at all.
    public var isOn: Bool
    /// What the operator named; `nil` where answers are quotes.
    public var model: String?
    /// What was asked for this person today, and what may be.
    public var requests: Int64
    public var requestLimit: Int64
    public var tokens: Int64
    public var tokenLimit: Int64
    /// When the next day begins.
    public var renewsAt: Timestamp
    /// What it cost today; `nil` without prices.
    public var cost: Money?
    /// What it may cost a day; `nil` without such a limit.
    public var costLimit: Money?

    public init(
        isOn: Bool, model: String?, requests: Int64, requestLimit: Int64, tokens: Int64, tokenLimit: Int64,
        renewsAt: Timestamp, cost: Money? = nil, costLimit: Money? = nil
    ) {
        self.isOn = isOn
        self.model = model
        self.requests = requests
        self.requestLimit = requestLimit
        self.tokens = tokens
        self.tokenLimit = tokenLimit
        self.renewsAt = renewsAt
        self.cost = cost
        self.costLimit = costLimit
    }
}
