import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("Insights with identifiers of their own", .timeLimit(.minutes(10)))
struct InsightRecordTests {
    private static let two = "Bob, please send the offer by Friday. Cai, please book the hall by Thursday."

    @Test("a message has several of a kind: each is changed alone, and the old form means the first")
    func several() async throws {
        let bench = try InsightBench()
        let message = try await bench.say(Self.two, by: bench.ann)
        let (hall, offer) = try await pair(bench)
        #expect(hall.assignee?.name == "Cai" && offer.assignee?.name == "Bob")
        #expect(offer.evidence?.start == 0)
        #expect(hall.evidence.map { $0.start > 20 && $0.length > 20 } == true)
        #expect(offer.certainty == .likely)
        try await bench.change(hall, InsightChange(state: .done), by: bench.cai)
        #expect(try await bench.items().map(\.state) == [.open, .done])
        let first = try await bench.service().update(
            .action, of: message.id, InsightChange(text: "Send offer 12"), by: bench.bob)
        #expect(first.id == offer.id && first.certainty == .confirmed)
        var paged: [InsightRecord] = []
        var query = InsightQuery(kinds: [.action], limit: 1)
        repeat {
            let page = try await bench.service().page(query, for: bench.bob)
            paged += page.insights
            query.after = try page.cursor.map { text throws(Refusal) in try InsightQuery.Cursor(text) }
        } while query.after != nil
        #expect(paged.map(\.id) == [offer.id, hall.id])
        #expect(try await bench.insights(InsightQuery(id: hall.id)).map(\.id) == [hall.id])
    }

    @Test("read again from the beginning, all have the identifiers that they had")
    func stable() async throws {
        let bench = try InsightBench()
        try await bench.say(Self.two, by: bench.ann)
        let before = try bench.rows()
        try bench.server.write { [group = bench.group] in try InsightRepository.forget(group, $0) }
        try await bench.follow()
        #expect(try bench.rows() == before)
    }

    @Test("what members did stays with the item that they meant when its message is edited")
    func edited() async throws {
        let bench = try InsightBench()
        let message = try await bench.say(Self.two, by: bench.ann)
        let (hall, offer) = try await pair(bench)
        try await bench.change(hall, InsightChange(state: .dismissed))
        try bench.server.apply(
            .edit(
                bench.group, message: message.id,
                text: "Cai, please book the hall by Thursday. Bob, please send the offer by Friday."), by: bench.ann)
        try await bench.follow()
        let items = try await bench.items()
        #expect(items.count == 2)
        #expect(items.first { $0.state == .dismissed }?.id == hall.id)
        #expect(items.first { $0.state == .dismissed }?.evidence?.start == 0)
        #expect(items.first { $0.state == .open }?.assignee?.name == "Bob")
        #expect(offer.assignee?.name == "Bob")
    }

    @Test("what later messages say is a chain of events, without those that the user does not see")
    func events() async throws {
        let bench = try InsightBench()
        try await bench.say("Bob, can you send the offer to the customer?", by: bench.ann)
        let answer = try await bench.say("Sure, I'll do it by Friday", by: bench.bob)
        let events = try await bench.items().first?.events
        #expect(
            events == [
                InsightRecord.Event(
                    kind: .accepted, message: answer.id, person: InsightRecord.Person(id: bench.bob, name: "Bob"),
                    due: "2026-03-06")
            ])
        try bench.server.apply(.updateRelation(bench.bob, RelationChange(isBlocked: true)), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).map(\.events) == [[]])
        try bench.server.apply(.delete(bench.group, messages: [answer.id]), by: bench.bob)
        #expect(try await bench.items().map(\.events) == [[]], "at once")
        try await bench.follow()
        #expect(try await bench.items().map(\.events) == [[]])
    }

    @Test("no more of a kind than the limit are kept of a message, and an insight has at most 16 events")
    func limits() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("Good morning", by: bench.ann)
        let said = try await bench.say("Nice weather", by: bench.bob)
        let found = (0...Limits.insightsOfMessage).map { number in
            var found = FoundInsight(
                kind: .action, source: message.id, text: "task number\(number)",
                span: TextSpan(start: number, length: 1))
            found.events = (0...16).map { _ in InsightEvent(.repeated, said.id, by: said.sender) }
            return found
        }
        try bench.server.write { [group = bench.group] transaction in
            _ = try InsightRepository.take(
                found, in: group, after: 0, through: said.seq, keeping: [], transaction)
        }
        let items = try await bench.items()
        #expect(items.count == Limits.insightsOfMessage)
        #expect(items.allSatisfy { $0.events.count == InsightRecord.eventLimit })
        await #expect(throws: Refusal.self) { try await bench.make("One more", of: message) }
        try await bench.make("A decision", of: message, kind: .decision)
    }

    @Test("below the threshold an insight is suggested and not counted, until a member confirms it")
    func suggested() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("Good morning", by: bench.ann)
        let found = [0.49, 0.5].enumerated().map { number, confidence in
            FoundInsight(
                kind: .action, source: message.id, text: "task number\(number)",
                span: TextSpan(start: number, length: 1), confidence: Confidence(confidence))
        }
        try bench.server.write { [group = bench.group] transaction in
            _ = try InsightRepository.take(
                found, in: group, after: 0, through: message.seq, keeping: [], transaction)
        }
        let items = try await bench.items()
        #expect(items.map(\.certainty) == [.suggested, .likely])
        #expect(try await bench.service().page(InsightQuery(), for: bench.bob).open == 1)
        #expect(try await bench.change(items[0], InsightChange(state: .dismissed)).state == .dismissed)
        let undone = try await bench.change(items[0], InsightChange(isUndo: true))
        #expect(undone.state == .open && undone.certainty == .suggested, "as sure as before")
        let confirmed = try await bench.change(items[0], InsightChange(state: .open))
        #expect(confirmed.certainty == .confirmed)
        #expect(try await bench.service().page(InsightQuery(), for: bench.bob).open == 2)
    }

    @Test("rows of an old database keep what members settled, and are taken over by what is found")
    func migrated() async throws {
        let path = NSTemporaryDirectory() + "nexus-insights-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let configuration = DatabaseConfiguration(storage: .file(path + "/nexus.sqlite"), execution: .inline)
        let before = Array(Schema.migrations.prefix { $0.name != "insight-records" })
        let database = try SQLDatabase(configuration, migrations: before)
        let old = try InsightBench(on: database)
        let message = try old.write(Self.two, by: old.ann)
        let plain = try old.write("Good morning", by: old.ann)
        try old.server.write { [group = old.group, cai = old.cai] transaction in
            // The second item of the message, dismissed; a text of a member's; one that is found no more.
            for (source, kind, text, settled, state) in [
                (message, "action", "Book the hall", 16, "dismissed"), (message, "deadline", "Offer", 0, "open"),
                (plain, "decision", "We go by bus", 1, "open"), (plain, "action", "Say hello", 0, "open"),
            ] as [(Message, String, String, Int64, String)] {
                try transaction.run(
                    """
                    INSERT INTO insights (conversation_id, seq, kind, message_id, text, is_server_zone, level, state,
                        settled, is_closed, due_at, newness, changed_by)
                    VALUES ($1, $2, $3, $4, $5, 0, 'medium', $6, $7, $8, 9, 0, $9)
                    """, .id(group), .integer(source.seq), .text(kind), .id(source.id), .text(text), .text(state),
                    .integer(settled), .flag(state != "open"), .id(cai))
            }
            try transaction.run(
                """
                INSERT INTO insight_conversations (conversation_id, read_seq, version, rules) VALUES ($1, $2, 0, 1)
                """, .id(group), .integer(plain.seq))
        }
        try await database.close()
        let bench = InsightBench(old, on: try SQLDatabase(configuration, migrations: Schema.migrations))
        #expect(try await bench.insights().count == 4, "nothing is lost before it is read again")
        try await bench.follow()
        let items = try await bench.items()
        #expect(items.map(\.state) == [.open, .dismissed])
        #expect(items.map(\.assignee?.name) == ["Bob", "Cai"])
        #expect(items.last?.id?.text == message.id.text, "calendars know it by its message")
        let decisions = try await bench.insights(InsightQuery(kinds: [.decision]))
        #expect(decisions.map(\.text) == ["We go by bus"])
        #expect(decisions.first?.changedBy?.name == "Cai")
        #expect(try await bench.insights(InsightQuery(kinds: [.deadline])).isEmpty)
        try await bench.server.database.close()
    }

    /// The item of the hall and that of the offer.
    private func pair(_ bench: InsightBench) async throws -> (InsightRecord, InsightRecord) {
        let items = try await bench.items()
        #expect(items.count == 2)
        return (
            try #require(items.first { $0.text.contains("hall") }),
            try #require(items.first { $0.text.contains("offer") })
        )
    }
}
