/// A language model that answers a request, in pieces as it writes: the one seam between what Nexus asks and whoever runs the model.
///
/// What a model says is never shown as it comes: ``AnswerCheck`` decides what of it stands in the messages that it was given.
public protocol ChatModel: Sendable {
    /// What the operator calls it: shown in health, to administrators and beside answers.
    var name: String { get }
    /// Tokens that request and reply may have together. ``ChatRequest/fitted(to:)`` trims to it.
    var window: Int { get }

    /// Begins to answer. Whoever stops iterating cancels the request.
    ///
    /// - Returns: pieces of text in their order, and once what was used, where the model tells that. The stream ends with a
    ///   ``ChatModelError``, or with `CancellationError` where its task was cancelled.
    func reply(to request: ChatRequest) -> ChatReply
}

/// A reply as it comes.
public typealias ChatReply = AsyncThrowingStream<ChatPiece, any Error>

/// A part of a reply.
public enum ChatPiece: Equatable, Sendable {
    case text(String)
    /// What the whole exchange took, as the model counts.
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

    /// An estimate for texts whose model does not count: three bytes of UTF-8 a token, which is somewhat more than common
    /// tokenizers make of English, and about what they make of Chinese.
    public static func estimate(of text: String) -> Int { (text.utf8.count + 2) / 3 }
}

/// A whole reply.
public struct ChatAnswer: Equatable, Sendable {
    public var text: String
    /// As the model counted, or an estimate.
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
