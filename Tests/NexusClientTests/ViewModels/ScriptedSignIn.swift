import NexusCore
import Synchronization

@testable import NexusClient

/// A server to sign in at, with scripted answers; it notes each call.
final class ScriptedSignIn: SignInService {
    struct State: Sendable {
        var error: ClientError?
        var info = ServerInfo(team: "Engines", join: .everyone, providers: [ScriptedSignIn.provider])
        var invitation = InvitationPreview(team: "Engines", creator: "Bob", expiresAt: .zero)
        /// The code that sign-ins need; nil for none.
        var code: String?
        var calls: [String] = []
    }

    static let provider = SignInProvider(name: "google", title: "Google")
    private let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    private func note(_ call: String) throws(ClientError) -> State {
        let now = state.withLock { state in
            state.calls.append(call)
            return state
        }
        if let error = now.error { throw error }
        return now
    }

    private func enter(_ call: String, code: String? = nil) throws(ClientError) -> Profile {
        let wanted = try note(call + (code.map { " \($0)" } ?? "")).code
        guard let wanted else { return Samples.profile }
        guard let code else { throw .refused(Refusal(.codeRequired, "Enter the code.")) }
        guard code == wanted else { throw .refused(Refusal(.wrongCode, "This code is wrong.")) }
        return Samples.profile
    }

    func serverInfo(of server: String) async throws(ClientError) -> ServerInfo { try note("info \(server)").info }

    func signUp(server: String, name: String, email: String, password: String) async throws(ClientError) -> Profile {
        try enter("signUp \(name) \(email)")
    }

    func signIn(
        server: String, email: String, password: String, code: String?
    ) async throws(ClientError) -> Profile {
        try enter("signIn \(email)", code: code)
    }

    func setUp(
        server: String, code: String, name: String, email: String, password: String, team: String, join: JoinPolicy
    ) async throws(ClientError) -> Profile {
        try enter("setUp \(code) \(team) \(join.rawValue)")
    }

    func look(atInvitation token: String, of server: String) async throws(ClientError) -> InvitationPreview {
        try note("look \(token)").invitation
    }

    func join(
        server: String, invitation token: String, name: String, email: String, password: String
    ) async throws(ClientError) -> Profile {
        try enter("join \(token) \(name)")
    }

    func claim(server: String, invitation token: String, password: String) async throws(ClientError) -> Profile {
        try enter("claim \(token)")
    }

    func accept(invitation token: String) async throws(ClientError) -> InvitationPreview {
        try note("accept \(token)").invitation
    }

    func askToJoin(email: String, server: String) async throws(ClientError) { _ = try note("ask \(email)") }
    func forgotPassword(email: String, server: String) async throws(ClientError) { _ = try note("forgot \(email)") }

    func look(atReset token: String, of server: String) async throws(ClientError) -> ResetPreview {
        _ = try note("look \(token)")
        return ResetPreview(user: Samples.ada, expiresAt: .zero)
    }

    func resetPassword(
        server: String, link token: String, to password: String, code: String?
    ) async throws(ClientError) -> Profile {
        try enter("reset \(token)", code: code)
    }

    func confirmEmail(_ token: String, of server: String) async throws(ClientError) -> String {
        _ = try note("confirm \(token)")
        return "new@example.org"
    }

    func startSignIn(
        server: String, provider: String, invitation: String?, port: Int?
    ) async throws(ClientError) -> ProviderAttempt {
        _ = try note("start \(provider) \(invitation ?? "-")")
        return ProviderAttempt(
            server: server, provider: provider, url: "https://provider.example.org", state: "state", verifier: "v")
    }

    func finishSignIn(
        _ attempt: ProviderAttempt, with answer: ProviderAnswer, code: String?
    ) async throws(ClientError) -> Profile {
        try enter("finish \(attempt.provider)", code: code)
    }

    func passkeyChallenge(of server: String) async throws(ClientError) -> PasskeyChallenge {
        _ = try note("challenge")
        return PasskeyChallenge(challenge: "c", host: "example.org")
    }

    func signIn(server: String, passkey: PasskeyAssertion) async throws(ClientError) -> Profile {
        _ = try note("passkey \(passkey.id)")
        return Samples.profile
    }
}
