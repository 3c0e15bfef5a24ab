import NexusCore
import NexusIntelligence

/// Lets a language model word a summary, through the gateway, which drops unsupported statements.
struct SummaryWriter: Sendable {
    /// The maximum of messages sent to the model, regardless of its window.
    static let quoteLimit = 400
    /// Bullets, at most, with those that are added in their own words.
    static let limit = 12

    let gateway: LanguageModelGateway

    /// The result.
    enum Outcome: Sendable {
        /// - read: how many messages the model was given.
        case written(StoredAnswer, read: Int)
        /// There is no text of a model to show, with the reason.
        /// - isLasting: whether another request would have the same result.
        case quotesInstead(String, isLasting: Bool)
    }

    /// By which prompt and model summaries are written; nil without a model.
    var engine: String? { gateway.modelName.map { "\(Prompt.summary.mark) \($0)" } }

    /// - Parameters:
    ///   - outstanding: indices of the outstanding messages, most important first.
    ///   - isCatchUp: whether messages that matter to the reader come first.
    ///   - tell: called with each bullet as it arrives.
    /// - Throws: `CancellationError`; all other errors are outcomes.
    func write(
        _ reading: SummaryReading, outstanding: [Int], isCatchUp: Bool, for user: UserID,
        tell: (AssistantEvent) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        do {
            var answer = CheckedAnswer(isAnswer: false)
            let pieces = gateway.ask(
                .summary, Prompt.summaryQuestion,
                of: reading.quotes(outstanding: outstanding, limit: Self.quoteLimit), for: user)
            for try await piece in pieces {
                switch piece {
                case .statement(let statement): try await tell(.text(statement.text + " "))
                case .answer(let whole): answer = whole
                }
            }
            guard !answer.statements.isEmpty else {
                let reason =
                    answer.droppedCount == 0
                    ? "The language model found nothing to summarize."
                    : "The language model's summary is not supported by the messages."
                return .quotesInstead(reason + " These are quotes.", isLasting: true)
            }
            return .written(
                stored(answer, reading, outstanding: outstanding, isCatchUp: isCatchUp), read: answer.messages)
        } catch let refusal as Refusal {
            return .quotesInstead(refusal.message + " These are quotes.", isLasting: false)
        }
    }

    private func stored(
        _ answer: CheckedAnswer, _ reading: SummaryReading, outstanding: [Int], isCatchUp: Bool
    ) -> StoredAnswer {
        var stored = StoredAnswer(
            answer, model: gateway.modelName, from: reading.messages, source: reading.source(_:range:))
        // Mentions of the reader and decisions are added if the model left them out.
        let cited = Set(stored.sources.map(\.message))
        for place in outstanding where stored.statements.count < Self.limit {
            let kind = reading.points[place].kind
            guard kind == .mention || kind == .decision, !cited.contains(reading.messages[place].id) else { continue }
            let source = stored.place(of: reading.source(place))
            stored.statements.append(AssistantAnswer.Statement(reading.quotation(place), citations: [source]))
        }
        if isCatchUp {
            let ranks = stored.statements.map { statement in
                statement.citations.compactMap { stored.sources[$0].kind.flatMap(ThreadSummary.Kind.init(rawValue:)) }
                    .min() ?? .topic
            }
            stored.statements = stored.statements.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
                .map { stored.statements[$0] }
        }
        return stored
    }
}
