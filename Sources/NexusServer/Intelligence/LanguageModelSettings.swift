import NexusCore
import NexusIntelligence

/// The operator's settings of AI.
public struct LanguageModelSettings: Sendable {
    /// `NEXUS_AI=off`: no assistant, no insights, nothing leaves the server.
    public var isOn = true
    /// Without one everything is answered with quotes.
    public var model: (any ChatModel)?
    public var budget = ModelBudget()
    /// Nil if the operator names no prices.
    public var prices: ModelPrices?
    /// Whether the model reads new messages for insights.
    public var extracts = true
    /// Whether the model checks the statements of its answers a second time. ``init(environment:)`` turns it on.
    public var checksAnswers = false
    /// The maximum time of an answer, retries included.
    public var deadline = Duration.seconds(60)

    public init() {}

    /// Reads `NEXUS_AI`, what ``ChatEndpointSettings/init(environment:)`` reads, `NEXUS_AI_EXTRACTION`,
    /// `NEXUS_AI_SECOND_CHECK`, `NEXUS_AI_TIMEOUT`, the prices and the budgets.
    ///
    /// - Throws: ``ChatSettingsError`` for a value that cannot be used.
    public init(environment: [String: String]) throws(ChatSettingsError) {
        func isOn(_ name: String) throws(ChatSettingsError) -> Bool {
            switch environment[name] ?? "" {
            case "", "on": return true
            case "off": return false
            default: throw ChatSettingsError(name, "is on or off.")
            }
        }
        self.isOn = try isOn("NEXUS_AI")
        guard self.isOn else { return }
        extracts = try isOn("NEXUS_AI_EXTRACTION")
        checksAnswers = try isOn("NEXUS_AI_SECOND_CHECK")
        model = try ChatEndpointSettings(environment: environment).map { ChatEndpoint($0) }
        func number(_ name: String, _ range: ClosedRange<Int>) throws(ChatSettingsError) -> Int? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw ChatSettingsError(name, "is a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
        let limits = 0...1_000_000_000
        if let seconds = try number("NEXUS_AI_TIMEOUT", 1...600) { deadline = .seconds(seconds) }
        if let limit = try number("NEXUS_AI_PERSON_REQUESTS", limits) { budget.person.requests = limit }
        if let limit = try number("NEXUS_AI_PERSON_TOKENS", limits) { budget.person.tokens = limit }
        if let limit = try number("NEXUS_AI_SERVER_REQUESTS", limits) { budget.server.requests = limit }
        if let limit = try number("NEXUS_AI_SERVER_TOKENS", limits) { budget.server.tokens = limit }
        prices = try ModelPrices(environment: environment)
        func money(_ name: String) throws(ChatSettingsError) -> Int64? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            guard let amount = Money.millionths(text) else {
                throw ChatSettingsError(name, "is an amount of money, such as 2.50.")
            }
            return amount
        }
        budget.person.money = try money("NEXUS_AI_PERSON_MONEY")
        budget.server.money = try money("NEXUS_AI_SERVER_MONEY")
    }
}

/// The daily budget of the language model; a day begins at midnight UTC.
public struct ModelBudget: Equatable, Sendable {
    public struct Limit: Equatable, Sendable {
        /// 0 for none.
        public var requests: Int
        /// Input and output together; 0 for none.
        public var tokens: Int
        /// Millionths of the currency's unit; nil for no limit.
        public var money: Int64?

        public init(requests: Int, tokens: Int, money: Int64? = nil) {
            self.requests = requests
            self.tokens = tokens
            self.money = money
        }
    }

    public var person = Limit(requests: 200, tokens: 1_000_000)
    public var server = Limit(requests: 5_000, tokens: 20_000_000)

    public init() {}

    static let day: Int64 = 86_400_000

    /// When the day began that a moment is in, and when the next one does.
    static func bounds(of time: Timestamp) -> (start: Timestamp, end: Timestamp) {
        let number = time.milliseconds / day - (time.milliseconds % day < 0 ? 1 : 0)
        return (Timestamp(milliseconds: number * day), Timestamp(milliseconds: (number + 1) * day))
    }

    /// The reason why a request is refused; nil if it is allowed.
    ///
    /// - Parameters:
    ///   - tokens: the estimate.
    ///   - cost: the estimate, in millionths; 0 without prices.
    func refusal(
        spentByPerson person: Limit, spentByServer server: Limit, tokens: Int, cost: Int64 = 0, at time: Timestamp
    ) -> Refusal? {
        let wait = ModelBudget.bounds(of: time).end.since(time)
        func isSpent(_ spent: Limit, _ limit: Limit) -> Bool {
            if let money = limit.money {
                let (sum, overflow) = (spent.money ?? 0).addingReportingOverflow(cost)
                if overflow || sum > money { return true }
            }
            return spent.requests >= limit.requests || spent.tokens + tokens > limit.tokens
        }
        if isSpent(person, self.person) {
            return Refusal(
                .aiBudget,
                "You have used today's budget of the language model. "
                    + "It answers you again from 00:00 UTC, in \(ModelBudget.words(wait)).", retryAfter: wait)
        }
        if isSpent(server, self.server) {
            return Refusal(
                .aiBudget,
                "This server has used today's budget of the language model. "
                    + "It answers again from 00:00 UTC, in \(ModelBudget.words(wait)).", retryAfter: wait)
        }
        return nil
    }

    private static func words(_ milliseconds: Int64) -> String {
        let minutes = max(1, (milliseconds + 59_999) / 60_000)
        if minutes < 60 { return minutes == 1 ? "a minute" : "\(minutes) minutes" }
        let hours = (minutes + 59) / 60
        return hours == 1 ? "an hour" : "\(hours) hours"
    }
}
