import NexusCore

/// The signed-in user and their server.
public struct Account: Equatable, Sendable {
    public var server: ServerAddress
    public var session: SessionID
    public var profile: Profile

    public init(server: ServerAddress, session: SessionID, profile: Profile) {
        self.server = server
        self.session = session
        self.profile = profile
    }
}

extension NexusClient {
    /// The signed-in user; `nil` if signed out. Works offline.
    public func account() throws(ClientError) -> Account? {
        guard let held = try credentials.load(), let profile = try openStore().profile() else { return nil }
        return Account(server: held.server, session: held.session, profile: profile)
    }

    /// Creates an account and signs in.
    ///
    /// - Parameter server: such as `https://chat.example.org`.
    /// - Throws: ``ClientError/refused(_:)`` for an invalid address, name or password; ``ClientError/otherAccount(_:)``
    ///   if another user is signed in; ``ClientError/offline(_:)``.
    @discardableResult
    public func signUp(
        server: String, name: String, email: String, password: String
    ) async throws(ClientError) -> Profile {
        let request = try newAccount(name: name, email: email, password: password)
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(try await api.call(Endpoints.signUp, request), api)
    }

    /// Sets a fresh server up and signs in as its administrator.
    ///
    /// - Parameters:
    ///   - code: of the set-up link that the server printed.
    ///   - team: the team's name.
    ///   - join: who may open an account from now on.
    /// - Throws: as ``signUp(server:name:email:password:)``; ``ClientError/refused(_:)`` (`setup_invalid`) for another code, or
    ///   where the server is set up already.
    @discardableResult
    public func setUp(
        server: String, code: String, name: String, email: String, password: String, team: String,
        join: JoinPolicy = .invited
    ) async throws(ClientError) -> Profile {
        let account = try newAccount(name: name, email: email, password: password)
        let request: SetupRequest
        do throws(TextProblem) {
            request = SetupRequest(code: code, account: account, team: try TextRule.team(team), join: join)
        } catch {
            throw .refused(Refusal(error))
        }
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(try await api.call(Endpoints.setUp, request), api)
    }

    /// Opens an account with an invitation, joins its groups and signs in.
    ///
    /// - Parameter token: the part of the invitation's link behind `#`.
    /// - Throws: as ``signUp(server:name:email:password:)``; ``ClientError/refused(_:)`` (`invitation_invalid`) for a link that is
    ///   used up, expired or revoked.
    @discardableResult
    public func join(
        server: String, invitation token: String, name: String, email: String, password: String
    ) async throws(ClientError) -> Profile {
        let account = try newAccount(name: name, email: email, password: password)
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(try await api.call(Endpoints.join, JoinRequest(token: token, account: account)), api)
    }

    /// Takes over the account of an imported or added person with the invitation made for them, and signs in.
    ///
    /// - Throws: as ``join(server:invitation:name:email:password:)``.
    @discardableResult
    public func claim(
        server: String, invitation token: String, password: String
    ) async throws(ClientError) -> Profile {
        let request: ClaimRequest
        do throws(TextProblem) {
            request = ClaimRequest(
                token: token, password: try TextRule.password(password), device: configuration.device)
        } catch {
            throw .refused(Refusal(error))
        }
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(try await api.call(Endpoints.claim, request), api)
    }

    /// The team's name and who may join; needs no sign-in.
    ///
    /// - Throws: ``ClientError/offline(_:)``, ``ClientError/invalidAddress(_:)``.
    public func serverInfo(of server: String) async throws(ClientError) -> ServerInfo {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.server, Nothing())
    }

    private func newAccount(name: String, email: String, password: String) throws(ClientError) -> SignUpRequest {
        do throws(TextProblem) {
            return SignUpRequest(
                email: try TextRule.email(email), password: try TextRule.password(password),
                name: try TextRule.name(name), device: configuration.device)
        } catch {
            throw .refused(Refusal(error))
        }
    }

    /// Signs in. The profile keeps its data of the same user and sends its queue.
    ///
    /// - Parameter code: of the account's authenticator app, or a recovery code, if its sign-ins need one.
    /// - Throws: as ``signUp(server:name:email:password:)``; ``ClientError/refused(_:)``: `code_required` if a code is missing,
    ///   `wrong_code`.
    @discardableResult
    public func signIn(
        server: String, email: String, password: String, code: String? = nil
    ) async throws(ClientError) -> Profile {
        let request: SignInRequest
        do throws(TextProblem) {
            request = SignInRequest(
                email: try TextRule.email(email), password: password, device: configuration.device, code: code)
        } catch {
            throw .refused(Refusal(error))
        }
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        try await checkVacant()
        return try await enter(try await api.call(Endpoints.signIn, request), api)
    }

    /// Changes the password of the signed-in user.
    ///
    /// - Parameter endsOthers: whether the user's other sessions end.
    /// - Throws: ``ClientError/refused(_:)``: `wrong_credentials` if `current` is wrong, `invalid_password` for the new one;
    ///   ``ClientError/offline(_:)``, since it is never queued.
    public func changePassword(
        from current: String, to new: String, endingOthers endsOthers: Bool = true
    ) async throws(ClientError) {
        let change: PasswordChange
        do throws(TextProblem) {
            change = PasswordChange(
                password: current, newPassword: try TextRule.password(new), endsOthers: endsOthers)
        } catch {
            throw .refused(Refusal(error))
        }
        _ = try await api().call(Endpoints.changePassword, change)
    }

    /// Asks a server for a reset link by e-mail; needs no sign-in. Succeeds whether or not the address has an account.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `mail_unavailable` where the server sends no e-mail, `invalid_email`, `rate_limited`;
    ///   ``ClientError/offline(_:)``.
    public func forgotPassword(email: String, server: String) async throws(ClientError) {
        _ = try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.forgotPassword, ForgottenPassword(email: email))
    }

    /// Asks a server for a link by e-mail that joins the team with that address; needs no sign-in. Succeeds whether or not the address may.
    ///
    /// - Throws: as ``forgotPassword(email:server:)``.
    public func askToJoin(email: String, server: String) async throws(ClientError) {
        _ = try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.askToJoin, AddressToJoin(email: email))
    }

    /// Asks for another address for the account: a link that is mailed there confirms it. Needs a fresh proof (``prove(password:code:)``).
    ///
    /// - Throws: ``ClientError/refused(_:)``: `proof_required`, `mail_unavailable` where the server sends no e-mail, `invalid_email`,
    ///   `invalid_request` for the present address, `rate_limited`; ``ClientError/offline(_:)``.
    public func changeEmail(to address: String) async throws(ClientError) {
        _ = try await api().call(Endpoints.changeEmail, EmailChange(email: address))
    }

    /// Confirms an address with the link that was mailed to it; needs no sign-in.
    ///
    /// - Parameter token: the part of the link behind `#`.
    /// - Returns: the account's new address.
    /// - Throws: ``ClientError/refused(_:)``: `confirmation_invalid` for a link that does not work, `email_taken`; ``ClientError/offline(_:)``.
    public func confirmEmail(_ token: String, of server: String) async throws(ClientError) -> String {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.confirmEmail, EmailConfirmation(token: token)
        ).email
    }

    /// The person whose password a reset link sets; needs no sign-in.
    ///
    /// - Parameter token: the part of the link behind `#`.
    /// - Throws: ``ClientError/refused(_:)`` (`reset_invalid`) for a link that does not work; ``ClientError/offline(_:)``.
    public func look(atReset token: String, of server: String) async throws(ClientError) -> ResetPreview {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.lookAtReset, ResetToken(token: token))
    }

    /// Sets a new password with an administrator's link, and signs in. All other sessions of the account end.
    ///
    /// - Parameter code: as for ``signIn(server:email:password:code:)``, unless the link turns the second factor off.
    /// - Throws: as ``look(atReset:of:)``; ``ClientError/refused(_:)`` (`invalid_password`); ``ClientError/otherAccount(_:)`` if
    ///   another user is signed in.
    @discardableResult
    public func resetPassword(
        server: String, link token: String, to password: String, code: String? = nil
    ) async throws(ClientError) -> Profile {
        let request: PasswordReset
        do throws(TextProblem) {
            request = PasswordReset(
                token: token, password: try TextRule.password(password), device: configuration.device, code: code)
        } catch {
            throw .refused(Refusal(error))
        }
        let user = try await look(atReset: token, of: server).user
        // The person's own session on this device ends with the others.
        if let owner = try openStore().profile()?.user, owner.id != user.id { throw .otherAccount(owner.email) }
        let api = ServerAPI(server: try ServerAddress(server), http: configuration.http)
        return try await enter(try await api.call(Endpoints.resetPassword, request), api)
    }

    /// Signs out and removes all of the user's data from the device, unsent messages and damaged stores included. The session ends on the
    /// server at once or, offline, the next time the profile is used.
    ///
    /// - Throws: ``ClientError/signedOut`` if no user is signed in; ``ClientError/profileBusy`` while another process
    ///   uses the profile.
    public func signOut() async throws(ClientError) {
        signOuts += 1
        defer {
            signOuts -= 1
            if signOuts == 0 {
                for waiting in waitingSignIns { waiting.resume() }
                waitingSignIns = []
            }
        }
        if let held = try credentials.load() {
            await end(held)
        } else if try openStore().profile() == nil {
            throw .signedOut
        }
        isLeaving = true
        defer { isLeaving = false }
        await close()
        // A process that uses the profile learns from the server that the session is over, and releases it.
        guard let lock = try await FileLock.claim(folder.syncLock, within: 5_000, clock: clock) else {
            throw .profileBusy
        }
        defer { withExtendedLifetime(lock) {} }
        // A refresh that has read the tokens would write them again.
        let refreshLock = try await FileLock.claim(folder.refreshLock, within: 5_000, clock: clock)
        defer { withExtendedLifetime(refreshLock) {} }
        try credentials.remove()
        store = nil
        LocalStore.remove(at: folder.store)
        folder.uploads.removeAll()
        await images.removeAll()
    }

    /// Ends a session on the server, or notes that it is to be ended.
    private func end(_ held: Credentials) async {
        do throws(ClientError) {
            _ = try await api().call(Endpoints.endSession, Nothing(), path: ["session": "current"])
        } catch {
            if error.isOffline, let latest = try? credentials.load() { try? folder.farewell.save(latest) }
        }
    }

    /// Ends the session of an offline sign-out, if there is one.
    func sendFarewell() {
        guard let held = try? folder.farewell.load() else { return }
        let farewell = folder.farewell
        let api = ServerAPI(server: held.server, http: configuration.http)
        let tokens = AccessTokens(api: api, store: farewell, lockPath: folder.refreshLock, clock: clock)
        Task {
            do throws(ClientError) {
                _ = try await AuthorizedAPI(api: api, tokens: tokens).call(
                    Endpoints.endSession, Nothing(), path: ["session": "current"])
                try farewell.remove()
            } catch {
                // Refused: it has ended. Offline: next time.
                if !error.isOffline { try? farewell.remove() }
            }
        }
    }

    func checkVacant() async throws(ClientError) {
        // The server ends the session before the profile is empty: a screen may offer the sign-in meanwhile.
        if signOuts > 0 { await withCheckedContinuation { waitingSignIns.append($0) } }
        guard try credentials.load() != nil else { return }
        throw .otherAccount(try openStore().profile()?.user.email ?? "another user")
    }

    /// The server has opened a session: the profile now belongs to its user.
    func enter(_ signedIn: SignedIn, _ api: ServerAPI) async throws(ClientError) -> Profile {
        let store = try openStore()
        if let owner = try store.profile(), owner.user.id != signedIn.profile.user.id {
            _ = try? await api.call(
                Endpoints.endSession, Nothing(), path: ["session": "current"], accessToken: signedIn.accessToken)
            throw .otherAccount(owner.user.email)
        }
        await close()
        try store.apply([.putProfile(signedIn.profile)])
        try credentials.save(Credentials(server: api.server, signedIn: signedIn, at: clock.now()))
        // Callers that wait for a sign-in connect now.
        broadcast.send(.changed(StoreChange([.putProfile(signedIn.profile)])))
        sendFarewell()
        return signedIn.profile
    }
}
