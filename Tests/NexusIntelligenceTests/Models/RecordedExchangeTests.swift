import Foundation
import NexusCore
import Testing

@testable import NexusIntelligence

/// Requests as they go to an endpoint, and replies as they come back: `Fixtures/Exchanges`. `NEXUS_WRITE_EXCHANGES=1` writes
/// the requests.
@Suite("Recorded exchanges with a language model", .timeLimit(.minutes(10)))
struct RecordedExchangeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Fixtures/Exchanges")
    private static let people = [InsightExtractorTests.ana, InsightExtractorTests.ben, InsightExtractorTests.cleo]
    private static let messages = InsightExtractorTests.messages([
        (InsightExtractorTests.ana, "Ben, could you please send the invoice to the town by Friday?"),
        (InsightExtractorTests.ben, "Sure, will do."),
        (InsightExtractorTests.cleo, "The weather was lovely in Lisbon, and we saw the cathedral."),
        (InsightExtractorTests.ana, "Nice pictures, they were."),
        (InsightExtractorTests.cleo, "So nice, so nice."),
    ])
    private static let quotes = messages.enumerated().map { number, message in
        QuotedMessage(
            id: message.id, conversation: ConversationID(high: 9, low: 9), seq: Int64(number + 1),
            sender: people.first { $0.id == message.sender }?.name ?? "", place: "Town", time: "Tuesday 3 March 2026",
            text: message.text)
    }

    /// Sends a request to an endpoint that replies as recorded, after it was compared with the recorded one.
    private func replay(_ name: String, _ request: ChatRequest) async throws -> String {
        let reply = try String(contentsOf: Self.folder.appending(path: "\(name).reply.txt"), encoding: .utf8)
        var pieces: [String] = []
        var rest = Substring(reply)
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(17)))
            rest = rest.dropFirst(17)
        }
        let endpoint = try await StandInEndpoint([.events(StandInEndpoint.saying(pieces))])
        let answer: ChatAnswer
        do {
            answer = try await ChatEndpoint(ChatEndpointSettings(url: endpoint.url, model: "m")).answer(to: request)
            await endpoint.close()
        } catch {
            await endpoint.close()
            throw error
        }
        guard case .array(let turns)? = endpoint.requests.first?.body?["messages"] else {
            Issue.record("no request arrived")
            return ""
        }
        let text = turns.map { turn in
            guard case .string(let role)? = turn["role"], case .string(let content)? = turn["content"] else {
                return ""
            }
            return "=== \(role)\n\(content)\n"
        }.joined()
        let file = Self.folder.appending(path: "\(name).request.txt")
        if ProcessInfo.processInfo.environment["NEXUS_WRITE_EXCHANGES"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text,
            "NEXUS_WRITE_EXCHANGES=1 writes \(file.lastPathComponent)")
        return answer.text
    }

    @Test("of the records those that the messages hold are kept")
    func extraction() async throws {
        let window = ExtractionWindow(lines: Self.messages.map { .init($0, isNew: true) }, members: Self.people)
        let request = Prompt.extraction.request(
            ExtractionWindow.question(quotes: Self.quotes.count, new: Self.quotes.count), quotes: Self.quotes)
        let reply = try await replay("extraction", request)
        let records = ExtractedRecord.all(in: try StructuredReply.read(reply, as: ExtractedRecord.replyShape).get())
        let check = try #require(ExtractionCheck(window, quotes: request.quotes))
        let results = records.map(check.check)
        #expect(results.count == 4)
        let task = try results[0].get()
        #expect(task.assignee == InsightExtractorTests.ben.id && task.due?.iso8601 == "2026-03-06")
        #expect(results[1] == .failure(.noQuote) && results[2] == .failure(.noAct))
        let accepted = try results[3].get()
        #expect(accepted.assignee == nil && accepted.due == nil && accepted.dropped == [.noPerson, .noPhrase])
    }

    @Test("of an answer's statements the altered one is quoted, the invented one dropped, and the rest checked again")
    func answer() async throws {
        let question = "What does Ben send?"
        let request = Prompt.answer.request(question, quotes: Self.quotes)
        let check = AnswerCheck(request.quotes, question: question)
        let answer = check.check(reply: try await replay("answer", request))
        #expect(answer.isAnswer && answer.statements.map(\.doubt) == [nil, .day] && answer.faults == [.noQuote: 1])
        let second = EntailmentCheck(answer.statements, to: question, quotes: request.quotes)
        #expect(second.statements == [answer.statements[0]] && second.quotes.count == 1)
        let reply = try await replay("entailment", Prompt.entailment.request(second.question, quotes: second.quotes))
        let value = try StructuredReply.read(reply, as: EntailmentCheck.replyShape).get()
        #expect(second.verdicts(in: value) == [.irrelevant])
    }
}
