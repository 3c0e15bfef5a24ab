import NexusCore
import NexusIntelligence

/// What the language model costs, as the operator names it.
public struct ModelPrices: Equatable, Sendable {
    /// Millionths of the currency's unit for a million tokens.
    public var input: Int64
    public var output: Int64
    /// A word: `USD`.
    public var currency: String

    public init(input: Int64, output: Int64, currency: String) {
        self.input = input
        self.output = output
        self.currency = currency
    }

    /// The cost of tokens, rounded up; at most the greatest integer, since endpoints report what they like.
    func cost(of usage: TokenUsage) -> Int64 {
        func part(_ tokens: Int, _ price: Int64) -> Int64 {
            let (high, low) = Int64(max(0, tokens)).multipliedFullWidth(by: price)
            guard high < 1_000_000 else { return .max }
            let (quotient, rest) = Int64(1_000_000).dividingFullWidth((high, low))
            return rest > 0 ? quotient + 1 : quotient
        }
        let (sum, overflow) = part(usage.input, input).addingReportingOverflow(part(usage.output, output))
        return overflow ? .max : sum
    }

    /// Reads `NEXUS_AI_PRICE_INPUT`, `NEXUS_AI_PRICE_OUTPUT` and `NEXUS_AI_CURRENCY`; nil without prices.
    /// - Throws: ``ChatSettingsError``.
    init?(environment: [String: String]) throws(ChatSettingsError) {
        func price(_ name: String) throws(ChatSettingsError) -> Int64? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            guard let price = Money.millionths(text), price <= Self.limit else {
                throw ChatSettingsError(name, "is a price for a million tokens, such as 2.5, up to 100000.")
            }
            return price
        }
        let (input, output) = (try price("NEXUS_AI_PRICE_INPUT"), try price("NEXUS_AI_PRICE_OUTPUT"))
        let word = environment["NEXUS_AI_CURRENCY"] ?? ""
        guard let input, let output else {
            if (input == nil) != (output == nil) {
                throw ChatSettingsError(
                    input == nil ? "NEXUS_AI_PRICE_INPUT" : "NEXUS_AI_PRICE_OUTPUT",
                    "is missing, though the other price is set.")
            }
            for name in ["NEXUS_AI_CURRENCY", "NEXUS_AI_PERSON_MONEY", "NEXUS_AI_SERVER_MONEY"]
            where !(environment[name] ?? "").isEmpty {
                throw ChatSettingsError(name, "needs NEXUS_AI_PRICE_INPUT and NEXUS_AI_PRICE_OUTPUT.")
            }
            return nil
        }
        guard word.count <= 8,
            word.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || $0.properties.generalCategory == .currencySymbol
            })
        else { throw ChatSettingsError("NEXUS_AI_CURRENCY", "is a word or sign of at most 8 letters, such as EUR.") }
        self.init(input: input, output: output, currency: word.isEmpty ? "USD" : word)
    }

    private static let limit: Int64 = 100_000_000_000
}
