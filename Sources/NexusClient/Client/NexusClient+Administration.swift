import NexusCore

extension NexusClient {
    /// Reports a message to the server's administrators, with a reason. Waits in the outbox.
    ///
    /// - Throws: ``ClientError/refused(_:)`` for an unknown message, or a reason that is empty or too long.
    @discardableResult
    public func report(
        _ message: MessageID, because reason: String
    ) async throws(ClientError) -> OperationID {
        guard let (conversation, row) = try await self.message(message), row.seq != nil, !row.isDeleted else {
            throw .refused(Refusal(.messageGone, "This message is not on this device, or has been deleted."))
        }
        return try await perform(.report(conversation, message: message, reason: reason))
    }

    // MARK: For administrators of the server

    /// Open reports, oldest first, or decided ones, newest first.
    ///
    /// - Throws: like all of these calls: ``ClientError/refused(_:)`` (`forbidden`) for non-administrators, and
    ///   ``ClientError/offline(_:)``, since administration is never queued.
    public func reports(areOpen: Bool = true) async throws(ClientError) -> [Report] {
        try await api().call(
            Endpoints.reports, Nothing(), query: [("state", areOpen ? "open" : "decided")]
        ).reports
    }

    /// Decides on a report: removes the message for everyone, or dismisses the report.
    @discardableResult
    public func resolve(
        _ report: ReportID, as state: Report.State, note: String = ""
    ) async throws(ClientError) -> Report {
        try await api().call(
            Endpoints.resolveReport, ReportResolution(state, note: note), path: ["report": report.text])
    }

    /// A page of the accounts whose name or address contains `query`, by name.
    ///
    /// - Parameters:
    ///   - filter: the state of those that are wanted; `nil` for all.
    ///   - cursor: that of the page before.
    public func accounts(
        matching query: String, _ filter: AccountFilter? = nil, after cursor: String? = nil
    ) async throws(ClientError) -> AccountList {
        let parameters: [(String, String?)] = [
            ("query", query), ("state", filter?.rawValue), ("cursor", cursor), ("limit", "\(Limits.peoplePage)"),
        ]
        return try await api().call(Endpoints.accounts, Nothing(), query: parameters)
    }

    /// All accounts whose name or address contains `query`, by name, page by page.
    public func allAccounts(
        matching query: String, _ filter: AccountFilter? = nil
    ) async throws(ClientError) -> [AdministeredAccount] {
        var page = try await accounts(matching: query, filter)
        var accounts = page.accounts
        while let cursor = page.cursor {
            page = try await self.accounts(matching: query, filter, after: cursor)
            accounts += page.accounts
        }
        return accounts
    }

    /// What the server holds.
    public func inventory() async throws(ClientError) -> Inventory {
        try await api().call(Endpoints.inventory, Nothing())
    }

    /// Suspends or restores an account, or appoints or discharges an administrator.
    @discardableResult
    public func administer(_ user: UserID, _ change: AccountChange) async throws(ClientError) -> AdministeredAccount {
        try await api().call(Endpoints.updateAccount, change, path: ["user": user.text])
    }

    /// Makes the link by which a person sets a new password, once and within 30 minutes. An earlier one no longer works.
    ///
    /// - Parameter removesSecondFactor: whether the link turns the second factor off too, for a person who lost their device.
    /// - Throws: ``ClientError/refused(_:)`` (`unknown_person`) for a person without a password: ``invite(_:days:)`` them instead.
    public func resetLink(
        for user: UserID, removingSecondFactor removesSecondFactor: Bool = false
    ) async throws(ClientError) -> (link: String, expiresAt: Timestamp) {
        let api = try api()
        let request = ResetRequest(removesSecondFactor: removesSecondFactor)
        let made = try await api.call(Endpoints.makeResetLink, request, path: ["user": user.text])
        return ("\(api.api.server)/reset#\(made.token)", made.expiresAt)
    }

    /// The audit log, newest first; at most 100 entries, before an entry's number.
    ///
    /// - Parameters:
    ///   - withSignIns: whether sign-ins, and failed attempts to, are among them where `acts` is empty.
    ///   - acts: the beginnings of the acts that are wanted, such as `account.`; empty for all.
    ///   - person: a part of the name or address of the person who acted, or whom the act concerned.
    public func audit(
        before number: Int64? = nil, withSignIns: Bool = false, acts: [String] = [], person: String = ""
    ) async throws(ClientError) -> AuditPage {
        let query = [
            ("before", number.map { "\($0)" }), ("sign-ins", withSignIns ? "true" : nil),
            ("acts", acts.isEmpty ? nil : acts.joined(separator: ",")), ("person", person.isEmpty ? nil : person),
        ]
        return try await api().call(Endpoints.audit, Nothing(), query: query)
    }

    /// The mail server, the e-mails that wait and those that failed; at most 100 of each.
    public func mail() async throws(ClientError) -> MailReport {
        try await api().call(Endpoints.mail, Nothing())
    }

    /// Sends a test message at once.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `mail_unavailable` where the server sends no e-mail, `mail_failed` with the reason.
    public func testMail(to address: String) async throws(ClientError) {
        _ = try await api().call(Endpoints.testMail, MailTest(to: address))
    }

    /// Changes the team's name, who may join and who may invite.
    @discardableResult
    public func updatePolicy(_ change: PolicyChange) async throws(ClientError) -> ServerInfo {
        try await api().call(Endpoints.updatePolicy, change)
    }

    /// The team's name, who may join and who may invite.
    public func policy() async throws(ClientError) -> ServerInfo {
        try await api().call(Endpoints.server, Nothing())
    }
}
