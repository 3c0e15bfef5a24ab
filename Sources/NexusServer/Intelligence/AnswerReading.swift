import NexusIntelligence

/// An answer in progress: the model's text so far, its checked statements, and its token usage.
struct AnswerReading {
    let check: AnswerCheck
    private var request: ChatRequest
    private var reader = StatementParser()
    private(set) var text = ""
    private var spent = TokenUsage()
    private var counted: TokenUsage?
    var answer = CheckedAnswer(isAnswer: false)
    /// The statements that the caller has been told; the others wait for the second check.
    var toldCount = 0

    init(_ request: ChatRequest, by prompt: Prompt) {
        self.request = request
        check = AnswerCheck(request.quotes, question: request.question, leastSupport: prompt.leastSupport)
    }

    /// The tokens of both attempts, reported by the model or estimated.
    var usage: TokenUsage { spent + (counted ?? request.estimatedUsage(of: text)) }

    /// Begins with the reply to another request over the same messages.
    mutating func begin(_ request: ChatRequest) {
        spent = usage
        counted = nil
        text = ""
        self.request = request
        reader = StatementParser()
    }

    mutating func read(_ piece: ChatPiece) -> [Result<CheckedStatement, StatementFault>] {
        switch piece {
        case .usage(let usage):
            counted = usage
            return []
        case .text(let part):
            text += part
            let statements = reader.read(part)
            answer.isAnswer = answer.isAnswer || reader.sawList
            return statements.map(check.check)
        }
    }
}
