import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of the ledger: sizes and outcomes of requests to the language model, never texts. Daily budgets are computed
/// from it.
enum LedgerRepository {
    /// Begins an entry before anything leaves the server, with estimated tokens until it ends.
    static func begin(_ entry: LedgerEntry, for user: UserID, _ transaction: Transaction) throws -> Int64 {
        try transaction.first(
            """
            INSERT INTO ai_ledger (at, user_id, purpose, model, messages, input_tokens, output_tokens, outcome, took,
                cost, currency)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10) RETURNING number
            """, .time(entry.at), .id(user), .text(entry.purpose), .text(entry.model), .integer(entry.messages),
            .integer(entry.inputTokens), .integer(entry.outputTokens), .text(entry.outcome),
            .optional(entry.cost?.millionths), .optional(entry.cost?.currency)
        ) { try $0.next() } ?? 0
    }

    /// - Parameter cost: in millionths of the currency at its beginning; nil without prices.
    static func end(
        _ number: Int64, _ outcome: String, usage: TokenUsage, cost: Int64?, took: Int64, _ transaction: Transaction
    ) throws {
        try transaction.run(
            """
            UPDATE ai_ledger SET outcome = $2, input_tokens = $3, output_tokens = $4, took = $5, cost = $6
            WHERE number = $1
            """, .integer(number), .text(outcome), .integer(usage.input), .integer(usage.output), .integer(took),
            .optional(cost))
    }

    /// The usage since a time, by one user or by all.
    /// - Parameter currency: costs in another one are not counted.
    static func spent(
        by user: UserID?, since start: Timestamp, currency: String? = nil, _ reader: Reader
    ) throws -> ModelBudget.Limit {
        func read(_ row: inout Row) throws -> ModelBudget.Limit {
            ModelBudget.Limit(requests: try row.next(), tokens: try row.next(), money: try row.next())
        }
        let spent =
            if let user {
                try reader.first(
                    SQL(
                        """
                        SELECT COUNT(*), COALESCE(SUM(input_tokens + output_tokens), 0), \(money(ofCurrency: "$3"))
                        FROM ai_ledger WHERE user_id = $1 AND at >= $2
                        """), .id(user), .time(start), .optional(currency), body: read)
            } else {
                try reader.first(
                    SQL(
                        """
                        SELECT COUNT(*), COALESCE(SUM(input_tokens + output_tokens), 0), \(money(ofCurrency: "$2"))
                        FROM ai_ledger WHERE at >= $1
                        """), .time(start), .optional(currency), body: read)
            }
        return spent ?? ModelBudget.Limit(requests: 0, tokens: 0)
    }

    /// The sum of the costs in a currency, at most 4 × 10¹⁸: added as fractions, so that it cannot overflow.
    private static func money(ofCurrency parameter: String) -> String {
        let sum = "COALESCE(SUM(CASE WHEN currency = \(parameter) THEN cost * 1.0 END), 0)"
        return "CAST(CASE WHEN \(sum) > 4e18 THEN 4e18 ELSE \(sum) END AS BIGINT)"
    }

    /// Entries before a number, newest first: of one user or of all.
    static func entries(
        of user: UserID?, before number: Int64, limit: Int, _ reader: Reader
    ) throws -> [LedgerEntry] {
        func read(_ row: inout Row) throws -> LedgerEntry {
            var entry = LedgerEntry(
                number: try row.next(), at: try row.next(),
                user: User(id: try row.next(), name: try row.next(), email: try row.next()), purpose: try row.next(),
                model: try row.next(), messages: try row.next(), inputTokens: try row.next(),
                outputTokens: try row.next(),
                outcome: try row.next(), took: try row.next())
            let (cost, currency): (Int64?, String?) = (try row.next(), try row.next())
            if let cost, let currency { entry.cost = Money(millionths: cost, currency: currency) }
            return entry
        }
        if let user {
            return try reader.all(
                """
                SELECT l.number, l.at, u.id, u.name, u.email, l.purpose, l.model, l.messages, l.input_tokens,
                    l.output_tokens, l.outcome, l.took, l.cost, l.currency
                FROM ai_ledger AS l JOIN users AS u ON u.id = l.user_id
                WHERE l.user_id = $3 AND l.number < $1 ORDER BY l.number DESC LIMIT $2
                """, .integer(number), .integer(limit), .id(user), body: read)
        }
        return try reader.all(
            """
            SELECT l.number, l.at, u.id, u.name, u.email, l.purpose, l.model, l.messages, l.input_tokens,
                l.output_tokens, l.outcome, l.took, l.cost, l.currency
            FROM ai_ledger AS l JOIN users AS u ON u.id = l.user_id
            WHERE l.number < $1 ORDER BY l.number DESC LIMIT $2
            """, .integer(number), .integer(limit), body: read)
    }
}
