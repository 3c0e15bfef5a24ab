import NexusCore
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The assistant over HTTP", .timeLimit(.minutes(10)))
struct AssistantRouteTests {
    private static let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)

    private static func operation(_ kind: NexusCore.Operation.Kind, _ number: UInt64) -> NexusCore.Operation {
        NexusCore.Operation(id: OperationID(high: 0x7001, low: 1 << 63 | number), kind: kind)
    }

    /// A conversation with a message, and the token of its sender.
    private static func talked(_ server: RunningServer) async throws -> String {
        let ann = try await server.signUp("Ann").accessToken
        for (number, kind) in [
            Operation.Kind.createGroup(group, title: "Plans", members: []),
            .post(group, text: "The harbour festival begins on Friday.", writtenAt: .zero),
            .post(group, text: "Lunch was fine.", writtenAt: .zero),
        ].enumerated() {
            #expect(try await server.apply(operation(kind, UInt64(number)), token: ann).status == 200)
        }
        return ann
    }

    private static func ask(_ text: String, _ server: RunningServer, _ token: String) async throws -> [AssistantEvent] {
        let answer = try await server.ask(
            "POST", "/v1/assistant/questions", String(decoding: AssistantQuestion(text).json, as: UTF8.self),
            token: token)
        #expect(answer.headers["content-type"] == "application/x-ndjson")
        return try answer.body.split(separator: "\n").map { try AssistantEvent.decode(String($0)) }
    }

    private static func finished(_ events: [AssistantEvent]) throws -> AssistantAnswer {
        guard case .finished(_, let exchange) = try #require(events.last) else { throw Missing() }
        return exchange.answer
    }

    @Test("an answer comes in lines: the beginning, its sources, and the stored answer")
    func lines() async throws {
        try await RunningServer.serve { server in
            let ann = try await Self.talked(server)
            let events = try await Self.ask("When does the harbour festival begin?", server, ann)
            guard case .began = try #require(events.first) else { throw Missing() }
            let answer = try Self.finished(events)
            #expect(answer.kind == .quotes)
            #expect(events.count == answer.citations.count + 2)
            let topics = try await server.ask("GET", "/v1/assistant/topics", token: ann)
            #expect(try TopicList.decode(topics.body).topics.map(\.count) == [1])
        }
    }

    @Test("invalid questions are refused with the reason, and too many have to wait")
    func refusals() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.questionsAtOnce = 4
        }) { server in
            let ann = try await server.signUp("Ann").accessToken
            let path = "/v1/assistant/questions"
            #expect(try await server.ask("POST", path, "{}", token: ann).refusal?.code == .invalidJSON)
            #expect(try await server.ask("POST", path, #"{"text":" "}"#, token: ann).refusal?.code == .textEmpty)
            let elsewhere = #"{"text":"x","conversation":"\#(Self.group.text)"}"#
            #expect(try await server.ask("POST", path, elsewhere, token: ann).refusal?.code == .conversationGone)
            let summary = "/v1/conversations/\(Self.group.text)/summary?range=year"
            #expect(try await server.ask("GET", summary, token: ann).refusal?.code == .invalidRequest)
            #expect(try await server.ask("POST", path, #"{"text":"x"}"#, token: ann).refusal?.code == .rateLimited)
            #expect(try await server.ask("POST", path, #"{"text":"x"}"#).refusal?.code == .notSignedIn)
        }
    }

    @Test("a language model's statements are shown with their sources, and unsupported ones are not")
    func written() async throws {
        let model = ScriptedChatModel([
            .answers { request in
                let label = request.quotes.first { $0.text.contains("harbour") }?.label ?? ""
                return #"""
                    {"statements":[{"text":"The harbour festival begins on Friday.","citations":[{"id":"\#(label)","quote":"festival begins on Friday"}]},
                    {"text":"It costs 9000 euros.","citations":[{"id":"\#(label)","quote":"costs 9000 euros"}]}]}
                    """#
            }
        ])
        try await RunningServer.serve(configure: { $0.languageModel.model = model }) { server in
            let ann = try await Self.talked(server)
            let events = try await Self.ask("When does the harbour festival begin?", server, ann)
            #expect(events.contains(.text("The harbour festival begins on Friday. ")))
            let answer = try Self.finished(events)
            #expect(answer.kind == .written)
            #expect(answer.model == "scripted")
            #expect(answer.statements.map(\.text) == ["The harbour festival begins on Friday."])
            #expect(answer.citations.count == 1)
            #expect(answer.citations.first?.excerpt.contains("festival begins on Friday") == true)
        }
    }

    @Test("a summary names its model, with its bullets and their sources")
    func summary() async throws {
        let model = ScriptedChatModel([
            .answers { request in
                let label = request.quotes.first { $0.text.contains("harbour") }?.label ?? ""
                return #"""
                    {"statements":[{"text":"The festival begins on Friday.","citations":[{"id":"\#(label)","quote":"festival begins on Friday"}]}]}
                    """#
            }
        ])
        try await RunningServer.serve(configure: { $0.languageModel.model = model }) { server in
            let ann = try await Self.talked(server)
            let path = "/v1/conversations/\(Self.group.text)"
            for target in ["/summary?range=all", "/catch-up?after=0"] {
                let answer = try await server.ask("GET", path + target, token: ann)
                let summary = try ConversationSummary.decode(answer.body)
                #expect(summary.model == "scripted" && summary.notice == nil)
                #expect(summary.statements.map(\.text) == ["The festival begins on Friday."])
                #expect(summary.points.map(\.excerpt) == ["The harbour festival begins on Friday."])
            }
            let ledger = try await server.ask("GET", "/v1/ai/ledger", token: ann)
            #expect(try LedgerPage.decode(ledger.body).entries.map(\.purpose) == ["summary/2", "summary/2"])
        }
    }

    @Test("if the model fails the answer is quotes with the reason; if the operator has turned it off there is none")
    func failing() async throws {
        let model = ScriptedChatModel([.fails(ChatModelError(.timedOut))])
        try await RunningServer.serve(configure: { $0.languageModel.model = model }) { server in
            let ann = try await Self.talked(server)
            let answer = try Self.finished(try await Self.ask("When does the harbour festival begin?", server, ann))
            #expect(answer.kind == .quotes)
            #expect(answer.notice == "The language model took too long. These are quotes.")
            #expect(!answer.citations.isEmpty)
        }
        try await RunningServer.serve(configure: { $0.languageModel.isOn = false }) { server in
            let ann = try await Self.talked(server)
            let refused = try await server.ask("POST", "/v1/assistant/questions", #"{"text":"x"}"#, token: ann)
            #expect(refused.refusal?.code == .aiUnavailable)
        }
    }
}
