import NexusCore

extension NexusClient {
    /// Whether, and from when, the user's account is deleted.
    ///
    /// - Throws: like all of these calls: ``ClientError/offline(_:)``, since they are never queued.
    public func deletion() async throws(ClientError) -> DeletionState {
        try await api().call(Endpoints.deletion, Nothing())
    }

    /// Schedules the deletion of the user's account, 14 days from now, and signs the user's other devices out. ``keepAccount()`` takes it
    /// back until then.
    ///
    /// - Parameters:
    ///   - messages: what becomes of the user's messages.
    ///   - code: of the second factor, where it is on.
    /// - Throws: ``ClientError/refused(_:)``: `wrong_credentials`, `code_required`, `wrong_code`; `forbidden` for the only administrator,
    ///   and for the deletion of messages that the team keeps.
    @discardableResult
    public func deleteAccount(
        password: String, code: String? = nil, messages: LeftMessages = .keep
    ) async throws(ClientError) -> DeletionState {
        try await api().call(
            Endpoints.scheduleDeletion, DeletionRequest(password: password, code: code, messages: messages))
    }

    /// Keeps the user's account after all; a no-op if it is kept.
    public func keepAccount() async throws(ClientError) {
        _ = try await api().call(Endpoints.cancelDeletion, Nothing())
    }

    // MARK: For administrators of the server

    /// Suspends a person's account and schedules its deletion in 14 days, or deletes it at once.
    @discardableResult
    public func deleteAccount(
        of user: UserID, messages: LeftMessages = .keep, atOnce: Bool = false, note: String = ""
    ) async throws(ClientError) -> DeletionState {
        try await api().call(
            Endpoints.scheduleDeletionOf, AdministeredDeletion(messages: messages, atOnce: atOnce, note: note),
            path: ["user": user.text])
    }

    /// Keeps a person's account after all. It stays suspended until it is restored.
    public func keepAccount(of user: UserID) async throws(ClientError) {
        _ = try await api().call(Endpoints.cancelDeletionOf, Nothing(), path: ["user": user.text])
    }

    /// Hands a person's groups over to another of their members.
    @discardableResult
    public func transferGroups(
        of user: UserID, to owner: UserID, note: String = ""
    ) async throws(ClientError) -> TransferredGroups {
        try await api().call(
            Endpoints.transferGroups, GroupTransfer(to: owner, note: note), path: ["user": user.text])
    }
}
