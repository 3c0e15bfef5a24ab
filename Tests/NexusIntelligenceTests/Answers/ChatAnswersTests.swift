import Foundation
import NexusCore
import NexusEvaluation
import NexusIntelligence
import Testing

@Suite("Questions of chat files")
struct ChatAnswersTests {
    /// By words alone: the model's figures are in docs/intelligence.md.
    private static func score(_ files: [ChatFile]) -> AnswerScore {
        var answers = ChatAnswers(model: nil)
        for file in files {
            var extractor = InsightExtractor(members: file.insightMembers)
            for message in file.input { extractor.take(message) }
            answers.add(file, insights: extractor.insights)
        }
        return answers.score(wide: false)
    }

    private static let gate = """
        name: gate
        zone: Europe/Berlin
        members: Oskar, Mira, Tom

        day 2026-03-02
        1 07:58 Oskar | who brings the slings for the crane?
        2 07:59 Tom | ivo has them in his van
        3 08:10 Mira | Lunch was cold again today.
        4 08:12 Oskar | Please send me the delivery note by Wednesday, Mira.
        + request a1 to=Mira due=2026-03-04 "Please send me the delivery note by Wednesday, Mira." title="Send the delivery note"
        5 08:13 Mira | ok
        + accept a1

        ask Oskar | who has the slings of the crane? | 2 1 | who
        ask Mira | what do i still have to do? | actions | list
        ask Oskar | how old is the chancellor of Austria? | none | howmuch
        catchup Mira after 3 | 4
        """

    @Test("are right with a source among the first three, records by their labels, and unanswered if nothing was said")
    func counts() throws {
        let score = Self.score([try ChatFile(text: Self.gate)])
        #expect(score.rightSource == .init(hits: 1, count: 1))
        #expect(score.rightRecords == .init(hits: 1, count: 1))
        #expect(score.abstention == .init(hits: 1, count: 1))
        #expect(score.falseAbstention == .init(hits: 0, count: 2))
        #expect(score.catchUp == .init(hits: 1, count: 1))
        #expect(score.summaryActions == .init(hits: 1, count: 1))
    }
}
