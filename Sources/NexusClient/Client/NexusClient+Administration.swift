import NexusCore

extension NexusClient {
    /// Tells the server's administrators of a message, and why. Waits in the outbox like everything else.
    ///
    /// - Throws: ``ClientError/refused(_:)`` for a message that is not here, or a reason that is empty or too long.
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

    /// What was reported and nobody has decided on, the oldest first; or what has been decided, the newest first.
    ///
    /// - Throws: as all of these: ``ClientError/refused(_:)`` (`forbidden`) for anybody who is no administrator, and
    ///   ``ClientError/offline(_:)``, since nothing of administration is queued.
    public func reports(areOpen: Bool = true) async throws(ClientError) -> [Report] {
        try await api().call(
            Endpoints.reports, Nothing(), query: [("state", areOpen ? "open" : "decided")]
        ).reports
    }

    /// Decides on a report: the message is removed for everybody, or nothing was wrong.
    @discardableResult
    public func resolve(
        _ report: ReportID, as state: Report.State, note: String = ""
    ) async throws(ClientError) -> Report {
        try await api().call(
            Endpoints.resolveReport, ReportResolution(state, note: note), path: ["report": report.text])
    }

    /// Accounts whose name or address holds `query`; at most 100.
    public func accounts(matching query: String) async throws(ClientError) -> [AdministeredAccount] {
        try await api().call(Endpoints.accounts, Nothing(), query: [("query", query)]).accounts
    }

    /// Suspends or restores somebody's account, or appoints or discharges them as an administrator.
    @discardableResult
    public func administer(_ user: UserID, _ change: AccountChange) async throws(ClientError) -> AdministeredAccount {
        try await api().call(Endpoints.updateAccount, change, path: ["user": user.text])
    }

    /// What administrators did, the newest first; at most 100, before an entry's number.
    public func audit(before number: Int64? = nil) async throws(ClientError) -> [AuditEntry] {
        try await api().call(Endpoints.audit, Nothing(), query: [("before", number.map { "\($0)" })]).entries
    }
}
