import Foundation
import NexusEvaluation
import NexusIntelligence

/// `chat FILE`: how well the records of labelled chats are found, and their questions answered without a language model
/// (docs/chat-files.md). The file is one chat, or a folder of them.
public struct ChatScenario: Sendable {
    private let files: [ChatFile]
    private let encoder: MessageEncoder?
    private let model: MeaningModel?
    private let out: String?

    /// - Parameters:
    ///   - models: nil, or a folder whose model cannot be opened, measures words alone; the report says which.
    ///   - out: a file for the candidates of the questions (`Training/train_answers.py`), instead of asking them; nil for none.
    /// - Throws: `BenchFailure` for files of another form.
    public init(file: String, models: ModelFolder?, out: String? = nil) throws {
        self.out = out
        do {
            files = try ChatFolder.files(at: file)
        } catch {
            throw BenchFailure("\(error)")
        }
        let sentences = models.flatMap { try? SentenceEncoder(folder: $0.embedding) }
        encoder = sentences.flatMap(MessageEncoder.init)
        model = sentences.map { MeaningModel(encoder: $0) }
    }

    /// - Throws: an error of Foundation if `out` cannot be written.
    public func run() throws -> BenchReport {
        var score = ChatScore()
        var answers = ChatAnswers(model: model)
        var report = BenchReport(scenario: "chat")
        let clock = ContinuousClock()
        var reading = Duration.zero
        for file in files {
            let input = file.input
            let meanings = encoder.map { Self.meanings(input, file, $0) } ?? input.map { _ in nil }
            let insights = clock.measured(into: &reading) {
                var extractor = InsightExtractor(members: file.insightMembers)
                for (message, meaning) in zip(input, meanings) { extractor.take(message, meaning: meaning) }
                return extractor.insights
            }
            score.add(insights, of: file)
            answers.add(file, insights: insights)
        }
        report.add("conversations", score.conversations)
        report.add("messages", score.messages)
        report.add("readWithModel", encoder == nil ? 0 : 1)
        for (name, found) in [
            ("actions", score.actions), ("actionsWithAssigneeAndDay", score.wholeActions),
            ("decisions", score.decisions), ("deadlines", score.deadlines), ("urgent", score.urgent),
        ] {
            report.add(name + "Precision", 100 * found.precision)
            report.add(name + "Recall", 100 * found.recall)
            report.add(name + "F1", 100 * found.f1)
        }
        report.add("statesRight", 100 * Double(score.statesRight) / Double(max(1, score.actions.right)))
        report.add("falseActionsPer1000", 1_000 * Double(score.actions.wrong) / Double(max(1, score.messages)))
        report.add("readingMillisecondsPerMessage", reading / .milliseconds(1) / Double(max(1, score.messages)))
        if let out {
            try (answers.trainingLines().joined(separator: "\n") + "\n").write(
                toFile: out, atomically: false, encoding: .utf8)
        } else {
            add(answers.score(), to: &report)
        }
        return report
    }

    private func add(_ score: AnswerScore, to report: inout BenchReport) {
        for (name, share) in [
            ("answersRightSource", score.rightSource), ("answersRightRecords", score.rightRecords),
            ("answersFalselyAbstained", score.falseAbstention), ("answersAbstained", score.abstention),
            ("answersAbstainedOnForeign", score.foreignAbstention), ("fewRightSource", score.fewSource),
            ("fewFalselyAbstained", score.fewFalseAbstention),
            ("fewAbstainedOnForeign", score.fewForeignAbstention), ("wideRightSource", score.wideSource),
            ("wideFalselyAbstained", score.wideFalseAbstention), ("wideAbstained", score.wideAbstention),
            ("promptsRight", score.prompts), ("catchUpFound", score.catchUp),
            ("summaryDecisions", score.summaryDecisions), ("summaryActions", score.summaryActions),
        ] where share.count > 0 {
            report.add(name, share.percent)
        }
    }

    /// As the server stores them.
    private static func meanings(
        _ input: [InsightMessage], _ file: ChatFile, _ encoder: MessageEncoder
    ) -> [MessageMeaning?] {
        let members = MemberNames(file.insightMembers)
        let read = encoder.read(
            zip(input, file.messages).map {
                MessageEncoder.Input(sender: $1.sender, text: $0.text, members: members)
            })
        return read.map { MessageMeaning(bytes: $0.meaning.bytes) }
    }
}

extension ContinuousClock {
    fileprivate func measured<T>(into sum: inout Duration, _ work: () -> T) -> T {
        let start = now
        defer { sum += now - start }
        return work()
    }
}
