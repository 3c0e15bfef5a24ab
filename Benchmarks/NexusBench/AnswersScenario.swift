import NexusIntelligence

/// `answers FILE`: how often the assistant abstains from unanswerable questions (those of the category `adversarial`,
/// and questions of another conversation) and from answerable ones; and how often a quote is from a message with the
/// answer. Each question follows the one before it in the file, as in one topic.
public struct AnswersScenario: Sendable {
    private let file: String
    private let model: MeaningModel?

    /// One in this many questions is also asked of another conversation.
    private static let foreignStep = 5

    /// - Parameter models: nil measures words alone.
    /// - Throws: `BenchFailure` if the model is missing or damaged.
    public init(file: String, models: ModelFolder?) throws {
        self.file = file
        model = try MeaningModel.forBench(models)
    }

    public func run() throws -> BenchReport {
        let conversations = try QuestionFile(file).conversations
        let indexes = conversations.map { ExchangeIndex($0.passages(embeddedBy: model)) }
        var all = Shares()
        var each: [Shares] = []
        for (number, conversation) in conversations.enumerated() {
            var shares = Shares()
            let places = Dictionary(conversation.turns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
            for (asked, question) in conversation.qa.enumerated() {
                // Each question of the file is complete by itself: joining it to the one before is a mistake.
                let before = asked == 0 ? [] : [conversation.qa[asked - 1].question]
                let meant = FollowUp.resolved(question.question, after: before)
                shares.joined.add(meant != question.question)
                let answer = answer(meant, indexes[number])
                let evidence = Set(question.evidence.compactMap { places[$0] })
                shares.add(answer, isAdversarial: question.category == "adversarial", evidence: evidence)
                guard asked % Self.foreignStep == 0, conversations.count > 1 else { continue }
                shares.addForeign(self.answer(question.question, indexes[(number + 1) % indexes.count]))
            }
            all += shares
            each.append(shares)
        }
        var report = BenchReport(scenario: "answers")
        report.add("questions", all.adversarial.count + all.answerable.count)
        report.add("abstainedOnAdversarial", all.adversarial.percent)
        report.add("falselyAbstained", all.answerable.percent)
        report.add("abstainedOnForeign", all.foreign.percent)
        report.add("quotesAnswer", all.quoted.percent)
        report.add("joinedToTheOneBefore", all.joined.percent)
        for (number, shares) in each.enumerated() {
            report.add("abstainedOnAdversarial \(number + 1)", shares.adversarial.percent)
            report.add("falselyAbstained \(number + 1)", shares.answerable.percent)
        }
        return report
    }

    private func answer(_ question: String, _ index: ExchangeIndex) -> QuotedAnswer {
        QuotedAnswer(to: question, from: index, model: model, excerptLimit: 150)
    }
}

/// The share of cases with a property.
private struct Share {
    var hits = 0
    var count = 0
    var percent: Double { count == 0 ? 0 : Double(hits) / Double(count) * 100 }

    mutating func add(_ hit: Bool) {
        count += 1
        if hit { hits += 1 }
    }

    static func += (left: inout Share, right: Share) {
        left.hits += right.hits
        left.count += right.count
    }
}

private struct Shares {
    var adversarial = Share()
    var answerable = Share()
    var foreign = Share()
    /// Of the answerable questions that were answered, those with a quote from a message with the answer.
    var quoted = Share()
    /// Questions that were taken for the continuation of the one before.
    var joined = Share()

    mutating func add(_ answer: QuotedAnswer, isAdversarial: Bool, evidence: Set<Int>) {
        if isAdversarial {
            adversarial.add(!answer.isFound)
        } else {
            answerable.add(!answer.isFound)
            if answer.isFound, !evidence.isEmpty {
                quoted.add(answer.quotes.contains { evidence.contains($0.place) })
            }
        }
    }

    mutating func addForeign(_ answer: QuotedAnswer) { foreign.add(!answer.isFound) }

    static func += (left: inout Shares, right: Shares) {
        left.adversarial += right.adversarial
        left.answerable += right.answerable
        left.foreign += right.foreign
        left.quoted += right.quoted
        left.joined += right.joined
    }
}
