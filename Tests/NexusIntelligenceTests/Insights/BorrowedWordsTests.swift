import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("Words of another message in an insight")
struct BorrowedWordsTests {
    private static let ana = InsightExtractorTests.ana
    private static let ben = InsightExtractorTests.ben

    /// The title of the second text, as an answer to the first.
    private static func title(_ texts: (String, String)) throws -> (text: String, borrowsFrom: MessageID?) {
        let messages = InsightExtractorTests.messages([(ana, texts.0), (ben, texts.1)])
        let reader = try #require(ClauseReader(members: [ana, ben]))
        var context = TurnContext()
        _ = reader.read(messages[0], meaning: nil, context: &context)
        let answered = context.answered(by: messages[1])
        let read = try #require(reader.read(messages[1], meaning: nil, context: &context).first)
        return TaskTitle(names: reader.rules.names).title(of: read, in: texts.1, answering: answered)
    }

    @Test("a task with a pronoun names the message that explains it")
    func pronoun() throws {
        let title = try Self.title(("The printer is broken", "Please fix it"))
        #expect(title.text == "Fix it (The printer is broken)")
        #expect(title.borrowsFrom == MessageID(high: 2, low: 0))
    }

    @Test("a task in words of its own names no other message")
    func own() throws {
        let title = try Self.title(("The printer is broken", "Please fix the door"))
        #expect(title.text == "Fix the door")
        #expect(title.borrowsFrom == nil)
    }

    @Test("a decision that settles a proposal names the proposal's message, also from a checkpoint")
    func proposal() throws {
        var extractor = InsightExtractor(members: [Self.ana, Self.ben])
        let proposed = MessageID(high: 2, low: 9)
        extractor.proposals = [
            InsightExtractor.Proposal(
                number: 0, proposer: Self.ben.id, message: proposed, text: "Move to the new hall", stems: ["hall"])
        ]
        let checkpoint = try #require(InsightCheckpoint(text: extractor.checkpoint.text))
        #expect(checkpoint == extractor.checkpoint)
        var again = InsightExtractor(members: [Self.ana, Self.ben], from: checkpoint)
        again.take(InsightExtractorTests.messages([(Self.ana, "We decided to wait")])[0])
        let decision = again.insights.compactMap { insight -> Decision? in
            if case .decision(let decision) = insight { decision } else { nil }
        }.first
        #expect(decision?.text == "Move to the new hall: We decided to wait")
        #expect(decision?.borrowsFrom == proposed)
    }

    @Test("a task keeps the name of the other message in a checkpoint")
    func task() throws {
        let item = ActionItem(
            source: MessageID(high: 2, low: 1), task: "Fix it (The printer is broken)", assignee: nil, due: nil,
            isUrgent: false, state: .open, span: TextSpan(start: 0, length: 6), borrowsFrom: MessageID(high: 2, low: 0))
        var checkpoint = InsightCheckpoint.start
        checkpoint.open = [
            InsightCheckpoint.Item(
                item: item, number: 1, requester: Self.ana.id, isAccepted: false, stems: ["fix"], touched: 1)
        ]
        let stored = try #require(InsightCheckpoint(text: checkpoint.text))
        #expect(stored.open.map(\.item) == [item])
    }
}
