/// The stable name of an error, with its HTTP status and its meaning for an outbox. docs/protocol.md lists them.
public struct ErrorCode: Hashable, Sendable {
    /// The word on the wire.
    public let text: String
    /// The HTTP status that carries it (RFC 9110 §15).
    public let status: Int
    /// Whether the same request may succeed later: an outbox keeps and retries such an operation.
    public let isTransient: Bool

    private init(_ text: String, _ status: Int, transient: Bool = false) {
        self.text = text
        self.status = status
        isTransient = transient
    }

    /// The code of that name. A name this version does not know counts as a permanent refusal of the request.
    public init(named text: String) {
        #if hasFeature(Embedded)
            // A browser sends no statuses: only whether to retry matters, and a table of all codes would make the module larger.
            let known = ErrorCode.transient
        #else
            let known = ErrorCode.all
        #endif
        for code in known where code.text == text {
            self = code
            return
        }
        self.init(text, 400)
    }

    public static func == (left: ErrorCode, right: ErrorCode) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    // The request itself.
    public static let invalidJSON = ErrorCode("invalid_json", 400)
    public static let invalidRequest = ErrorCode("invalid_request", 400)
    /// An operation of a kind that the server does not know: it is older than its client.
    public static let operationUnknown = ErrorCode("operation_unknown", 400)
    public static let tooLarge = ErrorCode("too_large", 413)
    public static let notFound = ErrorCode("not_found", 404)
    public static let methodNotAllowed = ErrorCode("method_not_allowed", 405)
    public static let wrongOrigin = ErrorCode("wrong_origin", 403)
    public static let wrongHost = ErrorCode("wrong_host", 421)

    // Accounts and sessions.
    public static let invalidEmail = ErrorCode("invalid_email", 422)
    public static let invalidPassword = ErrorCode("invalid_password", 422)
    public static let invalidName = ErrorCode("invalid_name", 422)
    public static let emailTaken = ErrorCode("email_taken", 409)
    /// The server waits for its set-up.
    public static let setupRequired = ErrorCode("setup_required", 403)
    /// The set-up code is not this server's, or the server is set up already.
    public static let setupInvalid = ErrorCode("setup_invalid", 403)
    /// Accounts are for people who were invited.
    public static let invitationRequired = ErrorCode("invitation_required", 403)
    /// The invitation is unknown, revoked, expired or used up; the message says which.
    public static let invitationInvalid = ErrorCode("invitation_invalid", 403)
    /// The reset link is unknown, replaced, expired or used; the message says which.
    public static let resetInvalid = ErrorCode("reset_invalid", 403)
    public static let confirmationInvalid = ErrorCode("confirmation_invalid", 403)
    public static let wrongCredentials = ErrorCode("wrong_credentials", 401)
    /// The account has a second factor, and the request has no code of it; sent only if the password is right.
    public static let codeRequired = ErrorCode("code_required", 401)
    /// The code of the second factor is wrong, or was used.
    public static let wrongCode = ErrorCode("wrong_code", 401)
    /// The team requires a second factor and the caller has none: until one is on, only setting it up and signing out are answered.
    public static let secondFactorRequired = ErrorCode("second_factor_required", 403)
    /// The act needs a fresh proof of the caller's identity: `Endpoints.prove` gives one, then the request is repeated.
    public static let proofRequired = ErrorCode("proof_required", 403)
    /// The passkey is unknown, was used on another page, or signed what is spent or expired; the message says what to do.
    public static let passkeyInvalid = ErrorCode("passkey_invalid", 403)
    /// The server has no address for which browsers have passkeys.
    public static let passkeysUnavailable = ErrorCode("passkeys_unavailable", 409)
    /// The user has the maximum of passkeys.
    public static let tooManyPasskeys = ErrorCode("too_many_passkeys", 422)
    /// The message has the maximum of insights of that kind.
    public static let tooManyInsights = ErrorCode("too_many_insights", 422)
    /// The user has the maximum of reminders.
    public static let tooManyReminders = ErrorCode("too_many_reminders", 422)
    /// Nothing else would let the user in to the account.
    public static let lastWayIn = ErrorCode("last_way_in", 409)
    public static let notSignedIn = ErrorCode("not_signed_in", 401)
    /// People sign in to this server with a provider.
    public static let passwordsOff = ErrorCode("passwords_off", 403)
    /// The server has no sign-in provider of that name.
    public static let providerUnknown = ErrorCode("provider_unknown", 404)
    /// The provider does not answer, or answers what no provider would; the message says which.
    public static let providerUnavailable = ErrorCode("provider_unavailable", 502)
    /// The provider let nobody in: the person declined, or its settings do not allow it.
    public static let providerDenied = ErrorCode("provider_denied", 403)
    /// The provider's answer does not hold; the message says why.
    public static let providerInvalid = ErrorCode("provider_invalid", 403)
    /// The sign-in was not begun here, is finished, or took too long.
    public static let providerExpired = ErrorCode("provider_expired", 403)
    /// The provider's account is connected with another person's.
    public static let providerTaken = ErrorCode("provider_taken", 409)
    /// The provider has not confirmed the person's e-mail address.
    public static let emailUnconfirmed = ErrorCode("email_unconfirmed", 403)
    public static let tokenExpired = ErrorCode("token_expired", 401)
    public static let sessionEnded = ErrorCode("session_ended", 401)

    // Conversations and messages.
    public static let textEmpty = ErrorCode("text_empty", 422)
    public static let textTooLong = ErrorCode("text_too_long", 422)
    /// A text with an invisible character or one that changes the direction of others.
    public static let textInvalid = ErrorCode("text_invalid", 422)
    public static let emojiInvalid = ErrorCode("emoji_invalid", 422)
    public static let tooManyReactions = ErrorCode("too_many_reactions", 422)
    /// A conversation has the maximum of pinned messages.
    public static let tooManyPins = ErrorCode("too_many_pins", 422)
    /// The user has deleted the maximum of single messages of a conversation for themself.
    public static let tooManyHidden = ErrorCode("too_many_hidden", 422)
    public static let titleInvalid = ErrorCode("title_invalid", 422)
    public static let tooManyPeople = ErrorCode("too_many_people", 422)
    public static let unknownPerson = ErrorCode("unknown_person", 422)
    public static let conversationGone = ErrorCode("conversation_gone", 404)
    public static let messageGone = ErrorCode("message_gone", 404)
    public static let forbidden = ErrorCode("forbidden", 403)
    public static let identifierTaken = ErrorCode("identifier_taken", 409)
    public static let blocked = ErrorCode("blocked", 403)
    /// The other person of a direct conversation has deleted their account.
    public static let accountDeleted = ErrorCode("account_deleted", 403)
    public static let accountSuspended = ErrorCode("account_suspended", 403)
    public static let searchInvalid = ErrorCode("search_invalid", 422)

    // Media.
    public static let attachmentInvalid = ErrorCode("attachment_invalid", 422)
    public static let mediaGone = ErrorCode("media_gone", 404)
    public static let mediaEmpty = ErrorCode("media_empty", 422)
    public static let mediaTooLarge = ErrorCode("media_too_large", 413)
    public static let mediaTypeMismatch = ErrorCode("media_type_mismatch", 415)
    public static let mediaDamaged = ErrorCode("media_damaged", 422)
    public static let imageTooLarge = ErrorCode("image_too_large", 422)
    /// Decoding the picture takes too much work for its size.
    public static let imageTooComplex = ErrorCode("image_too_complex", 422)
    public static let uploadMismatch = ErrorCode("upload_mismatch", 409)
    public static let uploadIncomplete = ErrorCode("upload_incomplete", 409)
    public static let personQuota = ErrorCode("person_quota", 413)
    public static let serverQuota = ErrorCode("server_quota", 507)

    // AI. The message has the reason, and for a budget the time of renewal.
    public static let aiUnavailable = ErrorCode("ai_unavailable", 409)
    public static let aiBudget = ErrorCode("ai_budget", 429)
    public static let aiFailed = ErrorCode("ai_failed", 502)

    // E-mail. The message has the reason.
    public static let mailUnavailable = ErrorCode("mail_unavailable", 409)
    public static let mailFailed = ErrorCode("mail_failed", 502)

    // The server's state: try again later.
    public static let rateLimited = ErrorCode("rate_limited", 429, transient: true)
    public static let storageFull = ErrorCode("storage_full", 507, transient: true)
    public static let overloaded = ErrorCode("overloaded", 503, transient: true)
    public static let unavailable = ErrorCode("unavailable", 503, transient: true)
    public static let internalError = ErrorCode("internal_error", 500, transient: true)

    /// The codes that are ``isTransient``.
    package static let transient: [ErrorCode] = [rateLimited, storageFull, overloaded, unavailable, internalError]

    /// All codes.
    public static let all: [ErrorCode] = [
        invalidJSON, invalidRequest, operationUnknown, tooLarge, notFound, methodNotAllowed, wrongOrigin, wrongHost,
        invalidEmail, invalidPassword, invalidName, emailTaken, setupRequired, setupInvalid,
        invitationRequired, invitationInvalid, resetInvalid, confirmationInvalid, wrongCredentials, codeRequired,
        wrongCode, secondFactorRequired, proofRequired, passkeyInvalid, passkeysUnavailable, tooManyPasskeys,
        tooManyInsights, tooManyReminders, lastWayIn,
        notSignedIn, tokenExpired, sessionEnded, passwordsOff, providerUnknown, providerUnavailable, providerDenied,
        providerInvalid, providerExpired, providerTaken, emailUnconfirmed,
        textEmpty, textTooLong, textInvalid, emojiInvalid, tooManyReactions, tooManyPins,
        tooManyHidden,
        titleInvalid, tooManyPeople, unknownPerson, conversationGone, messageGone, forbidden, identifierTaken,
        blocked, accountDeleted, accountSuspended, searchInvalid, attachmentInvalid, mediaGone, mediaEmpty,
        mediaTooLarge,
        mediaTypeMismatch,
        mediaDamaged,
        imageTooLarge, imageTooComplex, uploadMismatch, uploadIncomplete, personQuota, serverQuota, aiUnavailable,
        aiBudget, aiFailed, mailUnavailable, mailFailed,
        rateLimited, storageFull, overloaded,
        unavailable, internalError,
    ]
}
