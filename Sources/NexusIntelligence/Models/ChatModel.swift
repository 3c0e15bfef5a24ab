/// A language model that streams its reply: the interface between Nexus and the model's host.
///
/// A reply is never shown unchecked: ``AnswerCheck`` compares it with the messages of the request.
public protocol ChatModel: Sendable {
    /// The operator's name for it, shown in health, to administrators and beside answers.
    var name: String { get }
    /// The context window: the maximum tokens of request and reply together. ``ChatRequest/fitted(to:)`` trims to it.
    var window: Int { get }

    /// Starts a reply. The request is cancelled when iteration stops.
    ///
    /// - Returns: pieces of text in order, and the token usage once if the model reports it. The stream fails with a
    ///   ``ChatModelError``, or with `CancellationError` if its task is cancelled.
    func reply(to request: ChatRequest) -> ChatReply
}

/// A streamed reply.
public typealias ChatReply = AsyncThrowingStream<ChatPiece, any Error>

/// A part of a reply.
public enum ChatPiece: Equatable, Sendable {
    case text(String)
    /// The tokens of request and reply as the model counts them.
    case usage(TokenUsage)
}

/// Tokens that went in and came out.
public struct TokenUsage: Equatable, Sendable {
    public var input: Int
    public var output: Int

    public init(input: Int = 0, output: Int = 0) {
        self.input = input
        self.output = output
    }

    public var total: Int { input + output }

    public static func + (left: TokenUsage, right: TokenUsage) -> TokenUsage {
        TokenUsage(input: left.input + right.input, output: left.output + right.output)
    }

    /// Estimates the tokens of a text at three bytes of UTF-8 each: slightly more than common tokenizers yield for
    /// English, about as many for Chinese.
    public static func estimate(of text: String) -> Int { (text.utf8.count + 2) / 3 }
}

/// A whole reply.
public struct ChatAnswer: Equatable, Sendable {
    public var text: String
    /// Reported by the model, or estimated.
    public var usage: TokenUsage

    public init(text: String, usage: TokenUsage) {
        self.text = text
        self.usage = usage
    }
}

extension ChatModel {
    /// Waits for a whole reply.
    ///
    /// - Throws: ``ChatModelError``, `CancellationError`.
    public func answer(to request: ChatRequest) async throws -> ChatAnswer {
        var text = ""
        var usage: TokenUsage?
        for try await piece in reply(to: request) {
            switch piece {
            case .text(let part): text += part
            case .usage(let used): usage = used
            }
        }
        try Task.checkCancellation()
        return ChatAnswer(text: text, usage: usage ?? request.estimatedUsage(of: text))
    }
}
