#if DEBUG
    import NexusClient
    import NexusCore

    extension PreviewServices: AccountService, SignInService {
        func signUp(
            server: String, name: String, email: String, password: String
        ) async throws(ClientError) -> Profile { throw failure }
        func signIn(
            server: String, email: String, password: String, code: String?
        ) async throws(ClientError) -> Profile { throw failure }
        func signOut() async throws(ClientError) {}
        func run() async throws(ClientError) { try? await Task.sleep(for: .seconds(3_600)) }

        func serverInfo(of server: String) async throws(ClientError) -> ServerInfo { try known(serverInfo) }
        func setUp(
            server: String, code: String, name: String, email: String, password: String, team: String, join: JoinPolicy
        ) async throws(ClientError) -> Profile { throw failure }
        func look(
            atInvitation token: String, of server: String
        ) async throws(ClientError) -> InvitationPreview { throw failure }
        func join(
            server: String, invitation token: String, name: String, email: String, password: String
        ) async throws(ClientError) -> Profile { throw failure }
        func claim(
            server: String, invitation token: String, password: String
        ) async throws(ClientError) -> Profile { throw failure }
        func accept(invitation token: String) async throws(ClientError) -> InvitationPreview { throw failure }
        func askToJoin(email: String, server: String) async throws(ClientError) {}
        func forgotPassword(email: String, server: String) async throws(ClientError) {}
        func look(atReset token: String, of server: String) async throws(ClientError) -> ResetPreview { throw failure }
        func resetPassword(
            server: String, link token: String, to password: String, code: String?
        ) async throws(ClientError) -> Profile { throw failure }
        func confirmEmail(_ token: String, of server: String) async throws(ClientError) -> String { throw failure }
        func startSignIn(
            server: String, provider: String, invitation: String?, port: Int?
        ) async throws(ClientError) -> ProviderAttempt { throw failure }
        func finishSignIn(
            _ attempt: ProviderAttempt, with answer: ProviderAnswer, code: String?
        ) async throws(ClientError) -> Profile { throw failure }
        func passkeyChallenge(of server: String) async throws(ClientError) -> PasskeyChallenge { throw failure }
        func signIn(server: String, passkey: PasskeyAssertion) async throws(ClientError) -> Profile { throw failure }
    }
#endif
