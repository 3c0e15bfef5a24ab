import NexusCore

extension NexusClient {
    /// Makes an invitation.
    ///
    /// - Parameter conversations: groups that people join with it; the caller may add members to each.
    /// - Returns: the invitation with its link, whose secret is not shown again.
    /// - Throws: ``ClientError/refused(_:)`` (`forbidden`) where only administrators invite; ``ClientError/offline(_:)``, since
    ///   invitations are not queued.
    public func invite(
        uses: Int = Limits.invitationUses, days: Int = Limits.invitationDays, conversations: [ConversationID] = []
    ) async throws(ClientError) -> (invitation: Invitation, link: String) {
        try await invite(InvitationRequest(uses: uses, days: days, conversations: conversations))
    }

    /// Makes the invitation by which an imported or added person takes over their account; for administrators.
    public func invite(
        _ person: UserID, days: Int = Limits.invitationDays
    ) async throws(ClientError) -> (invitation: Invitation, link: String) {
        try await invite(InvitationRequest(uses: 1, days: days, person: person))
    }

    private func invite(
        _ request: InvitationRequest
    ) async throws(ClientError) -> (invitation: Invitation, link: String) {
        let api = try api()
        let made = try await api.call(Endpoints.invite, request)
        return (made.invitation, "\(api.api.server)/join#\(made.token)")
    }

    /// Mails an invitation to each address, at most `Limits.mailedInvitations`.
    ///
    /// - Returns: the invitations, and the addresses that got none with the reason.
    /// - Throws: as ``invite(uses:days:conversations:)``; ``ClientError/refused(_:)``: `mail_unavailable` where the server sends no e-mail.
    public func mailInvitations(
        to emails: [String], days: Int = Limits.invitationDays, conversations: [ConversationID] = []
    ) async throws(ClientError) -> MailedInvitations {
        try await api().call(
            Endpoints.mailInvitations, InvitationMailing(emails: emails, days: days, conversations: conversations))
    }

    /// Mails an invitation again, with a new link; the earlier one no longer works.
    @discardableResult
    public func mailAgain(_ invitation: InvitationID) async throws(ClientError) -> Invitation {
        try await api().call(Endpoints.mailInvitationAgain, Nothing(), path: ["invitation": invitation.text])
    }

    /// The user's invitations that still work, the newest first; for administrators everyone's, with `all`.
    public func invitations(all: Bool = false) async throws(ClientError) -> [Invitation] {
        try await api().call(Endpoints.invitations, Nothing(), query: [("all", all ? "true" : nil)]).invitations
    }

    /// Revokes an invitation; its link no longer works.
    public func revoke(_ invitation: InvitationID) async throws(ClientError) {
        _ = try await api().call(Endpoints.revokeInvitation, Nothing(), path: ["invitation": invitation.text])
    }

    /// The target of an invitation; needs no sign-in.
    public func look(
        atInvitation token: String, of server: String
    ) async throws(ClientError) -> InvitationPreview {
        try await ServerAPI(server: try ServerAddress(server), http: configuration.http).call(
            Endpoints.lookAtInvitation, InvitationToken(token: token))
    }

    /// Joins the groups of an invitation with the account that is signed in.
    @discardableResult
    public func accept(invitation token: String) async throws(ClientError) -> InvitationPreview {
        try await api().call(Endpoints.acceptInvitation, InvitationToken(token: token))
    }

    /// Adds a person, who takes over their account with ``invite(_:days:)``; for administrators.
    public func addAccount(name: String, email: String) async throws(ClientError) -> AdministeredAccount {
        try await api().call(Endpoints.addAccount, AccountAddition(name: name, email: email))
    }
}
