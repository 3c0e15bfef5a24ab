import NexusCore

/// The configured providers, and where each sends browsers back to.
struct ProviderDirectory: Sendable {
    let providers: [Provider]
    let http: ProviderHTTP
    private let server: String

    init(_ settings: SignInSettings, now: @escaping @Sendable () -> Timestamp) {
        providers = settings.providers.map { Provider($0, http: settings.http, now: now) }
        http = settings.http
        server = settings.server
    }

    /// - Throws: `Refusal` (`provider_unknown`).
    func provider(_ name: String?) throws(Refusal) -> Provider {
        guard let provider = providers.first(where: { $0.settings.name == name }) else {
            throw Refusal.providerUnknown
        }
        return provider
    }

    func provider(issuer: String) -> Provider? { providers.first { $0.settings.issuer == issuer } }

    func redirect(of provider: Provider) -> String {
        "\(server)/v1/providers/\(provider.settings.name)/callback"
    }
}
