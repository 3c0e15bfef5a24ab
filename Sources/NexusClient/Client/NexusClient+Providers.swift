import Crypto
import Foundation
import NexusCore

/// A sign-in with a provider that this client began: open ``url`` in a browser, then finish with the answer.
public struct ProviderAttempt: Sendable {
    public let server: String
    /// The provider's name, such as `google`.
    public let provider: String
    /// The provider's page.
    public let url: String
    /// Comes back with the answer.
    public let state: String
    let verifier: String
}

extension NexusClient {
    /// Begins a sign-in with a provider (OpenID Connect); `serverInfo(of:)` lists them.
    ///
    /// - Parameters:
    ///   - invitation: the part of an invitation's link behind `#`, for a person who has no account yet.
    ///   - port: where a ``LoopbackListener`` waits on this device.
    /// - Throws: ``ClientError/refused(_:)``: `provider_unknown`, `provider_unavailable`; ``ClientError/otherAccount(_:)`` if another user is
    ///   signed in; ``ClientError/offline(_:)``.
    public func startSignIn(
        server: String, provider: String, invitation: String? = nil, port: Int? = nil
    ) async throws(ClientError) -> ProviderAttempt {
        try await checkVacant()
        let verifier = NexusClient.randomWord()
        let challenge = Base64URL.text(of: Array(SHA256.hash(data: Data(verifier.utf8))))
        let start = ProviderStart(
            device: configuration.device, invitation: invitation, challenge: challenge, port: port)
        let started = try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.startProvider, start, path: ["provider": provider])
        return ProviderAttempt(
            server: server, provider: provider, url: started.url, state: started.state, verifier: verifier)
    }

    /// Signs in with what the provider answered. After a refusal with `code_required` the same call with a code goes on.
    ///
    /// - Parameter code: of the account's authenticator app, or a recovery code, if its sign-ins need one.
    /// - Throws: ``ClientError/refused(_:)``: `provider_denied`, `provider_invalid`, `provider_expired`, `email_unconfirmed`,
    ///   `email_taken`, `invitation_required`, `code_required`, `wrong_code`.
    @discardableResult
    public func finishSignIn(
        _ attempt: ProviderAttempt, with answer: ProviderAnswer, code: String? = nil
    ) async throws(ClientError) -> Profile {
        var answer = answer
        answer.verifier = attempt.verifier
        answer.secondFactor = code
        let api = ServerAPI(server: try ServerAddress(attempt.server), http: configuration.http)
        try await checkVacant()
        return try await enter(
            try await api.call(Endpoints.finishProvider, answer, path: ["provider": attempt.provider]), api)
    }

    /// A nonce for an ID token that this device asks the provider for itself, with the provider's own sign-in of iPhone or Android.
    public func providerNonce(server: String, provider: String) async throws(ClientError) -> ProviderNonce {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.providerNonce, Nothing(), path: ["provider": provider])
    }

    /// Signs in with an ID token that this device got itself.
    ///
    /// - Parameter nonce: of ``providerNonce(server:provider:)``, exactly as it is in the token.
    /// - Throws: as ``finishSignIn(_:with:code:)``.
    @discardableResult
    public func signIn(
        server: String, provider: String, idToken: String, nonce: String, invitation: String? = nil,
        code: String? = nil
    ) async throws(ClientError) -> Profile {
        let request = ProviderToken(
            token: idToken, nonce: nonce, device: configuration.device, invitation: invitation, secondFactor: code)
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(
            try await api.call(Endpoints.signInWithToken, request, path: ["provider": provider]), api)
    }

    /// The providers that the user's account is connected with.
    public func connectedProviders() async throws(ClientError) -> ConnectedProviders {
        try await api().call(Endpoints.connectedProviders, Nothing())
    }

    /// Disconnects a provider.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `last_way_in`, `proof_required`.
    @discardableResult
    public func disconnect(provider: String) async throws(ClientError) -> ConnectedProviders {
        try await api().call(Endpoints.disconnectProvider, Nothing(), path: ["provider": provider])
    }

    /// For administrators: the sign-in providers and their state.
    public func providers() async throws(ClientError) -> ProviderReport {
        try await api().call(Endpoints.providers, Nothing())
    }

    /// For administrators: asks a provider for its settings and keys at once.
    public func testProvider(_ name: String) async throws(ClientError) -> ProviderState {
        try await api().call(Endpoints.testProvider, Nothing(), path: ["provider": name])
    }

    /// 256 random bits.
    private static func randomWord() -> String {
        Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }
}
