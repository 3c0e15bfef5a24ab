/// A request to a language model: instructions, messages quoted as data, history, and the user's question.
public struct ChatRequest: Equatable, Sendable {
    /// The instructions of a ``Prompt``. User text never belongs here.
    public var system: String
    /// The messages to answer from, in the order in which they are read. Each has a label that a citation names.
    public private(set) var quotes: [QuotedMessage]
    /// Questions and answers before this one, the oldest first.
    public var history: [ChatTurn]
    public var question: String
    /// The schema of the reply; nil for free text.
    public var shape: ReplyShape?
    /// Tokens of the reply, at most.
    public var maxTokens: Int
    /// The time limit for all attempts together.
    public var deadline: Duration

    public init(
        system: String, quotes: [QuotedMessage] = [], history: [ChatTurn] = [], question: String,
        shape: ReplyShape? = nil, maxTokens: Int = 1_000, deadline: Duration = .seconds(60)
    ) {
        self.system = system
        self.quotes = quotes.enumerated().map { number, quote in
            var quote = quote
            quote.label = "m\(number + 1)"
            return quote
        }
        self.history = history
        self.question = question
        self.shape = shape
        self.maxTokens = maxTokens
        self.deadline = deadline
    }

    /// The turns of the conversation with the model: instructions, history, and the quoted messages with the question.
    public var turns: [ChatTurn] {
        [ChatTurn(.system, system)]
            + history.map { ChatTurn($0.role, QuoteFence.plain($0.text)) }
            + [ChatTurn(.user, QuoteFence.block(of: quotes) + "Question: " + QuoteFence.plain(question))]
    }

    /// The request, trimmed to a model's window: whole messages are left out, those of the greatest `rank` first, and
    /// before them the oldest exchanges.
    ///
    /// - Throws: ``ChatModelError/Code/tooLong`` if instructions and question alone do not fit.
    public func fitted(to window: Int) throws(ChatModelError) -> ChatRequest {
        var request = self
        let room = window - maxTokens
        var size = estimatedInput
        while size > room, request.history.count > 1 {
            size -= request.history.removeFirst().estimatedTokens
            // A question always keeps its answer.
            if request.history.first?.role == .assistant { size -= request.history.removeFirst().estimatedTokens }
        }
        let droppable = request.quotes.indices.sorted { left, right in
            let (a, b) = (quotes[left].rank, quotes[right].rank)
            return a != b ? a > b : left > right
        }
        var dropped: Set<Int> = []
        for index in droppable {
            guard size > room else { break }
            size -= quotes[index].estimatedTokens
            dropped.insert(index)
        }
        guard size <= room else { throw ChatModelError(.tooLong) }
        if !dropped.isEmpty {
            request.quotes = quotes.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
        }
        return request
    }

    /// The request again with the unusable reply and its problem.
    public func repairing(_ reply: String, _ problem: String, deadline: Duration) -> ChatRequest {
        var request = self
        request.deadline = deadline
        request.history += [ChatTurn(.user, question), ChatTurn(.assistant, String(reply.prefix(4_000)))]
        request.question =
            "Your last reply cannot be used: \(problem). Reply again to the same question, with JSON of the schema alone. "
            + "The question was: \(question)"
        return request
    }

    /// Input tokens by ``TokenUsage/estimate(of:)``.
    public var estimatedInput: Int {
        TokenUsage.estimate(of: system) + TokenUsage.estimate(of: question) + QuoteFence.overheadTokens
            + history.reduce(0) { $0 + $1.estimatedTokens } + quotes.reduce(0) { $0 + $1.estimatedTokens }
            + (shape.map { TokenUsage.estimate(of: $0.schemaText) } ?? 0)
    }

    /// For endpoints that do not count.
    public func estimatedUsage(of reply: String) -> TokenUsage {
        TokenUsage(input: estimatedInput, output: TokenUsage.estimate(of: reply))
    }
}

/// A turn of the conversation with a model.
public struct ChatTurn: Equatable, Sendable {
    public enum Role: String, Equatable, Sendable {
        case system, user, assistant
    }

    public var role: Role
    public var text: String

    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }

    /// Adds eight tokens for the chat template's markers.
    var estimatedTokens: Int { TokenUsage.estimate(of: text) + 8 }
}
