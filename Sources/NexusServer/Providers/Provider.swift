import Foundation
import NexusCore

/// A sign-in provider: its document and keys, fetched when they are needed and kept for an hour.
actor Provider {
    /// Milliseconds that document and keys are kept.
    static let life: Int64 = 3_600_000
    /// Milliseconds between two extra requests for keys, so that made-up tokens do not make this server ask all the time.
    static let rotationPause: Int64 = 60_000
    /// Milliseconds after a failure before it is asked again, except by an administrator.
    static let failurePause: Int64 = 5_000

    struct Known: Sendable {
        var document: ProviderDocument
        var keys: ProviderKeys
        var at: Timestamp
    }

    /// The result of the last request; nil before the first.
    struct Condition: Sendable {
        var at: Timestamp
        var problem: ProviderProblem?
    }

    nonisolated let settings: ProviderSettings
    private let http: ProviderHTTP
    private let now: @Sendable () -> Timestamp
    private var known: Known?
    private var rotatedAt: Timestamp?
    private var loading: Task<Known, any Error>?
    private(set) var condition: Condition?

    init(_ settings: ProviderSettings, http: ProviderHTTP, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        self.http = http
        self.now = now
    }

    nonisolated var face: SignInProvider { SignInProvider(name: settings.name, title: settings.title) }

    /// Who issues its tokens.
    ///
    /// - Throws: `Refusal` (`provider_unavailable`) where that is known from its document alone.
    func issuer() async throws -> ProviderIssuer {
        guard settings.tenants != nil else { return ProviderIssuer(settings.issuer) }
        return ProviderIssuer(settings.issuer, tenants: settings.tenants, named: try await document().issuer)
    }

    /// - Throws: `Refusal` (`provider_unavailable`).
    func document() async throws -> ProviderDocument { try await current().document }

    /// The claims of a token that this provider signed. With an unknown key its keys are fetched once more.
    ///
    /// - Parameter type: what a token that names its type must be, besides `JWT`.
    /// - Throws: `Refusal`: `provider_invalid`, `provider_unavailable`.
    func claims(of text: String, type: String = "jwt") async throws -> [String: ClaimValue] {
        guard let token = SignedToken(text) else {
            throw Refusal.invalidToken(settings.title, "has no signature that counts")
        }
        guard ["", "jwt", type].contains(token.type) else {
            throw Refusal.invalidToken(settings.title, "is of another type")
        }
        let time = now()
        let keys = if let known = fresh(at: time) { known.keys } else { try await current().keys }
        if let claims = await token.claims(keys) { return claims }
        guard rotatedAt.map({ time.since($0) >= Provider.rotationPause }) ?? true else {
            throw Refusal.invalidToken(settings.title, "is signed with an unknown key")
        }
        rotatedAt = time
        guard let claims = await token.claims(try await load().keys) else {
            throw Refusal.invalidToken(settings.title, "is signed with an unknown key")
        }
        return claims
    }

    /// Asks the provider at once.
    func check() async -> Condition {
        _ = try? await load()
        return condition ?? Condition(at: now(), problem: .unreachable)
    }

    /// The document and keys, as long as the last request for them succeeded: nobody is sent to a provider that is down.
    private func current() async throws -> Known {
        let time = now()
        if let condition, condition.problem != nil, time.since(condition.at) < Provider.failurePause {
            throw Refusal.providerUnavailable(settings.title)
        }
        if condition?.problem == nil, let known = fresh(at: time) { return known }
        return try await load()
    }

    private func fresh(at time: Timestamp) -> Known? {
        known.flatMap { time.since($0.at) < Provider.life ? $0 : nil }
    }

    /// Fetches document and keys; callers at the same time share one request.
    private func load() async throws -> Known {
        let task =
            loading
            ?? Task { [settings, http, now] in
                let described = try await http.get(ProviderDocument.address(of: settings.issuer)).success
                let document = try ProviderDocument.read(
                    described, of: ProviderIssuer(settings.issuer, tenants: settings.tenants))
                let keys = try ProviderKeys(try await http.get(document.jwksURI).success)
                return Known(document: document, keys: keys, at: now())
            }
        loading = task
        let result = await task.result
        if loading == task { loading = nil }
        do {
            let loaded = try result.get()
            known = loaded
            condition = Condition(at: loaded.at, problem: nil)
            return loaded
        } catch {
            condition = Condition(at: now(), problem: error as? ProviderProblem ?? .unreachable)
            throw Refusal.providerUnavailable(settings.title)
        }
    }
}

extension ProviderHTTP.Answer {
    /// - Throws: ``ProviderProblem``.
    var success: Data {
        get throws {
            guard status == 200 else { throw ProviderProblem.status(status) }
            return body
        }
    }
}

extension Refusal {
    static func providerUnavailable(_ title: String) -> Refusal {
        Refusal(
            .providerUnavailable,
            "\(title) does not answer now. Try again in a moment, or sign in another way; an administrator sees why.")
    }

    static let providerUnknown = Refusal(
        .providerUnknown, "This server has no sign-in provider of that name. Go back to the sign-in page.")
}
