import NexusIntelligence

/// `retrieval FILE`: the recall of messages that answer a question, over conversations with questions whose answers are
/// known. The file is in the format of LoCoMo (docs/intelligence.md).
public struct RetrievalScenario: Sendable {
    private let file: String
    private let model: MeaningModel?

    /// - Parameter models: nil measures words alone.
    /// - Throws: `BenchFailure` if the model is missing or damaged.
    public init(file: String, models: ModelFolder?) throws {
        self.file = file
        model = try MeaningModel.forBench(models)
    }

    public func run() throws -> BenchReport {
        let conversations = try QuestionFile(file).conversations
        var tally = Tally()
        var asking = Duration.zero
        for conversation in conversations {
            let index = ExchangeIndex(conversation.passages(embeddedBy: model))
            let places = Dictionary(conversation.turns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
            for question in conversation.qa where question.evidence.contains(where: { places[$0] != nil }) {
                let began = ContinuousClock.now
                let hits = index.best(
                    10, for: .init(question.question, model: model), model: model)
                asking += ContinuousClock.now - began
                tally.add(hits.map(\.place), evidence: question.evidence.map { places[$0] }, question.category)
            }
        }
        var report = BenchReport(scenario: "retrieval")
        report.add("questions", tally.questions)
        report.add("messages", conversations.reduce(0) { $0 + $1.turns.count })
        report.add("recallAt5", tally.recall(at: 5))
        report.add("recallAt10", tally.recall(at: 10))
        for category in tally.categories.keys.sorted() {
            report.add("recallAt10 " + category, tally.categories[category]?.mean ?? 0)
        }
        report.add("millisecondsPerQuestion", asking / .milliseconds(1) / Double(max(1, tally.questions)))
        return report
    }
}

/// Shares of evidence found, in percent.
private struct Tally {
    struct Mean {
        var sum = 0.0
        var count = 0
        var mean: Double { count == 0 ? 0 : sum / Double(count) * 100 }
    }

    var questions = 0
    var categories: [String: Mean] = [:]
    private var means: [Int: Mean] = [:]

    mutating func add(_ found: [Int], evidence: [Int?], _ category: String?) {
        questions += 1
        for limit in [5, 10] {
            let first = Set(found.prefix(limit))
            let hits = evidence.count { $0.map(first.contains) ?? false }
            let share = Double(hits) / Double(evidence.count)
            means[limit, default: Mean()].sum += share
            means[limit, default: Mean()].count += 1
            guard limit == 10, let category else { continue }
            categories[category, default: Mean()].sum += share
            categories[category, default: Mean()].count += 1
        }
    }

    func recall(at limit: Int) -> Double { means[limit]?.mean ?? 0 }
}
