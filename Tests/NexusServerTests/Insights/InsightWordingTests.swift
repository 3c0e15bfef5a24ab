import NexusCore
import NexusIntelligence
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("The wording of insights")
struct InsightWordingTests {
    private static let request = "Bob, could you please send the invoice to the town by Friday?"

    private func wording(
        _ bench: InsightBench, by model: ScriptedChatModel, budget: ModelBudget = ModelBudget(),
        moved: @escaping @Sendable (ConversationID, [UserID]) -> Void = { _, _ in }
    ) -> Wording {
        Wording(
            projection: WordingProjection(
                gateway: bench.server.gateway(to: model, budget: budget), now: { [now = bench.server.now] in now },
                moved: moved), work: bench.server.catchUp("wording"))
    }

    private struct Wording {
        let projection: WordingProjection
        let work: CatchUp

        /// Words the next insight. Returns whether there may be more.
        func step(_ id: ConversationID) async throws -> Bool { try await !projection.follow([id], work).isEmpty }
    }

    @Test("a model's wording is shown, requested once and recorded; assignee and date stay")
    func words() async throws {
        let bench = try InsightBench()
        try await bench.say(Self.request, by: bench.ann)
        let before = try #require(try await bench.items().first)
        let model = ScriptedChatModel(saying: #"{"text":"Send invoice to the town"}"#)
        let told = Mutex<[ConversationID]>([])
        let wording = wording(bench, by: model) { id, _ in told.withLock { $0.append(id) } }
        #expect(try await wording.step(bench.group))
        #expect(try await !wording.step(bench.group))
        let after = try #require(try await bench.items().first)
        #expect(after.text == "Send invoice to the town" && before.text != after.text)
        #expect(after.assignee == before.assignee && after.due == before.due && after.state == before.state)
        #expect(model.asked.count == 1)
        #expect(told.withLock { $0 } == [bench.group])
        try await bench.change(after, InsightChange(text: "Post the invoice"))
        #expect(try await bench.items().map(\.text) == ["Post the invoice"])
        #expect(try await !wording.step(bench.group))
    }

    @Test("a wording that changes facts is rejected, and not requested again")
    func otherFacts() async throws {
        let bench = try InsightBench()
        try await bench.say(Self.request, by: bench.ann)
        let before = try await bench.items().map(\.text)
        let model = ScriptedChatModel(saying: #"{"text":"Do not send 900 invoices to Berlin"}"#)
        let wording = wording(bench, by: model)
        while try await wording.step(bench.group) {}
        #expect(try await bench.items().map(\.text) == before)
        #expect(model.asked.count == 1)
    }

    @Test("nothing is sent of an old message, of a conversation closed to AI, or for a user who hides AI")
    func staysHere() async throws {
        let bench = try InsightBench()
        let model = ScriptedChatModel(saying: #"{"text":"Send invoice to the town"}"#)
        try await bench.say(Self.request, by: bench.ann)
        try bench.server.apply(.setAI(bench.group, on: false), by: bench.ann)
        #expect(try await !wording(bench, by: model).step(bench.group))
        try bench.server.apply(.setAI(bench.group, on: true), by: bench.ann)
        bench.server.now = bench.server.now.advanced(by: 25 * 3_600_000)
        #expect(try await !wording(bench, by: model).step(bench.group))
        #expect(model.asked.isEmpty)
    }

    @Test("over budget or after an error, it is retried with the next insight")
    func later() async throws {
        let bench = try InsightBench()
        try await bench.say(Self.request, by: bench.ann)
        var none = ModelBudget()
        none.person.requests = 0
        let model = ScriptedChatModel(saying: #"{"text":"Send invoice to the town"}"#)
        #expect(try await !wording(bench, by: model, budget: none).step(bench.group))
        #expect(model.asked.isEmpty)
        #expect(try await wording(bench, by: model).step(bench.group))
        #expect(try await bench.items().map(\.text) == ["Send invoice to the town"])
    }
}
