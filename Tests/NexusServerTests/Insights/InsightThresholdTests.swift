import NexusCore
import NexusDatabase
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("The threshold of suggestions")
struct InsightThresholdTests {
    private let bench: InsightBench

    init() throws { bench = try InsightBench() }

    /// Found insights of one message, each of a confidence.
    private func find(_ confidences: [Double], kind: InsightRecord.Kind = .action) async throws -> [InsightRecord] {
        let message = try await bench.say("Good morning", by: bench.ann)
        let found = confidences.enumerated().map { number, confidence in
            FoundInsight(
                kind: kind, source: message.id, text: "task number \(number)",
                span: TextSpan(start: number, length: 1), confidence: Confidence(confidence))
        }
        try bench.server.write { [group = bench.group] transaction in
            _ = try InsightRepository.take(
                found, in: group, after: message.seq - 1, through: message.seq, keeping: [], transaction)
        }
        let query = InsightQuery(kinds: [kind], source: message.id)
        return try await bench.insights(query).sorted { ($0.evidence?.start ?? 0) < ($1.evidence?.start ?? 0) }
    }

    private func threshold(_ kind: InsightRecord.Kind = .action, after days: Int64 = 0) throws -> Double {
        let time = bench.server.now.advanced(by: days * 86_400_000)
        return try bench.server.read { try InsightThresholds(at: time, $0)[kind].value }
    }

    @Test("rises with refusals, falls with confirmations, and undoing takes back what was taught")
    func judgements() async throws {
        let tasks = try await find([0.9, 0.51, 0.5])
        #expect(tasks.map(\.certainty) == [.likely, .likely, .likely])
        try await bench.change(tasks[0], InsightChange(state: .dismissed))
        #expect(abs(try threshold() - 0.518) < 1e-9)
        #expect(try threshold(.decision) == 0.5, "each kind has its own")
        #expect(try await bench.items(for: bench.bob).map(\.certainty).filter { $0 == .suggested }.count == 2)
        #expect(try await bench.service().page(InsightQuery(), for: bench.bob).open == 0)
        try await bench.change(tasks[0], InsightChange(state: .dismissed))
        #expect(abs(try threshold() - 0.518) < 1e-9, "a repeated refusal teaches nothing more")
        try await bench.change(tasks[0], InsightChange(isUndo: true))
        #expect(abs(try threshold() - 0.5) < 1e-9)
        try await bench.change(tasks[2], InsightChange(state: .done))
        #expect(abs(try threshold() - 0.49) < 1e-9)
    }

    @Test("one member moves it by a bound, all together by another, and it is never beyond what is certain")
    func bounds() async throws {
        for person in [bench.ann, bench.bob, bench.cai] {
            for task in try await find(Array(repeating: 0.95, count: Limits.insightsOfMessage)) {
                try await bench.change(task, InsightChange(state: .dismissed), by: person)
            }
            if person == bench.ann { #expect(abs(try threshold() - 0.58) < 1e-9) }
        }
        #expect(abs(try threshold() - 0.74) < 1e-4)
        try bench.server.write { transaction in
            for number in 0..<4 {
                try transaction.run(
                    "INSERT INTO insight_judgements VALUES ('action', $1, 9, $2)",
                    .id(UserID(high: 9, low: UInt64(number))), .time(InsightBench.monday))
            }
        }
        #expect(abs(try threshold() - 0.75) < 1e-9)
        #expect(try await find([1])[0].certainty == .likely)
    }

    @Test("returns to what it was in months")
    func decay() async throws {
        let tasks = try await find([1])
        try await bench.change(tasks[0], InsightChange(state: .dismissed))
        #expect(abs(try threshold(after: 90) - 0.51) < 1e-4)
        #expect(abs(try threshold(after: 900) - 0.5) < 1e-4)
        #expect(abs(try threshold(after: -10) - 0.52) < 1e-4, "clocks that go back teach nothing")
    }

    @Test("learns nothing from insights that members made")
    func made() async throws {
        let message = try await bench.say("Good morning", by: bench.ann)
        let made = try await bench.make("Buy milk", of: message)
        try await bench.change(made, InsightChange(state: .dismissed))
        #expect(try threshold() == 0.5)
    }
}
