import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The assistant")
struct AssistantServiceTests {
    let server: InlineServer
    let assistant: AssistantService
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let talk: ConversationID

    init() throws {
        server = try InlineServer()
        assistant = server.assistant()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        talk = try server.direct(ann, bob)
    }

    private func ask(
        _ text: String, by user: UserID, topic: TopicID? = nil, in conversation: ConversationID? = nil
    ) async throws -> (topic: TopicID, exchange: AssistantExchange) {
        let question = try await assistant.accept(
            AssistantQuestion(text, topic: topic, conversation: conversation), by: user)
        return (question.topic, try await assistant.answer(question) { _ in })
    }

    @Test("answers with the matching sentence, its sender and place")
    func answers() async throws {
        let said = try server.post("Hello you. The harbour festival begins on Friday.", in: talk, by: bob)
        try server.post("Lunch was good.", in: talk, by: ann)
        let answer = try await ask("When does the harbour festival begin?", by: ann).exchange.answer
        #expect(answer.kind == .quotes)
        let first = try #require(answer.citations.first)
        #expect(first.message == said.id)
        #expect(first.senderName == "Bob")
        #expect(first.title == "Bob")
        #expect(first.excerpt.contains("The harbour festival begins on Friday."))
        #expect(answer.citations.allSatisfy { $0.excerpt.count <= Limits.excerptCharacters })
    }

    @Test("a topic that no message mentions is not found")
    func notFound() async throws {
        try server.post("The harbour festival begins on Friday.", in: talk, by: bob)
        #expect(try await ask("Which rocket reached Jupiter?", by: ann).exchange.answer.kind == .notFound)
        #expect(try await ask("When does the harbour festival begin?", by: cem).exchange.answer.citations.isEmpty)
    }

    @Test("a question continues the previous one of its topic, and a new topic does not")
    func followUp() async throws {
        try server.post("Dana repaired the coffee machine on Tuesday.", in: talk, by: bob)
        let first = try await ask("Who repaired the coffee machine?", by: ann)
        let second = try await ask("and when?", by: ann, topic: first.topic)
        #expect(second.topic == first.topic)
        #expect(second.exchange.number == 2)
        #expect(second.exchange.readAs == "Who repaired the coffee machine? and when?")
        #expect(second.exchange.answer.citations.first?.excerpt.contains("Tuesday") == true)
        let fresh = try await ask("and when?", by: ann)
        #expect(fresh.topic != first.topic)
        #expect(fresh.exchange.readAs == nil)
    }

    @Test("history is private, by conversation or over all, and deletions are final")
    func history() async throws {
        let global = try await ask("Who repaired the coffee machine?", by: ann).topic
        let local = try await ask("Who repaired the coffee machine?", by: ann, in: talk).topic
        #expect(try await assistant.topics(of: ann, about: nil).topics.map(\.id) == [global])
        #expect(try await assistant.topics(of: ann, about: talk).topics.map(\.id) == [local])
        #expect(try await assistant.topics(of: bob, about: nil).topics.isEmpty)
        await #expect(throws: Refusal.self) { try await assistant.thread(global, of: bob) }
        try await assistant.delete(global, of: bob)
        #expect(try await assistant.thread(global, of: ann).exchanges.count == 1)
        try await assistant.delete(global, of: ann)
        try await assistant.delete(global, of: ann)
        await #expect(throws: Refusal.self) { try await assistant.thread(global, of: ann) }
        #expect(try server.count(of: "assistant_exchanges") == 1)
    }

    @Test("an answer marks edited sources, and shows nothing of deleted or inaccessible ones")
    func changedSources() async throws {
        let group = try server.group(of: bob, with: [ann])
        let said = try server.post("The harbour festival begins on Friday.", in: group, by: bob)
        let topic = try await ask("When does the harbour festival begin?", by: ann).topic
        func source() async throws -> Citation? {
            try await assistant.thread(topic, of: ann).exchanges.first?.answer.citations.first
        }
        #expect(try await source()?.state == .current)
        server.now = server.now.advanced(by: 1_000)
        try server.apply(.edit(group, message: said.id, text: "The festival is cancelled."), by: bob)
        let edited = try #require(try await source())
        #expect(edited.state == .edited)
        #expect(edited.excerpt == "The festival is cancelled.")
        try server.apply(.leave(group), by: ann)
        let left = try #require(try await source())
        #expect(left.state == .gone)
        #expect(left.excerpt.isEmpty && left.title.isEmpty && left.senderName.isEmpty)
        #expect(try server.texts(of: "assistant_exchanges", "answer").allSatisfy { !$0.contains("Friday") })
    }

    @Test("a topic about a former conversation is not shown, and questions about it are refused")
    func left() async throws {
        let group = try server.group(of: bob, with: [ann])
        let topic = try await ask("Any deadlines?", by: ann, in: group).topic
        try server.apply(.leave(group), by: ann)
        await #expect(throws: Refusal.conversationGone) { try await assistant.thread(topic, of: ann) }
        await #expect(throws: Refusal.conversationGone) { try await ask("Any deadlines?", by: ann, in: group) }
        await #expect(throws: Refusal.conversationGone) {
            try await assistant.summaries.summary(of: group, .all, for: ann, utcOffset: 0)
        }
    }

    @Test("white space around a question is trimmed, and its length is limited", arguments: [0, 10_000, 10_001])
    func length(count: Int) async throws {
        let text = "  " + String(repeating: "x", count: count) + "\n"
        let question = AssistantQuestion(text)
        switch count {
        case 0: await expect(.textEmpty, of: question)
        case 10_000: #expect(try await assistant.accept(question, by: ann).text.count == count)
        default: await expect(.textTooLong, of: question)
        }
    }

    private func expect(_ code: ErrorCode, of question: AssistantQuestion) async {
        do {
            _ = try await assistant.accept(question, by: ann)
            Issue.record("it was taken")
        } catch {
            #expect((error as? Refusal)?.code == code)
        }
    }

    // MARK: One conversation

    @Test("the suggested questions list decisions, action items and deadlines, each with its message")
    func prompts() async throws {
        let group = try server.group(of: bob, with: [ann])
        let decision = try server.post("We decided to rent the big stage.", in: group, by: bob)
        let action = try server.post("Ann, please send the invoice by 2027-03-05.", in: group, by: bob)
        let decisions = try await ask("What decisions were made?", by: ann, in: group).exchange.answer
        #expect(decisions.citations.map(\.message) == [decision.id])
        let actions = try await ask("Extract action items", by: ann, in: group).exchange.answer
        #expect(actions.citations.map(\.message) == [action.id])
        #expect(actions.citations.first?.note == "Ann, by 2027-03-05")
        let due = try await ask("Any deadlines?", by: ann, in: group).exchange.answer
        #expect(due.citations.map(\.message) == [action.id])
    }

    @Test("catching up begins at the read position, with mentions on top")
    func catchUp() async throws {
        let group = try server.group(of: bob, with: [ann, cem])
        let old = try server.post("The old plan for the harbour was long.", in: group, by: bob)
        try server.apply(.receipt(group, read: old.seq, delivered: old.seq), by: ann)
        let decision = try server.post("We decided to rent the big stage.", in: group, by: bob)
        let mention = try server.apply(
            .post(
                group,
                Post(
                    text: "@Ann can you see the harbour from there?",
                    mentions: [Mention(user: ann, start: 0, length: 4)], writtenAt: server.now)),
            by: bob
        ).publications.first?.change.messages.first
        let summary = try await assistant.summaries.catchUp(on: group, after: nil, for: ann, utcOffset: 0)
        #expect(summary.messages == 2)
        #expect(summary.points.map(\.message) == [mention?.id, decision.id])
        let all = try await assistant.summaries.summary(of: group, .all, for: ann, utcOffset: 0)
        #expect(all.messages == 3)
    }

    @Test("a summary is cached until the conversation changes, and never shared between users")
    func cached() async throws {
        let group = try server.group(of: bob, with: [ann])
        try server.post("We decided to rent the big stage.", in: group, by: bob)
        let first = try await assistant.summaries.summary(of: group, .all, for: ann, utcOffset: 0)
        #expect(try await assistant.summaries.summary(of: group, .all, for: ann, utcOffset: 0) == first)
        try server.post("We decided to invite the choir to the harbour.", in: group, by: bob)
        let second = try await assistant.summaries.summary(of: group, .all, for: ann, utcOffset: 0)
        #expect(second.points.count == first.points.count + 1)
        await #expect(throws: Refusal.conversationGone) {
            try await assistant.summaries.summary(of: group, .all, for: cem, utcOffset: 0)
        }
    }
}

extension InlineServer {
    fileprivate func count(of table: String) throws -> Int {
        try read { try $0.first(SQL("SELECT COUNT(*) FROM \(table)")) { try $0.next(Int.self) } ?? 0 }
    }

    func texts(of table: String, _ column: String) throws -> [String] {
        try read { try $0.all(SQL("SELECT \(column) FROM \(table)")) { try $0.next(String.self) } }
    }
}
