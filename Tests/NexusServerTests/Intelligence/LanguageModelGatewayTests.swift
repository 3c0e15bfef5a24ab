import Logging
import NexusCore
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The language model's gateway")
struct LanguageModelGatewayTests {
    @Test("statements stream as they are checked, then all of them; the ledger has their size, and not their text")
    func answers() async throws {
        let test = try TestGateway()
        let model = ScriptedChatModel(saying: TestGateway.answer)
        let (told, answer) = try await test.ask(test.gateway(model), for: test.ada)
        #expect(told.map(\.text) == ["The launch is on Friday at 10."])
        #expect(answer?.statements == told)
        #expect(told.first?.citations.map(\.message) == [test.launch.id])
        #expect(model.asked.first?.quotes.map(\.text) == [test.launch.text])
        let entry = try #require(try test.ledger().first)
        #expect(entry.user.id == test.ada && entry.purpose == "answer/1" && entry.model == "scripted")
        #expect(entry.messages == 1 && entry.outcome == LedgerEntry.answered)
        #expect(entry.inputTokens > 0 && entry.outputTokens > 0)
        #expect(try test.ledger(of: test.ben).isEmpty)
    }

    @Test("inaccessible messages are not sent: not a member, left, deleted, cleared, blocked")
    func unreadable() async throws {
        let test = try TestGateway()
        let deleted = try test.server.post("Deleted words", in: test.group, by: test.ben)
        try test.server.apply(.delete(test.group, messages: [deleted.id]), by: test.ben)
        let model = ScriptedChatModel(saying: #"{"statements":[]}"#)
        let gateway = test.gateway(model)
        _ = try await test.ask(gateway, for: test.eve)
        _ = try await test.ask(gateway, for: test.ada, of: [deleted])
        try test.server.apply(.updateRelation(test.ben, RelationChange(isBlocked: true)), by: test.ada)
        _ = try await test.ask(gateway, for: test.ada)
        try test.server.apply(.updateRelation(test.ben, RelationChange(isBlocked: false)), by: test.ada)
        try test.server.apply(
            .updateSettings(test.group, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: test.ada)
        _ = try await test.ask(gateway, for: test.ada)
        try test.server.apply(.leave(test.group), by: test.ben)
        _ = try await test.ask(gateway, for: test.ben)
        #expect(model.asked.count == 5)
        #expect(model.asked.allSatisfy { $0.quotes.isEmpty })
    }

    @Test("a user removed while the model writes gets none of its output")
    func removed() async throws {
        let test = try TestGateway()
        let server = SendableBox(test.server)
        let model = ScriptedChatModel([
            .answers { [group = test.group, ada = test.ada, ben = test.ben] _ in
                _ = try? server.value.apply(.removeMember(group, user: ben), by: ada)
                return TestGateway.answer
            }
        ])
        let (told, answer) = try await test.ask(test.gateway(model), for: test.ben)
        #expect(told.isEmpty)
        #expect(answer?.faults == [.noSource: 1])
    }

    @Test("a false citation is dropped, and a reply without statements is sent back once")
    func repaired() async throws {
        let test = try TestGateway()
        let lie = #"{"statements":[{"text":"It is off.","citations":[{"id":"m1","quote":"It is off"}]}]}"#
        let (told, answer) = try await test.ask(test.gateway(ScriptedChatModel(saying: lie)), for: test.ada)
        #expect(told.isEmpty && answer?.faults == [.noQuote: 1] && answer?.isAnswer == true)

        let model = ScriptedChatModel([.says("On Friday, I think!"), .says(TestGateway.answer)])
        #expect(try await test.ask(test.gateway(model), for: test.ada).told.count == 1)
        #expect(model.asked.count == 2)
        #expect(model.asked[1].history.last?.text == "On Friday, I think!")

        let refusal = try await test.refusal(test.gateway(ScriptedChatModel(saying: "no")), for: test.ada)
        #expect(refusal?.code == .aiFailed)
        #expect(try test.ledger().first?.outcome == "ai_invalid_reply")
    }

    @Test(
        "a model's error is shown in safe words, and recorded",
        arguments: ChatModelError.Code.allCases)
    func failing(code: ChatModelError.Code) async throws {
        let test = try TestGateway()
        let model = ScriptedChatModel([.fails(ChatModelError(code, status: 500), after: "{\"statements\":[")])
        let refusal = try #require(try await test.refusal(test.gateway(model), for: test.ada))
        #expect(refusal.code == .aiFailed)
        #expect(refusal.message == ChatModelError(code).message)
        #expect(try test.ledger().map(\.outcome) == [code.rawValue])
    }

    @Test("without a model, or switched off, it says so and records nothing")
    func unavailable() async throws {
        let test = try TestGateway()
        let model = ScriptedChatModel(saying: TestGateway.answer)
        #expect(try await test.refusal(test.gateway(nil), for: test.ada)?.code == .aiUnavailable)
        #expect(try await test.refusal(test.gateway(model, isOn: false), for: test.ada)?.code == .aiUnavailable)
        #expect(test.gateway(model, isOn: false).modelName == nil && test.gateway(model).modelName == "scripted")
        #expect(model.asked.isEmpty)
        #expect(try test.ledger().isEmpty)
    }

    @Test("the budgets of a user and of the server end, and say when they renew")
    func budgets() async throws {
        let test = try TestGateway()
        var budget = ModelBudget()
        budget.person.requests = 2
        budget.server.requests = 3
        let model = ScriptedChatModel(saying: TestGateway.answer)
        let gateway = test.gateway(model, budget: budget)
        _ = try await test.ask(gateway, for: test.ada)
        _ = try await test.ask(gateway, for: test.ada)
        let own = try #require(try await test.refusal(gateway, for: test.ada))
        #expect(own.code == .aiBudget && own.message.contains("You have used") && own.message.contains("00:00 UTC"))
        let wait = try #require(own.retryAfter)
        #expect((test.server.now.milliseconds + wait) % 86_400_000 == 0, "midnight")
        _ = try await test.ask(gateway, for: test.ben)
        let all = try #require(try await test.refusal(gateway, for: test.ben))
        #expect(all.code == .aiBudget && all.message.contains("This server"))
        #expect(model.asked.count == 3)
        #expect(try test.ledger().count == 3, "what was refused did not leave")

        test.server.now = test.server.now.advanced(by: wait)
        #expect(try await test.refusal(test.gateway(model, budget: budget), for: test.ada) == nil)
    }

    @Test("tokens count as well, before a request is sent")
    func tokens() async throws {
        let test = try TestGateway()
        var budget = ModelBudget()
        budget.person.tokens = 100
        let model = ScriptedChatModel(saying: TestGateway.answer)
        #expect(try await test.refusal(test.gateway(model, budget: budget), for: test.ada)?.code == .aiBudget)
        #expect(model.asked.isEmpty)
    }

    /// An answer of three statements, of which code settles the first.
    private static let three = #"""
        {"statements":[{"text":"The launch is on Friday at 10.","citations":[{"id":"m1","quote":"The launch is on Friday at 10"}]},
        {"text":"Friday at 10 the launch is.","citations":[{"id":"m1","quote":"The launch is on Friday at 10"}]},
        {"text":"On Friday there is the launch.","citations":[{"id":"m1","quote":"The launch is on Friday at 10"}]}]}
        """#

    private func askTwice(
        _ lines: [ScriptedChatModel.Line]
    ) async throws -> (test: TestGateway, told: [CheckedStatement], answer: CheckedAnswer, model: ScriptedChatModel) {
        let test = try TestGateway()
        let model = ScriptedChatModel(lines)
        var settings = LanguageModelSettings()
        settings.model = model
        settings.checksAnswers = true
        let gateway = LanguageModelGateway(
            database: test.server.database, settings: settings, now: { [now = test.server.now] in now },
            logger: Logger(label: "test"))
        let (told, answer) = try await test.ask(gateway, for: test.ada)
        return (test, told, try #require(answer), model)
    }

    @Test("what does not follow from its citations is quoted instead, and what does not answer is dropped")
    func secondCheck() async throws {
        let verdicts = #"""
            {"verdicts":[{"statement":"s1","supported":false,"relevant":true},
            {"statement":"s2","supported":true,"relevant":false}]}
            """#
        let (test, told, answer, model) = try await askTwice([.says(Self.three), .says(verdicts)])
        #expect(answer.statements.count == 2 && answer.statements[0].doubt == nil)
        #expect(answer.statements[1].doubt == .entailment && answer.statements[1].text.contains("Ben wrote:"))
        #expect(told == answer.statements && answer.faults == [.irrelevant: 1])
        #expect(try test.ledger().map(\.purpose) == ["entailment/2", "answer/1"])
        #expect(model.asked[1].quotes.map(\.text) == [test.launch.text])
    }

    @Test("an answer that code settles takes no second request")
    func settled() async throws {
        let (_, told, answer, model) = try await askTwice([.says(TestGateway.answer)])
        #expect(model.asked.count == 1 && told == answer.statements && told.count == 1)
    }

    @Test("without verdicts the first check has to do")
    func noVerdicts() async throws {
        let (test, told, answer, model) = try await askTwice([.says(Self.three), .says("I will not")])
        #expect(answer.statements.count == 3 && told == answer.statements && model.asked.count == 3)
        #expect(try test.ledger().first?.outcome == "ai_invalid_reply")
    }

    @Test("with prices the ledger has costs, and budgets in money end")
    func money() async throws {
        let test = try TestGateway()
        var settings = try LanguageModelSettings(environment: [
            "NEXUS_AI_PRICE_INPUT": "1000", "NEXUS_AI_PRICE_OUTPUT": "2000.5", "NEXUS_AI_CURRENCY": "EUR",
            "NEXUS_AI_PERSON_MONEY": "3.25",
        ])
        settings.model = ScriptedChatModel(saying: TestGateway.answer)
        let gateway = LanguageModelGateway(
            database: test.server.database, settings: settings, now: { [now = test.server.now] in now },
            logger: Logger(label: "test"))
        _ = try await test.ask(gateway, for: test.ada)
        let entry = try #require(try test.ledger().first)
        let tokens = TokenUsage(input: Int(entry.inputTokens), output: Int(entry.outputTokens))
        let cost = entry.inputTokens * 1_000 + (entry.outputTokens * 20_005 + 9) / 10
        #expect(entry.cost == Money(millionths: cost, currency: "EUR") && settings.prices?.cost(of: tokens) == cost)
        let ledger = LedgerService(database: test.server.database, gateway: gateway)
        let state = try await ledger.state(of: test.ada)
        #expect(state.cost == entry.cost && state.costLimit?.text == "3.25 EUR")
        // 900 tokens of a reply alone are 1.80 EUR.
        #expect(try await test.refusal(gateway, for: test.ada)?.code == .aiBudget)
        #expect(try await test.refusal(gateway, for: test.ben) == nil)
        // What was spent in another currency is not counted.
        settings.prices?.currency = "USD"
        let dollars = LanguageModelGateway(
            database: test.server.database, settings: settings, now: gateway.now, logger: Logger(label: "test"))
        #expect(try await test.refusal(dollars, for: test.ada) == nil)
        #expect(settings.prices?.cost(of: TokenUsage(input: .max, output: .max)) == .max)
    }

    @Test("amounts of money are read and written in decimals")
    func amounts() {
        #expect(
            Money.millionths("2.5") == 2_500_000 && Money.millionths("0.000001") == 1
                && Money.millionths("7") == 7_000_000)
        for text in ["", "1,5", "-1", ".5", "1.", "1.0000001", "1e3", "1.2.3", "9999999999"] {
            #expect(Money.millionths(text) == nil, "\(text)")
        }
        #expect(Money(millionths: 12_300, currency: "USD").text == "0.0123 USD")
        #expect(Money(millionths: -2_500_000, currency: "€").text == "-2.50 €")
        #expect(Money(millionths: .min, currency: "€").text == "-9223372036854.775808 €")
    }

    @Test("a cancelled request is recorded as such")
    func cancelled() async throws {
        let test = try TestGateway()
        let whole = TestGateway.answer.dropLast(2) + ","
        let gateway = test.gateway(ScriptedChatModel([.hangs(after: String(whole))]))
        for try await piece in gateway.ask(.answer, "When?", of: [test.quote(test.launch)], for: test.ada) {
            if case .statement = piece { break }
        }
        while try test.ledger().first?.outcome == LedgerEntry.started { await Task.yield() }
        #expect(try test.ledger().map(\.outcome) == [LedgerEntry.cancelled])
    }

    @Test("a wording is accepted if the facts stay")
    func rewording() async throws {
        let test = try TestGateway()
        let note = "launch is on Friday at 10"
        let good = ScriptedChatModel(saying: #"{"text":"Launch on Friday at 10"}"#)
        #expect(
            try await test.gateway(good).reword(note, from: test.quote(test.launch), for: test.ada)
                == "Launch on Friday at 10")
        let bad = ScriptedChatModel(saying: #"{"text":"Launch on Monday at 10"}"#)
        #expect(try await test.gateway(bad).reword(note, from: test.quote(test.launch), for: test.ada) == nil)
        #expect(try await test.gateway(bad).reword(note, from: test.quote(test.launch), for: test.eve) == nil)
        #expect(bad.asked.count == 1)
    }

    @Test("a day begins at midnight UTC, also before 1970")
    func days() {
        let bounds = ModelBudget.bounds(of: Timestamp(milliseconds: -1))
        #expect(bounds.start.milliseconds == -86_400_000 && bounds.end.milliseconds == 0)
        let later = ModelBudget.bounds(of: Timestamp(milliseconds: 86_400_000))
        #expect(later.start.milliseconds == 86_400_000 && later.end.milliseconds == 172_800_000)
    }
}

/// A test server used by a closure of the model. Safe to send: everything runs inline, and the test awaits the model's
/// reply before it uses the server again.
private struct SendableBox: @unchecked Sendable {
    let value: InlineServer
    init(_ value: InlineServer) { self.value = value }
}
