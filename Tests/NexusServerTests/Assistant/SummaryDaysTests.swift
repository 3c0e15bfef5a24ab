import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Summaries of the days that a question names")
struct SummaryDaysTests {
    @Test("hold the messages of these days, and no later ones")
    func days() async throws {
        let bench = try InsightBench()
        let old = try await bench.say("We decided: the choir sings on the small stage.", by: bench.bob)
        bench.server.now = bench.server.now.advanced(by: 86_400_000)
        let new = try await bench.say("We decided: the band plays on the big stage.", by: bench.bob)
        func cited(_ text: String) async throws -> [MessageID] {
            let assistant = bench.server.assistant()
            let question = try await assistant.accept(
                AssistantQuestion(text, conversation: bench.group), by: bench.ann)
            return try await assistant.answer(question) { _ in }.answer.citations.map(\.message)
        }
        #expect(try await cited("What happened yesterday?") == [old.id])
        #expect(try await cited("What happened today?") == [new.id])
        #expect(try await Set(cited("What happened since yesterday?")) == [old.id, new.id])
    }
}
