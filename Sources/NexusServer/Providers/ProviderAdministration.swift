import NexusCore
import NexusDatabase

/// Shows administrators the providers, and tests them.
struct ProviderAdministration: Sendable {
    let database: any Database
    let directory: ProviderDirectory
    let takesPasswords: Bool
    let limit: UserLimit

    /// - Throws: `Refusal` (`forbidden`).
    func report(for user: UserID) async throws -> ProviderReport {
        try await database.read { try AccountStatus.requireAdministrator(user, $0) }
        var states: [ProviderState] = []
        for provider in directory.providers { states.append(state(provider, await provider.condition)) }
        return ProviderReport(providers: states, takesPasswords: takesPasswords)
    }

    /// Asks a provider for its document and keys at once.
    ///
    /// - Throws: `Refusal`: `forbidden`, `provider_unknown`, `rate_limited`.
    func test(_ name: String?, by user: UserID) async throws -> ProviderState {
        try await database.read { try AccountStatus.requireAdministrator(user, $0) }
        let provider = try directory.provider(name)
        try limit.take(user)
        return state(provider, await provider.check())
    }

    private func state(_ provider: Provider, _ condition: Provider.Condition?) -> ProviderState {
        ProviderState(
            provider: provider.face, issuer: provider.settings.issuer, redirect: directory.redirect(of: provider),
            problem: condition?.problem?.text, checkedAt: condition?.at)
    }
}
