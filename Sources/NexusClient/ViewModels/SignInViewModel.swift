import NexusCore
import Observation

/// The way into an account: sign-in, sign-up, the links of an invitation, a set-up or a forgotten password, providers and passkeys. The
/// ``SessionViewModel`` learns of the sign-in by itself.
@Observable @MainActor
public final class SignInViewModel {
    /// What ``submit()`` does.
    public enum Mode: Equatable, Sendable {
        case signIn
        case signUp
        /// Sets a fresh server up, with the code of its link.
        case setUp(code: String)
        /// Opens an account with an invitation, or takes over the one that it is for.
        case join(token: String, InvitationPreview)
        /// Sets a new password with a link.
        case reset(token: String, ResetPreview)
        /// Asks for a link that sets a new password.
        case forgot
        /// Asks for a link that joins the team.
        case ask
    }

    /// What a request without a sign-in has done.
    public enum Outcome: Equatable, Sendable {
        /// A link is on its way to the address, if it has an account or may join.
        case mailed(String)
        /// The account's new address is confirmed.
        case confirmed(String)
        /// The groups that the signed-in user has joined.
        case joined([InvitedConversation])
    }

    /// A field of the form.
    public enum Field: Equatable, Sendable, CaseIterable { case server, name, email, password, code, team }

    /// The server's address; a change forgets what ``lookUp()`` found.
    public var server: String {
        didSet { if server != oldValue { info = nil } }
    }
    public var mode = Mode.signIn {
        didSet { if mode != oldValue { forget() } }
    }
    public var name = ""
    public var email = ""
    public var password = ""
    /// The code of an authenticator app, or a recovery code: see ``needsCode``.
    public var code = ""
    /// The team's name, for a set-up.
    public var team = ""
    /// Who may join the team from then on, for a set-up.
    public var joinPolicy = JoinPolicy.invited
    /// What the server told of itself; nil until ``lookUp()``.
    public private(set) var info: ServerInfo?
    /// Whether the sign-in needs a code of the second factor: fill ``code`` and call ``submit()`` again.
    public private(set) var needsCode = false
    public private(set) var outcome: Outcome?
    public private(set) var isWorking = false
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any SignInService
    private let notice: ErrorNotice
    /// A sign-in with a provider that is under way, and its answer once it came.
    @ObservationIgnored private var attempt: ProviderAttempt?
    @ObservationIgnored private var answer: ProviderAnswer?

    public init(_ service: any SignInService, server: String = "", clock: any ClientClock = SystemClock()) {
        self.service = service
        self.server = server
        notice = ErrorNotice(clock)
    }

    /// Asks the server for its team, who may join, and its providers. A screen calls it once the address is known.
    public func lookUp() async {
        let server = server
        // Beside what the user does: it holds no sign-in back, and hides no error of one.
        let found = await notice.load { () throws(ClientError) in try await service.serverInfo(of: server) }
        if let found, server == self.server { info = found }
    }

    /// Opens a link that was mailed, handed over or printed by the server.
    public func open(_ link: String) async {
        await work { () throws(ClientError) in
            let link = try AccountLink(link)
            let server = link.server.description
            self.server = server
            switch link.purpose {
            case .setUp: mode = .setUp(code: link.secret)
            case .join:
                let preview = try await service.look(atInvitation: link.secret, of: server)
                mode = .join(token: link.secret, preview)
                email = preview.person?.email ?? preview.email ?? email
            case .reset: mode = .reset(token: link.secret, try await service.look(atReset: link.secret, of: server))
            case .confirm: outcome = .confirmed(try await service.confirmEmail(link.secret, of: server))
            }
            info = try await service.serverInfo(of: server)
        }
    }

    /// The fields of the form in this mode, in order.
    public var fields: [Field] {
        let code: [Field] = needsCode ? [.code] : []
        return switch mode {
        case .signIn: answer == nil ? [.server, .email, .password] + code : code
        case .signUp: [.server, .name, .email, .password]
        case .setUp: [.name, .email, .password, .team]
        case .join(_, let preview): preview.person == nil ? [.name, .email, .password] : [.password]
        case .reset: [.password] + code
        case .forgot, .ask: [.server, .email]
        }
    }

    /// Whether all ``fields`` are filled.
    public var canSubmit: Bool {
        !isWorking
            && fields.allSatisfy { field in
                switch field {
                case .server: !server.trimmed.isEmpty
                case .name: !name.trimmed.isEmpty
                case .email: !email.trimmed.isEmpty
                case .password: !password.isEmpty
                case .code: !code.trimmed.isEmpty
                case .team: !team.trimmed.isEmpty
                }
            }
    }

    /// Whether people open accounts here without an invitation; false until ``lookUp()``.
    public var takesEveryone: Bool { info.map { $0.join == .everyone && !$0.needsSetup } ?? false }

    /// The providers to sign in with.
    public var providers: [SignInProvider] {
        guard let info, !info.needsSetup else { return [] }
        return switch mode {
        case .signIn, .join: info.providers
        case .signUp: takesEveryone ? info.providers : []
        case .setUp, .reset, .forgot, .ask: []
        }
    }

    /// Sends the form.
    ///
    /// - Returns: whether the user is signed in.
    @discardableResult
    public func submit() async -> Bool {
        guard canSubmit else { return false }
        return await work { () throws(ClientError) in try await send() } ?? false
    }

    /// Accepts the invitation with the account that is signed in.
    public func accept() async {
        guard case .join(let token, _) = mode else { return }
        await work { () throws(ClientError) in
            outcome = .joined(try await service.accept(invitation: token).conversations)
        }
    }

    // MARK: Providers and passkeys

    /// Begins a sign-in with a provider.
    ///
    /// - Parameter port: where a ``LoopbackListener`` waits for the answer; nil for an app that the answer opens.
    /// - Returns: the page to open in a browser; nil with ``error``.
    public func start(_ provider: SignInProvider, port: Int? = nil) async -> String? {
        let server = server
        var invitation: String?
        if case .join(let token, _) = mode { invitation = token }
        return await work { () throws(ClientError) in
            let begun = try await service.startSignIn(
                server: server, provider: provider.name, invitation: invitation, port: port)
            attempt = begun
            answer = nil
            return begun.url
        }
    }

    /// Finishes the sign-in with what the provider answered. With ``needsCode`` afterwards, ``submit()`` goes on.
    ///
    /// - Returns: whether the user is signed in.
    @discardableResult
    public func finish(_ answer: ProviderAnswer) async -> Bool {
        guard let attempt else { return false }
        guard attempt.state == answer.state else {
            notice.show(.refused(Refusal(.providerInvalid, "This answer is not of the sign-in that was begun here.")))
            return false
        }
        self.answer = answer
        return await work { () throws(ClientError) in try await finishProvider() } ?? false
    }

    /// What a passkey of this device signs for ``signIn(with:)``; nil with ``error``.
    public func passkeyChallenge() async -> PasskeyChallenge? {
        let server = server
        return await work { () throws(ClientError) in try await service.passkeyChallenge(of: server) }
    }

    /// Signs in with what a passkey signed.
    @discardableResult
    public func signIn(with passkey: PasskeyAssertion) async -> Bool {
        let server = server
        return await work { () throws(ClientError) in
            _ = try await service.signIn(server: server, passkey: passkey)
            return entered()
        } ?? false
    }

    // MARK: Sending

    private func send() async throws(ClientError) -> Bool {
        let (server, name, email, password) = (server.trimmed, name.trimmed, email.trimmed, password)
        let code = needsCode ? code.trimmed : nil
        switch mode {
        case .signIn:
            if answer != nil { return try await finishProvider() }
            _ = try await service.signIn(server: server, email: email, password: password, code: code)
        case .signUp: _ = try await service.signUp(server: server, name: name, email: email, password: password)
        case .setUp(let secret):
            _ = try await service.setUp(
                server: server, code: secret, name: name, email: email, password: password, team: team.trimmed,
                join: joinPolicy)
        case .join(let token, let preview):
            if preview.person == nil {
                _ = try await service.join(
                    server: server, invitation: token, name: name, email: email, password: password)
            } else {
                _ = try await service.claim(server: server, invitation: token, password: password)
            }
        case .reset(let token, _):
            _ = try await service.resetPassword(server: server, link: token, to: password, code: code)
        case .forgot:
            try await service.forgotPassword(email: email, server: server)
            outcome = .mailed(email)
            return false
        case .ask:
            try await service.askToJoin(email: email, server: server)
            outcome = .mailed(email)
            return false
        }
        return entered()
    }

    private func finishProvider() async throws(ClientError) -> Bool {
        guard let attempt, let answer else { return false }
        _ = try await service.finishSignIn(attempt, with: answer, code: needsCode ? code.trimmed : nil)
        return entered()
    }

    /// Nothing of the secrets stays in memory after the sign-in.
    private func entered() -> Bool {
        password = ""
        mode = .signIn
        forget()
        return true
    }

    private func forget() {
        needsCode = false
        code = ""
        attempt = nil
        answer = nil
        outcome = nil
    }

    private func work<Value: Sendable>(_ body: () async throws(ClientError) -> Value) async -> Value? {
        isWorking = true
        defer { isWorking = false }
        return await notice.act { () throws(ClientError) -> Value? in
            do throws(ClientError) {
                return try await body()
            } catch .refused(let refusal) where refusal.code == .codeRequired && !needsCode {
                // The form asks for the code; nothing is wrong yet.
                needsCode = true
                return nil
            }
        } ?? nil
    }
}
