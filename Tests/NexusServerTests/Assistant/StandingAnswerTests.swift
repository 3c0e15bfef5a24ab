import NexusCore
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Newest statements and reasons in answers", .timeLimit(.minutes(10)))
struct StandingAnswerTests {
    private static let group = ConversationID(high: 0x7100, low: 1 << 63 | 1)

    /// The answer of a server whose only conversation is of some texts.
    private static func answer(
        _ question: String, after texts: [String], model: ScriptedChatModel? = nil
    ) async throws -> AssistantAnswer {
        let answer: AssistantAnswer? = try await RunningServer.serve(configure: {
            $0.languageModel.model = model
            // Records and requests of the model come when they come: these answers are of the messages alone.
            $0.languageModel.extracts = false
            $0.followsChanges = false
        }) { server in
            let ann = try await server.signUp("Ann").accessToken
            let kinds: [NexusCore.Operation.Kind] =
                [.createGroup(group, title: "Plans", members: [])]
                + texts.map { .post(group, text: $0, writtenAt: server.clock.now) }
            for (number, kind) in kinds.enumerated() {
                let id = OperationID(high: 0x7101, low: 1 << 63 | UInt64(number))
                #expect(try await server.apply(NexusCore.Operation(id: id, kind: kind), token: ann).status == 200)
            }
            let reply = try await server.ask(
                "POST", "/v1/assistant/questions", String(decoding: AssistantQuestion(question).json, as: UTF8.self),
                token: ann)
            let events = try reply.body.split(separator: "\n").map { try AssistantEvent.decode(String($0)) }
            guard case .finished(_, let exchange) = events.last else { return nil }
            return exchange.answer
        }
        return try #require(answer)
    }

    private static let rehearsal = [
        "The rehearsal is on Thursday at the barn.", "Lunch was good.", "Actually, the rehearsal is on Friday.",
    ]

    @Test("the newest statement comes first, and the replaced one is named with its own citation")
    func newest() async throws {
        let citations = try await Self.answer("When is the rehearsal?", after: Self.rehearsal).citations
        let (first, second) = (try #require(citations.first), try #require(citations.dropFirst().first))
        #expect(first.excerpt == Self.rehearsal[2])
        #expect(first.reason == "Newest statement")
        #expect(second.excerpt == Self.rehearsal[0])
        #expect(second.reason == "Replaced")
        #expect(second.match != nil)
        #expect(second.note?.hasPrefix("before: Thursday, by Ann on ") == true)
    }

    @Test("a language model is told which statement is the newest and which was replaced")
    func evidence() async throws {
        let model = ScriptedChatModel([
            .answers { request in
                let label = request.quotes.first { $0.text.contains("Thursday") }?.label ?? ""
                return #"""
                    {"statements":[{"text":"The rehearsal is on Thursday at the barn.","citations":[{"id":"\#(label)","quote":"rehearsal is on Thursday at the barn"}]}]}
                    """#
            }
        ])
        let answer = try await Self.answer("When is the rehearsal?", after: Self.rehearsal, model: model)
        let notes = Dictionary(
            (model.asked.first?.quotes ?? []).map { ($0.text, $0.note) }, uniquingKeysWith: { first, _ in first })
        #expect(notes[Self.rehearsal[0]] == "replaced by a later message")
        #expect(notes[Self.rehearsal[2]] == "newest statement, replaces an earlier one")
        #expect(notes[Self.rehearsal[1]]?.isEmpty != false)
        #expect(answer.kind == .written)
        #expect(answer.citations.map(\.reason) == ["Replaced"])
    }

    @Test("a why-question shows the reason beside its statement")
    func reason() async throws {
        let texts = ["We cancel the harbour tour.", "oh no", "Because the boat is broken.", "Lunch was good."]
        let citations = try await Self.answer("Why did we cancel the harbour tour?", after: texts).citations
        #expect(citations.prefix(2).map(\.excerpt) == [texts[0], texts[2]])
        #expect(citations.dropFirst().first?.reason == "Reason")
        let plain = try await Self.answer("Which tour did we cancel?", after: texts).citations
        #expect(!plain.isEmpty && plain.allSatisfy { $0.reason != "Reason" })
    }

    // MARK: Records

    private func ask(_ text: String, _ bench: InsightBench) async throws -> (TopicID, AssistantAnswer) {
        let assistant = bench.server.assistant()
        let question = try await assistant.accept(AssistantQuestion(text, conversation: bench.group), by: bench.ann)
        return (question.topic, try await assistant.answer(question) { _ in }.answer)
    }

    @Test("the message that moved a task comes before the task, whose old words are not stored and go with it")
    func moved() async throws {
        let bench = try InsightBench()
        let task = try await bench.say("Bob, please send the invoice to the printer by 2026-03-09.", by: bench.ann)
        let moved = try bench.write("Let's move it to 2026-03-12.", by: bench.ann, replyTo: task.id)
        try await bench.follow()
        let (topic, answer) = try await ask("When does the printer get the invoice?", bench)
        #expect(answer.citations.prefix(2).map(\.message) == [moved.id, task.id])
        let old = try #require(answer.citations.dropFirst().first)
        #expect(old.reason == "Replaced")
        #expect(old.note == "before: 2026-03-09, by Ann on 2 March 2026")
        #expect(try bench.server.texts(of: "assistant_exchanges", "answer").allSatisfy { !$0.contains("2026-03-09") })
        func kept() async throws -> Citation? {
            try await bench.server.assistant().thread(topic, of: bench.ann).exchanges.first?.answer.citations
                .first { $0.message == task.id }
        }
        bench.server.now = bench.server.now.advanced(by: 1_000)
        try bench.server.apply(.edit(bench.group, message: task.id, text: "Never mind the invoice."), by: bench.ann)
        #expect(try await kept()?.note == "before, by Ann on 2 March 2026")
        try bench.server.apply(.delete(bench.group, messages: [task.id]), by: bench.ann)
        #expect(try await kept()?.note == nil)
    }

    @Test("a decision that another one replaced is listed beside that one")
    func decisions() async throws {
        let bench = try InsightBench()
        let old = try await bench.say("Good morning, the big stage then.", by: bench.ann)
        let other = try await bench.say("Nice weather, the choir comes.", by: bench.bob)
        let new = try await bench.say("Good evening, the small stage then.", by: bench.cai)
        let found = [(old, nil), (other, nil), (new, old.id)].map { message, replaced in
            var found = FoundInsight(
                kind: .decision, source: message.id, text: message.text,
                span: TextSpan(start: 0, length: message.text.utf8.count))
            found.replaces = replaced
            return found
        }
        try bench.server.write { [group = bench.group] transaction in
            _ = try InsightRepository.take(found, in: group, after: 0, through: new.seq, keeping: [], transaction)
        }
        let citations = try await ask("What decisions were made?", bench).1.citations
        #expect(citations.map(\.message) == [new.id, old.id, other.id])
        #expect(citations.map(\.reason) == ["Decision", "Replaced", "Decision"])
        #expect(citations.dropFirst().first?.note == "before, by Ann on 2 March 2026")
    }
}
