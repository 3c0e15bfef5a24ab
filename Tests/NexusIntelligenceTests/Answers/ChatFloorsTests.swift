import Foundation
import NexusEvaluation
import NexusIntelligence
import Testing

/// Floors under the figures of `nexus bench chat Fixtures/Chat --words`, by which a regression is noticed. They are no aims.
@Suite("Floors on other people's chat")
struct ChatFloorsTests {
    private let score: ChatScore
    private let answers: AnswerScore

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures/Chat")
        var score = ChatScore()
        var answers = ChatAnswers(model: nil)
        for file in try ChatFolder.files(at: folder.standardized.path) {
            var extractor = InsightExtractor(members: file.insightMembers)
            for message in file.input { extractor.take(message) }
            score.add(extractor.insights, of: file)
            answers.add(file, insights: extractor.insights)
        }
        self.score = score
        self.answers = answers.score(wide: false)
    }

    @Test("of records and answers hold")
    func floors() {
        #expect(score.conversations == 20)
        for (name, found, precision, recall) in [
            ("actions", score.actions, 0.43, 0.34), ("whole actions", score.wholeActions, 0.15, 0.12),
            ("decisions", score.decisions, 0.21, 0.13), ("deadlines", score.deadlines, 0.65, 0.43),
            ("urgent", score.urgent, 0.75, 0.13),
        ] {
            #expect(found.precision >= precision, "\(name)")
            #expect(found.recall >= recall, "\(name)")
        }
        #expect(1_000 * score.actions.wrong <= 61 * score.messages)
        for (name, share, floor) in [
            ("right source", answers.rightSource, 31.0), ("right records", answers.rightRecords, 13),
            ("abstention", answers.abstention, 5), ("foreign abstention", answers.foreignAbstention, 72),
            ("prompts", answers.prompts, 29), ("catch-up", answers.catchUp, 48),
            ("summary decisions", answers.summaryDecisions, 31), ("summary actions", answers.summaryActions, 22),
        ] {
            #expect(share.percent >= floor, "\(name)")
        }
        #expect(answers.falseAbstention.percent <= 29)
        #expect(answers.fewFalseAbstention.percent <= 37)
    }
}
