import NexusCore
import NexusDatabase

/// The ledger of requests to the language model: for administrators, and each user's own.
struct LedgerService: Sendable {
    /// Entries in one answer, at most.
    static let rowsPerAnswer = 100

    let database: any Database
    let gateway: LanguageModelGateway

    /// All entries, for administrators.
    func everybody(before number: Int64, asAskedBy user: UserID) async throws -> LedgerPage {
        try await database.read { reader in
            try AccountStatus.requireAdministrator(user, reader)
            return LedgerPage(
                entries: try LedgerRepository.entries(of: nil, before: number, limit: Self.rowsPerAnswer, reader))
        }
    }

    /// A user's own entries.
    func own(before number: Int64, of user: UserID) async throws -> LedgerPage {
        try await database.read { reader in
            LedgerPage(
                entries: try LedgerRepository.entries(of: user, before: number, limit: Self.rowsPerAnswer, reader))
        }
    }

    /// The model, and a user's remaining daily budget.
    func state(of user: UserID) async throws -> LanguageModelState {
        let time = gateway.now()
        let (start, end) = ModelBudget.bounds(of: time)
        let prices = gateway.isOn ? gateway.settings.prices : nil
        let spent = try await database.read {
            try LedgerRepository.spent(by: user, since: start, currency: prices?.currency, $0)
        }
        let limit = gateway.settings.budget.person
        func money(_ millionths: Int64?) -> Money? {
            guard let prices, let millionths else { return nil }
            return Money(millionths: millionths, currency: prices.currency)
        }
        return LanguageModelState(
            isOn: gateway.isOn, model: gateway.modelName, requests: Int64(spent.requests),
            requestLimit: Int64(limit.requests), tokens: Int64(spent.tokens), tokenLimit: Int64(limit.tokens),
            renewsAt: end, cost: money(spent.money), costLimit: money(limit.money))
    }
}
