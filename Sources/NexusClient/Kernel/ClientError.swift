import NexusCore

/// An error of the SDK. Every case has a stable ``code``, a ``message`` that says what happened and a ``suggestion``
/// that says what to do; both are safe to show to users.
public enum ClientError: Error, Equatable, Sendable {
    /// The server cannot be reached and the request cannot wait in the outbox.
    case offline(String)
    /// The server, or a rule that the client checks itself, refused the request.
    case refused(Refusal)
    /// No user is signed in on this device.
    case signedOut
    /// The profile belongs to another user, named by their e-mail address.
    case otherAccount(String)
    /// The local store was damaged. It has been set aside under that path; opening again begins a new one.
    case storeDamaged(setAside: String)
    /// The local store was written by a later version of this program.
    case storeTooNew
    /// The local store cannot be read or written: a full disk, missing permissions.
    case storeUnavailable(String)
    /// The profile folder cannot be used.
    case profileUnavailable(String)
    /// A file to send or save cannot be read or written.
    case fileUnavailable(String)
    /// The server's address is invalid.
    case invalidAddress(String)
    /// The server answered with something that is not its protocol.
    case invalidAnswer(String)
    /// Another process uses this profile and did not answer in time. The request is withdrawn: it is not performed later.
    case profileBusy

    /// Names the case; it does not change between versions.
    public var code: String {
        switch self {
        case .offline: "offline"
        case .refused(let refusal): refusal.code.text
        case .signedOut: "signed_out"
        case .otherAccount: "other_account"
        case .storeDamaged: "store_damaged"
        case .storeTooNew: "store_too_new"
        case .storeUnavailable: "store_unavailable"
        case .profileUnavailable: "profile_unavailable"
        case .fileUnavailable: "file_unavailable"
        case .invalidAddress: "invalid_address"
        case .invalidAnswer: "invalid_answer"
        case .profileBusy: "profile_busy"
        }
    }

    /// What happened.
    public var message: String {
        switch self {
        case .offline(let detail): "The server cannot be reached: \(detail)."
        case .refused(let refusal): refusal.message
        case .signedOut: "You are not signed in."
        case .otherAccount(let email): "This profile belongs to \(email)."
        case .storeDamaged(let path): "The local store was damaged and has been set aside as \(path)."
        case .storeTooNew: "The local store was written by a later version of this program."
        case .storeUnavailable(let detail): "The local store cannot be used: \(detail)."
        case .profileUnavailable(let detail): "The profile folder cannot be used: \(detail)."
        case .fileUnavailable(let detail): "The file cannot be used: \(detail)."
        case .invalidAddress(let address): "\"\(address)\" is not a server's address."
        case .invalidAnswer(let detail): "The server's answer was not understood: \(detail)."
        case .profileBusy: "Another process is using this profile and did not answer."
        }
    }

    /// What to do.
    public var suggestion: String {
        switch self {
        case .offline: "Check the network and the server's address, then try again."
        case .refused(let refusal):
            refusal.suggestion
        case .signedOut: "Sign in first."
        case .otherAccount: "Sign out first, or use another profile folder."
        case .storeDamaged:
            "Try again: everything is loaded from the server. Unsent messages are in the damaged file."
        case .storeTooNew: "Update this program, or use another profile folder."
        case .storeUnavailable: "Free some space and check the permissions of the profile folder."
        case .profileUnavailable: "Check its path and permissions, or name another."
        case .fileUnavailable: "Check its path and permissions, and that there is space."
        case .invalidAddress: "Write it like http://127.0.0.1:8480 or https://chat.example.org."
        case .invalidAnswer: "Check that the address is that of a Nexus server of a matching version."
        case .profileBusy: "Try again, or end the other process."
        }
    }

    /// Whether only a network connection helps.
    public var isOffline: Bool { if case .offline = self { true } else { false } }
}

extension Refusal {
    /// Whether the session is over, so that the user must sign in again.
    public var endsSession: Bool { code == .sessionEnded || code == .notSignedIn }

    /// What to do.
    var suggestion: String {
        switch code {
        case _ where endsSession: "Sign in again."
        case _ where code.isTransient: "Try again in a moment."
        case .emailTaken: "Sign in instead, or use another address."
        case .wrongCredentials: "Check both and try again."
        case .forbidden: "Ask someone with permission."
        case .secondFactorRequired: "Open the settings of sign-in and security."
        case .conversationGone, .messageGone, .notFound: "Choose another."
        default: "Change it and try again."
        }
    }
}
