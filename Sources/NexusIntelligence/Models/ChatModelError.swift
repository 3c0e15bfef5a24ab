/// The reason why a language model did not answer. The message is safe to show to users: it contains no endpoint text,
/// address or key.
public struct ChatModelError: Error, Equatable, Sendable {
    public enum Code: String, Equatable, Sendable, CaseIterable {
        /// The connection failed, or broke before the reply began.
        case unreachable = "ai_unreachable"
        /// The deadline passed.
        case timedOut = "ai_timed_out"
        /// The endpoint wants fewer requests (429).
        case rateLimited = "ai_rate_limited"
        /// The endpoint does not take the key (401, 403).
        case notAuthorized = "ai_not_authorized"
        /// The endpoint does not know the model or the path (404).
        case unknownModel = "ai_unknown_model"
        /// The request does not fit into the model's window (also 413).
        case tooLong = "ai_too_long"
        /// The endpoint refused for another reason (other 4xx).
        case refused = "ai_refused"
        /// The endpoint failed (5xx).
        case failed = "ai_failed"
        /// The connection ended in the middle of the reply.
        case cut = "ai_cut"
        /// The reply has the wrong form, even after one repair request.
        case invalidReply = "ai_invalid_reply"
    }

    public var code: Code
    /// The endpoint's status, if there was one: for the log.
    public var status: Int?
    /// How long the endpoint asked to wait.
    public var retryAfter: Duration?

    public init(_ code: Code, status: Int? = nil, retryAfter: Duration? = nil) {
        self.code = code
        self.status = status
        self.retryAfter = retryAfter
    }

    /// Whether a request is retried at once: only after time-outs, 429 and 5xx.
    var isRetried: Bool { code == .timedOut || code == .rateLimited || code == .failed }

    /// Whether the same request may succeed shortly.
    public var isTransient: Bool {
        switch code {
        case .unreachable, .timedOut, .rateLimited, .failed: true
        default: false
        }
    }

    public var message: String {
        switch code {
        case .unreachable: "The language model cannot be reached."
        case .timedOut: "The language model took too long."
        case .rateLimited: "The language model is asked too much at the moment. Try again in a minute."
        case .notAuthorized: "The language model does not accept this server's key. Contact your administrator."
        case .unknownModel: "The endpoint does not know this language model. Contact your administrator."
        case .tooLong: "That is more than the language model can read at once."
        case .refused: "The language model refused the request."
        case .failed: "The language model failed."
        case .cut: "The language model stopped in the middle of its answer."
        case .invalidReply: "The language model's answer could not be understood."
        }
    }
}

extension ChatModelError: CustomStringConvertible {
    public var description: String { status.map { "\(code.rawValue) (\($0))" } ?? code.rawValue }
}
