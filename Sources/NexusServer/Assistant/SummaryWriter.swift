import NexusCore
import NexusIntelligence

/// Has a language model word a summary, through the gateway, which lets nothing out that does not stand in the messages.
struct SummaryWriter: Sendable {
    /// Messages that are quoted to the model, at most, however much its window holds.
    static let quoteLimit = 400
    /// Bullets, at most, with those that are added in their own words.
    static let limit = 12

    let gateway: LanguageModelGateway

    /// What came of it.
    enum Outcome: Sendable {
        /// - read: how many messages the model was given.
        case written(StoredAnswer, read: Int)
        /// There is nothing of a model to show, and why.
        /// - isLasting: whether asking again would bring the same.
        case quotesInstead(String, isLasting: Bool)
    }

    /// By which prompt and model summaries are written; nil without a model.
    var engine: String? { gateway.modelName.map { "\(Prompt.summary.mark) \($0)" } }

    /// - Parameters:
    ///   - outstanding: places of the messages that stand out, the most important first.
    ///   - isCatchUp: whether what matters to the reader comes first.
    ///   - tell: is given each bullet as it comes.
    /// - Throws: `CancellationError`; whatever else goes wrong is an outcome.
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
                    ? "The language model found nothing to sum up."
                    : "What the language model wrote does not stand in the messages."
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
        // What mentions the reader and what was decided is told of, whatever the model left out.
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
