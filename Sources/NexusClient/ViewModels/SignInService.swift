import NexusCore

/// The service of the sign-in's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol SignInService: Sendable {
    func serverInfo(of server: String) async throws(ClientError) -> ServerInfo
    func signUp(server: String, name: String, email: String, password: String) async throws(ClientError) -> Profile
    func signIn(
        server: String, email: String, password: String, code: String?
    ) async throws(ClientError) -> Profile
    func setUp(
        server: String, code: String, name: String, email: String, password: String, team: String, join: JoinPolicy
    ) async throws(ClientError) -> Profile
    func look(atInvitation token: String, of server: String) async throws(ClientError) -> InvitationPreview
    func join(
        server: String, invitation token: String, name: String, email: String, password: String
    ) async throws(ClientError) -> Profile
    func claim(server: String, invitation token: String, password: String) async throws(ClientError) -> Profile
    func accept(invitation token: String) async throws(ClientError) -> InvitationPreview
    func askToJoin(email: String, server: String) async throws(ClientError)
    func forgotPassword(email: String, server: String) async throws(ClientError)
    func look(atReset token: String, of server: String) async throws(ClientError) -> ResetPreview
    func resetPassword(
        server: String, link token: String, to password: String, code: String?
    ) async throws(ClientError) -> Profile
    func confirmEmail(_ token: String, of server: String) async throws(ClientError) -> String
    func startSignIn(
        server: String, provider: String, invitation: String?, port: Int?
    ) async throws(ClientError) -> ProviderAttempt
    func finishSignIn(
        _ attempt: ProviderAttempt, with answer: ProviderAnswer, code: String?
    ) async throws(ClientError) -> Profile
    func passkeyChallenge(of server: String) async throws(ClientError) -> PasskeyChallenge
    func signIn(server: String, passkey: PasskeyAssertion) async throws(ClientError) -> Profile
}

extension NexusClient: SignInService {}
