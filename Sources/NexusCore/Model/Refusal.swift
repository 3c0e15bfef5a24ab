/// An error on the wire: a stable code and a text that is safe to show.
public struct Refusal: Error, Equatable, Sendable {
    public var code: ErrorCode
    public var message: String
    /// Milliseconds to wait before a retry, if known.
    public var retryAfter: Int64?

    public init(_ code: ErrorCode, _ message: String, retryAfter: Int64? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The refusal of a text by its rule.
    public init(_ problem: TextProblem) {
        let code: ErrorCode =
            switch problem {
            case .empty(.message), .empty(.reason), .empty(.note), .empty(.about), .empty(.description): .textEmpty
            case .tooLong(.message, _), .tooShort(.message, _), .tooLong(.reason, _), .tooShort(.reason, _),
                .tooLong(.note, _), .tooShort(.note, _), .tooLong(.about, _), .tooShort(.about, _),
                .tooLong(.description, _), .tooShort(.description, _):
                .textTooLong
            case .notAnEmoji: .emojiInvalid
            case .empty(.title), .tooLong(.title, _), .tooShort(.title, _), .hidden(_, .title), .empty(.team),
                .tooLong(.team, _), .tooShort(.team, _), .hidden(_, .team):
                .titleInvalid
            case .empty(.name), .tooLong(.name, _), .tooShort(.name, _), .hidden(_, .name): .invalidName
            case .empty(.password), .tooLong(.password, _), .tooShort(.password, _), .hidden(_, .password):
                .invalidPassword
            case .empty(.email), .tooLong(.email, _), .tooShort(.email, _), .hidden(_, .email), .notAnEmail:
                .invalidEmail
            case .hidden(_, .message), .hidden(_, .reason), .hidden(_, .note), .hidden(_, .about),
                .hidden(_, .description):
                .textInvalid
            }
        self.init(code, problem.message)
    }
}
