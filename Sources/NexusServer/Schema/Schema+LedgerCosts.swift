import NexusDatabase

extension Schema {
    /// The cost of a request at the prices of its time, in millionths of the currency's unit; null without prices.
    static let ledgerCosts = Migration(
        "ledger-costs",
        "ALTER TABLE ai_ledger ADD COLUMN cost {integer}; ALTER TABLE ai_ledger ADD COLUMN currency {text};")
}
