/// One HTTP endpoint: its method, path, request and response. The server routes by it and clients call by it, so the
/// two cannot disagree.
public struct Endpoint<Request, Response>: Sendable {
    public enum Method: Sendable { case get, post, put, patch, delete }

    public let method: Method
    /// The path, with `{name}` where a value stands.
    public let path: StaticString
    /// Whether it needs a session's access token.
    public let isAuthorized: Bool

    init(_ method: Method, _ path: StaticString, authorized: Bool = true) {
        self.method = method
        self.path = path
        isAuthorized = authorized
    }
}

/// The body of a request or response that has none.
public struct Nothing: Equatable, Sendable, JSONRecord {
    public init() {}
    public init(_: Blank) {}
    public mutating func fields(_ coder: inout FieldCoder) {}
}

/// All endpoints, except the live socket (`Endpoints.livePath`).
public enum Endpoints {
    /// The path where a session upgrades to the live socket (RFC 6455).
    public static let livePath: StaticString = "/v1/live"

    /// The team's name and who may join; asked before anyone signs in.
    public static let server = Endpoint<Nothing, ServerInfo>(.get, "/v1/server", authorized: false)
    /// The team's picture as WebP (`size`: one of `Limits.pictureSides`), for people who are not signed in too. Takes `If-None-Match`.
    public static let teamPicture = Endpoint<Nothing, Nothing>(.get, "/v1/server/picture", authorized: false)
    /// Opens the administrator's account of a fresh server, with the code of its set-up link.
    public static let setUp = Endpoint<SetupRequest, SignedIn>(.post, "/v1/setup", authorized: false)
    /// Mails a link by which the owner of an address joins, if the address may. The answer does not tell.
    public static let askToJoin = Endpoint<AddressToJoin, Nothing>(.post, "/v1/join", authorized: false)
    /// What an invitation leads to, for the holder of its token.
    public static let lookAtInvitation = Endpoint<InvitationToken, InvitationPreview>(
        .post, "/v1/invitations/look", authorized: false)
    /// Opens an account with an invitation, and joins its groups.
    public static let join = Endpoint<JoinRequest, SignedIn>(.post, "/v1/invitations/join", authorized: false)
    /// Takes over the account of an imported or added person with the invitation made for them.
    public static let claim = Endpoint<ClaimRequest, SignedIn>(.post, "/v1/invitations/claim", authorized: false)
    /// Joins an invitation's groups with one's account.
    public static let acceptInvitation = Endpoint<InvitationToken, InvitationPreview>(.post, "/v1/invitations/accept")
    /// Makes an invitation; its secret is told in the answer alone.
    public static let invite = Endpoint<InvitationRequest, NewInvitation>(.post, "/v1/invitations")
    /// One's own invitations that still work; with `all`, for administrators, everyone's.
    public static let invitations = Endpoint<Nothing, InvitationList>(.get, "/v1/invitations")
    /// Mails an invitation to each of several addresses.
    public static let mailInvitations = Endpoint<InvitationMailing, MailedInvitations>(.post, "/v1/invitations/mail")
    /// Mails an invitation again, with a new link in place of the earlier one.
    public static let mailInvitationAgain = Endpoint<Nothing, Invitation>(
        .post, "/v1/invitations/{invitation}/mail")
    public static let revokeInvitation = Endpoint<Nothing, Nothing>(.delete, "/v1/invitations/{invitation}")
    public static let signUp = Endpoint<SignUpRequest, SignedIn>(.post, "/v1/accounts", authorized: false)
    public static let signIn = Endpoint<SignInRequest, SignedIn>(.post, "/v1/sessions", authorized: false)
    public static let refresh = Endpoint<RefreshRequest, SignedIn>(.post, "/v1/sessions/refresh", authorized: false)
    /// Extends the caller's live socket to the life of this request's access token.
    public static let renew = Endpoint<RenewalRequest, Nothing>(.post, "/v1/live/renew")
    /// Changes the caller's password, and ends the caller's other sessions unless the request keeps them.
    public static let changePassword = Endpoint<PasswordChange, Nothing>(.post, "/v1/password")
    /// Mails a reset link, if the address has an account. The answer does not tell.
    public static let forgotPassword = Endpoint<ForgottenPassword, Nothing>(
        .post, "/v1/password/forgot", authorized: false)
    /// The person whose password a reset link sets, for the holder of its token.
    public static let lookAtReset = Endpoint<ResetToken, ResetPreview>(.post, "/v1/password/look", authorized: false)
    /// Sets a new password with a reset link; all other sessions of the account end.
    public static let resetPassword = Endpoint<PasswordReset, SignedIn>(
        .post, "/v1/password/reset", authorized: false)
    /// Mails a link to a new address for the caller's account, which the link confirms. Needs a fresh proof.
    public static let changeEmail = Endpoint<EmailChange, Nothing>(.post, "/v1/email")
    /// Gives the account the address that the link was mailed to, for the holder of its token.
    public static let confirmEmail = Endpoint<EmailConfirmation, EmailChange>(
        .post, "/v1/email/confirm", authorized: false)
    /// Whether sign-ins of the caller need a code of an authenticator app.
    public static let secondFactor = Endpoint<Nothing, SecondFactorState>(.get, "/v1/second-factor")
    /// Makes the key for an authenticator app; a first code of it turns the second factor on.
    public static let beginSecondFactor = Endpoint<StepUp, SecondFactorKey>(.post, "/v1/second-factor")
    public static let confirmSecondFactor = Endpoint<SecondFactorCode, RecoveryCodes>(
        .post, "/v1/second-factor/confirm")
    /// Replaces the recovery codes, spent or not.
    public static let renewRecoveryCodes = Endpoint<Nothing, RecoveryCodes>(
        .post, "/v1/second-factor/recovery-codes")
    public static let removeSecondFactor = Endpoint<StepUp, Nothing>(.post, "/v1/second-factor/remove")
    /// How long the caller's last proof of their identity lasts, and what the next can be.
    public static let proof = Endpoint<Nothing, ProofState>(.get, "/v1/sessions/proof")
    /// Proves the caller's identity again, for acts that need a fresh proof (`proof_required`).
    public static let prove = Endpoint<ProofRequest, Nothing>(.post, "/v1/sessions/proof")
    /// What one of the caller's passkeys signs for `prove`.
    public static let proofChallenge = Endpoint<Nothing, PasskeyChallenge>(.post, "/v1/sessions/proof/challenge")
    /// What a passkey signs for `signInWithPasskey`, whosever it is.
    public static let passkeyChallenge = Endpoint<Nothing, PasskeyChallenge>(
        .post, "/v1/sessions/passkey/challenge", authorized: false)
    /// Signs in with a passkey alone: it is both factors.
    public static let signInWithPasskey = Endpoint<PasskeySignIn, SignedIn>(
        .post, "/v1/sessions/passkey", authorized: false)
    /// The caller's passkeys.
    public static let passkeys = Endpoint<Nothing, PasskeyList>(.get, "/v1/passkeys")
    /// What the caller's device makes a passkey of.
    public static let beginPasskey = Endpoint<Nothing, PasskeyCreation>(.post, "/v1/passkeys/challenge")
    public static let addPasskey = Endpoint<PasskeyRegistration, Passkey>(.post, "/v1/passkeys")
    public static let renamePasskey = Endpoint<PasskeyName, Passkey>(.post, "/v1/passkeys/{passkey}")
    public static let removePasskey = Endpoint<Nothing, Nothing>(.delete, "/v1/passkeys/{passkey}")
    /// Whether, and from when, the caller's account is deleted.
    public static let deletion = Endpoint<Nothing, DeletionState>(.get, "/v1/account/deletion")
    /// Schedules the deletion of the caller's account, 14 days from now, and ends the caller's other sessions.
    public static let scheduleDeletion = Endpoint<DeletionRequest, DeletionState>(.post, "/v1/account/deletion")
    /// Keeps the caller's account after all.
    public static let cancelDeletion = Endpoint<Nothing, Nothing>(.delete, "/v1/account/deletion")
    /// The copy of the caller's data.
    public static let export = Endpoint<Nothing, ExportState>(.get, "/v1/export")
    /// Begins to make a copy of the caller's data, as a ZIP file.
    public static let makeExport = Endpoint<Nothing, ExportState>(.post, "/v1/export")
    /// Deletes the copy of the caller's data, or gives it up.
    public static let deleteExport = Endpoint<Nothing, Nothing>(.delete, "/v1/export")
    /// The bytes of the copy, once.
    public static let downloadExport = Endpoint<Nothing, Nothing>(.get, "/v1/export/{export}")
    /// Begins a sign-in with a provider. A browser's answer sets a cookie without which the sign-in cannot be finished.
    public static let startProvider = Endpoint<ProviderStart, ProviderStarted>(
        .post, "/v1/providers/{provider}/start", authorized: false)
    /// Signs in with what the provider answered.
    public static let finishProvider = Endpoint<ProviderAnswer, SignedIn>(
        .post, "/v1/providers/{provider}/finish", authorized: false)
    /// Where the provider sends the browser back to: hands its answer on to the client, on this server or this device.
    public static let providerCallback = Endpoint<Nothing, Nothing>(
        .get, "/v1/providers/{provider}/callback", authorized: false)
    /// A nonce for the ID token that a device asks the provider for itself.
    public static let providerNonce = Endpoint<Nothing, ProviderNonce>(
        .post, "/v1/providers/{provider}/nonce", authorized: false)
    /// Signs in with an ID token.
    public static let signInWithToken = Endpoint<ProviderToken, SignedIn>(
        .post, "/v1/providers/{provider}/token", authorized: false)
    /// The provider ends sessions (OpenID Connect Back-Channel Logout 1.0): the body is a form with its `logout_token`.
    public static let providerLogout = Endpoint<Nothing, Nothing>(
        .post, "/v1/providers/{provider}/logout", authorized: false)
    /// The caller's connected providers.
    public static let connectedProviders = Endpoint<Nothing, ConnectedProviders>(.get, "/v1/providers")
    /// Begins to connect a provider's account with the caller's.
    public static let connectProvider = Endpoint<ProviderStart, ProviderStarted>(
        .post, "/v1/providers/{provider}/connect")
    public static let finishConnection = Endpoint<ProviderAnswer, ConnectedProviders>(
        .post, "/v1/providers/{provider}/connected")
    public static let disconnectProvider = Endpoint<Nothing, ConnectedProviders>(.delete, "/v1/providers/{provider}")
    public static let sessions = Endpoint<Nothing, SessionList>(.get, "/v1/sessions")
    /// The audit log of the caller's own security, the newest first, `before` an entry's number.
    public static let security = Endpoint<Nothing, AuditPage>(.get, "/v1/security")
    /// Ends a session; `current` names the caller's: signing out. `others` ends all but the caller's.
    public static let endSession = Endpoint<Nothing, Nothing>(.delete, "/v1/sessions/{session}")
    public static let profile = Endpoint<Nothing, Profile>(.get, "/v1/profile")
    /// People whose name or e-mail contains `query`, by name; all without it. A page of at most `limit`, after a
    /// `cursor`.
    public static let people = Endpoint<Nothing, PeopleList>(.get, "/v1/people")
    /// One user, as seen by those who share a conversation with them or may find them.
    public static let person = Endpoint<Nothing, User>(.get, "/v1/people/{user}")
    /// The conversations that moved since the server's time `since`; without it, all.
    public static let conversations = Endpoint<Nothing, Moved>(.get, "/v1/conversations")
    /// The changes `after` a cursor.
    public static let changes = Endpoint<Nothing, Changes>(.get, "/v1/conversations/{conversation}/changes")
    /// A page of history `before` a `seq`, or `around` one or a message; without either, the newest.
    public static let messages = Endpoint<Nothing, Page>(.get, "/v1/conversations/{conversation}/messages")
    /// The read times of a message.
    public static let readings = Endpoint<Nothing, ReadingList>(
        .get, "/v1/conversations/{conversation}/messages/{message}/readings")
    /// The pinned messages, the one that was pinned last first.
    public static let pins = Endpoint<Nothing, PinnedList>(.get, "/v1/conversations/{conversation}/pins")
    /// The versions of a message, oldest first; the last is the current one.
    public static let versions = Endpoint<Nothing, VersionList>(
        .get, "/v1/conversations/{conversation}/messages/{message}/versions")
    /// The days after which messages of a conversation are deleted, for its members.
    public static let retention = Endpoint<Nothing, Retention>(.get, "/v1/conversations/{conversation}/retention")
    /// Sets them, for the owner and admins of a group and both people of a direct conversation.
    public static let setRetention = Endpoint<Retention, Retention>(
        .post, "/v1/conversations/{conversation}/retention")
    /// Searches messages in all of the user's conversations.
    public static let search = Endpoint<SearchRequest, SearchAnswer>(.post, "/v1/search")
    /// The changes of the user's own stream `after` a cursor.
    public static let own = Endpoint<Nothing, UserSettingsChanges>(.get, "/v1/own/changes")
    /// Any mutation: the same operations as on the live socket.
    public static let operations = Endpoint<Operation, Acknowledgement>(.post, "/v1/operations")

    /// For administrators: reports (`state`: `open`, oldest first, or `decided`, newest first).
    public static let reports = Endpoint<Nothing, ReportList>(.get, "/v1/admin/reports")
    /// For administrators: decides on a report.
    public static let resolveReport = Endpoint<ReportResolution, Report>(.post, "/v1/admin/reports/{report}")
    /// For administrators: accounts whose name or address contains `query`, in one `state`, by name, in pages.
    public static let accounts = Endpoint<Nothing, AccountList>(.get, "/v1/admin/accounts")
    /// For administrators: adds a person, who takes over their account with an invitation.
    public static let addAccount = Endpoint<AccountAddition, AdministeredAccount>(.post, "/v1/admin/accounts")
    /// For administrators: suspends or restores an account, appoints or discharges an administrator.
    public static let updateAccount = Endpoint<AccountChange, AdministeredAccount>(.post, "/v1/admin/accounts/{user}")
    /// For administrators: makes the link by which a person sets a new password; its secret is told in the answer alone.
    public static let makeResetLink = Endpoint<ResetRequest, ResetLink>(.post, "/v1/admin/accounts/{user}/reset")
    /// For administrators: schedules the deletion of an account and suspends it, or deletes it at once.
    public static let scheduleDeletionOf = Endpoint<AdministeredDeletion, DeletionState>(
        .post, "/v1/admin/accounts/{user}/deletion")
    /// For administrators: keeps an account after all. It stays suspended until it is restored.
    public static let cancelDeletionOf = Endpoint<Nothing, Nothing>(.delete, "/v1/admin/accounts/{user}/deletion")
    /// For administrators: hands a person's groups over to another of their members.
    public static let transferGroups = Endpoint<GroupTransfer, TransferredGroups>(
        .post, "/v1/admin/accounts/{user}/groups")
    /// For administrators: the audit log, newest first, `before` an entry's number: the acts that begin with one of `acts`, by or about
    /// a `person`.
    public static let audit = Endpoint<Nothing, AuditPage>(.get, "/v1/admin/audit")
    /// For administrators: what the server holds.
    public static let inventory = Endpoint<Nothing, Inventory>(.get, "/v1/admin/inventory")
    /// For administrators: the mail server, the e-mails that wait and those that failed.
    public static let mail = Endpoint<Nothing, MailReport>(.get, "/v1/admin/mail")
    /// For administrators: sends a test message at once.
    public static let testMail = Endpoint<MailTest, Nothing>(.post, "/v1/admin/mail/test")
    /// For administrators: the providers that people sign in with.
    public static let providers = Endpoint<Nothing, ProviderReport>(.get, "/v1/admin/providers")
    /// For administrators: asks a provider for its settings and keys at once.
    public static let testProvider = Endpoint<Nothing, ProviderState>(.post, "/v1/admin/providers/{provider}/test")
    /// For administrators: changes the team's name, who may join and who may invite.
    public static let updatePolicy = Endpoint<PolicyChange, ServerInfo>(.post, "/v1/admin/policy")

    /// For administrators: what left the server for a language model, the newest first, `before` an entry's number.
    public static let ledger = Endpoint<Nothing, LedgerPage>(.get, "/v1/admin/ledger")
    /// The user's requests to the language model, newest first, `before` an entry's number.
    public static let ownLedger = Endpoint<Nothing, LedgerPage>(.get, "/v1/ai/ledger")
    /// The language model, and the user's remaining daily budget.
    public static let languageModel = Endpoint<Nothing, LanguageModelState>(.get, "/v1/ai")

    /// Begins an upload under a client-made identifier, or resumes it.
    public static let createUpload = Endpoint<UploadRequest, UploadState>(.post, "/v1/media")
    /// The progress of the user's upload.
    public static let upload = Endpoint<Nothing, UploadState>(.get, "/v1/media/{media}/upload")
    /// Adds a part at `offset`: the body is its bytes.
    public static let appendUpload = Endpoint<Nothing, UploadState>(.patch, "/v1/media/{media}/upload")
    /// Verifies an upload and makes it ready to be attached; idempotent.
    public static let finishUpload = Endpoint<Nothing, Media>(.post, "/v1/media/{media}/finish")
    /// Gives an upload up that no message carries.
    public static let discardMedia = Endpoint<Nothing, Nothing>(.delete, "/v1/media/{media}")
    /// The bytes of a medium, or of a preview of a picture (`size`: 320 or 1024). Takes `Range` and `If-None-Match`
    /// (RFC 9110 §14 and §13.1.2).
    public static let media = Endpoint<Nothing, Nothing>(.get, "/v1/media/{media}")
}
