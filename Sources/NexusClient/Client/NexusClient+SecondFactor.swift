import NexusCore

extension NexusClient {
    /// What happened to the security of the user's account, newest first: sign-ins, failed attempts to, passwords, second factors; at
    /// most 100 entries, before an entry's number.
    public func securityLog(before number: Int64? = nil) async throws(ClientError) -> [AuditEntry] {
        try await api().call(Endpoints.security, Nothing(), query: [("before", number.map { "\($0)" })]).entries
    }

    /// The failed attempts to sign in that the present session was told of when it was opened; nil if there were none.
    public func failedSignIns() async throws(ClientError) -> AuditEntry? {
        let session = try account()?.session
        return try await securityLog().first { $0.act == .failSignIn && $0.session == session }
    }

    /// Whether sign-ins of the user need a code of an authenticator app.
    ///
    /// - Throws: like all of these calls: ``ClientError/offline(_:)``, since they are never queued.
    public func secondFactor() async throws(ClientError) -> SecondFactorState {
        try await api().call(Endpoints.secondFactor, Nothing())
    }

    /// Makes the key for an authenticator app (RFC 6238). ``confirmSecondFactor(code:)`` turns it on.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `wrong_credentials`; `invalid_request` if a second factor is on.
    public func beginSecondFactor(password: String) async throws(ClientError) -> SecondFactorKey {
        try await api().call(Endpoints.beginSecondFactor, StepUp(password: password))
    }

    /// Turns the second factor on with a first code of the app.
    ///
    /// - Returns: ten recovery codes, which are not shown again.
    /// - Throws: ``ClientError/refused(_:)`` (`wrong_code`).
    public func confirmSecondFactor(code: String) async throws(ClientError) -> [String] {
        let codes = try await api().call(Endpoints.confirmSecondFactor, SecondFactorCode(code: code)).codes
        announceSecondFactor()
        return codes
    }

    /// Tells observers that the session has a second factor: a connection that was refused without one is tried again.
    func announceSecondFactor() {
        var change = StoreChange()
        change.profile = true
        broadcast.send(.changed(change))
    }

    /// Replaces the recovery codes; the earlier ones no longer work.
    ///
    /// - Returns: ten new ones, which are not shown again.
    /// - Throws: ``ClientError/refused(_:)``: `proof_required`; `invalid_request` if no second factor is on.
    public func renewRecoveryCodes() async throws(ClientError) -> [String] {
        try await api().call(Endpoints.renewRecoveryCodes, Nothing()).codes
    }

    /// Turns the second factor off.
    ///
    /// - Parameter code: of the app, or a recovery code.
    /// - Throws: ``ClientError/refused(_:)``: `wrong_credentials`, `wrong_code`.
    public func removeSecondFactor(password: String, code: String) async throws(ClientError) {
        _ = try await api().call(Endpoints.removeSecondFactor, StepUp(password: password, code: code))
    }
}
