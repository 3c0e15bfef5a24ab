import NexusCore
import NexusDatabase
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("Insights with words of another message", .timeLimit(.minutes(10)))
struct BorrowedInsightTests {
    private let bench: InsightBench
    private let problem: Message
    private let answer: Message
    private let insight: StoredInsight

    /// Ann names a problem, and Bob's answer is a task for Cai in words of both.
    init() throws {
        bench = try InsightBench()
        problem = try bench.write("The printer in room two", by: bench.ann)
        answer = try bench.write("Yes, have a look at it", by: bench.bob)
        var found = FoundInsight(
            kind: .action, source: answer.id, text: "Look at it (The printer in room two)",
            span: TextSpan(start: 5, length: 17))
        found.borrowsFrom = problem.id
        found.assignee = bench.cai
        found.due = InsightRecord.Due(text: "2026-03-03", zone: "UTC")
        insight = StoredInsight(found, in: bench.group, seq: answer.seq, writtenAt: answer.writtenAt)
        try bench.server.write { [insight] in try InsightRepository.put(insight, $0) }
    }

    private func rows(after: Seq = 0, for user: UserID) throws -> InsightRows {
        try bench.server.read { [group = bench.group, time = bench.server.now] in
            try InsightRows(of: group, after: after, for: user, at: time, isOn: true, $0)
        }
    }

    private func tasks(of user: UserID) throws -> [String] {
        try bench.server.read { [time = bench.server.now] in
            try DueTasks.texts(of: user, through: time.advanced(by: 3 * 86_400_000), at: time, limit: 10, $0)
        }
    }

    @Test("are hidden from a user who has blocked the other sender, until they unblock them")
    func blocked() async throws {
        #expect(try await bench.items(for: bench.cai).map(\.text) == [insight.text])
        let opened = try rows(for: bench.cai)
        #expect(opened.ids == [insight.id])
        #expect(try tasks(of: bench.cai) == [insight.text])
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: true)), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).isEmpty)
        #expect(try rows(after: opened.cursor, for: bench.cai).ids.isEmpty, "devices remove it")
        #expect(try tasks(of: bench.cai).isEmpty, "no e-mail names it")
        await #expect(throws: Refusal.insightGone) {
            try await bench.service().update(insight.id, InsightChange(state: .done), by: bench.cai)
        }
        #expect(try await bench.items(for: bench.bob).count == 1)
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: false)), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).count == 1)
    }

    @Test("are hidden from a user who has deleted the other message for themself")
    func deletedForOneself() async throws {
        try bench.server.apply(
            .updateSettings(bench.group, SettingsChange(clearedThrough: problem.seq)), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).isEmpty)
        #expect(try await bench.items(for: bench.bob).count == 1)
    }

    @Test("are visible again once a member has said it in words of their own")
    func reworded() async throws {
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: true)), by: bench.cai)
        let record = try #require(try await bench.items(for: bench.bob).first)
        try await bench.change(record, InsightChange(text: insight.text), by: bench.bob)
        #expect(try await bench.items(for: bench.cai).isEmpty, "these are the same words")
        try await bench.change(record, InsightChange(text: "Repair the printer"), by: bench.bob)
        #expect(try await bench.items(for: bench.cai).map(\.text) == ["Repair the printer"])
    }

    @Test("are visible again once the message is read without the other one")
    func readAgain() throws {
        var found = FoundInsight(
            kind: .action, source: answer.id, text: "Look at it", span: TextSpan(start: 5, length: 17))
        #expect(insight.updated(by: found).borrowsFrom == nil)
        found.borrowsFrom = problem.id
        #expect(insight.updated(by: found).borrowsFrom == problem.id)
        #expect(try bench.rows().map(\.borrowsFrom) == [problem.id])
    }

    @Test("a finding of the language model names the other message, and goes when that is deleted for all")
    func finding() throws {
        let finding = ModelFinding(
            seq: answer.seq, source: answer.id, sender: bench.bob, kind: .action, span: TextSpan(start: 5, length: 17),
            text: insight.text, borrowsFrom: problem.id)
        try bench.server.write { [group = bench.group] transaction in
            try ModelFindingRepository.put(
                [finding], ofMessages: [finding.seq], by: "prompt", in: group, transaction)
        }
        #expect(finding.found.borrowsFrom == problem.id)
        func findings() throws -> [ModelFinding] {
            try bench.server.read { [group = bench.group] in
                try ModelFindingRepository.findings(in: group, after: 0, through: .max, $0)
            }
        }
        #expect(try findings() == [finding])
        try bench.server.apply(.delete(bench.group, messages: [problem.id]), by: bench.ann)
        #expect(try findings().isEmpty)
    }
}
