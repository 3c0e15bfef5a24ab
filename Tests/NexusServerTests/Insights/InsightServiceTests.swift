import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Insights for members", .timeLimit(.minutes(10)))
struct InsightServiceTests {
    @Test("a non-member or former member sees nothing and changes nothing")
    func membership() async throws {
        let bench = try InsightBench()
        let stranger = try bench.server.person("Dora")
        try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        let item = try #require(try await bench.items().first)
        #expect(try await bench.items(for: stranger).isEmpty)
        await #expect(throws: Refusal.insightGone) {
            try await bench.change(item, InsightChange(state: .done), by: stranger)
        }
        #expect(try await bench.items(for: bench.bob).count == 1)
        try bench.server.apply(.removeMember(bench.group, user: bench.bob), by: bench.ann)
        #expect(try await bench.items(for: bench.bob).isEmpty)
        await #expect(throws: Refusal.insightGone) {
            try await bench.change(item, InsightChange(state: .done), by: bench.bob)
        }
        await #expect(throws: Refusal.unknownPerson) {
            try await bench.change(item, InsightChange(assignee: .set(bench.bob)))
        }
        try bench.server.apply(.leave(bench.group), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).isEmpty)
    }

    @Test(
        "insights of messages deleted for oneself and of blocked users are hidden from that user alone"
    )
    func hidden() async throws {
        let bench = try InsightBench()
        let request = try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: true)), by: bench.cai)
        #expect(try await bench.items(for: bench.cai).isEmpty)
        #expect(try await bench.items(for: bench.bob).count == 1)
        try bench.server.apply(.updateSettings(bench.group, SettingsChange(clearedThrough: request.seq)), by: bench.bob)
        #expect(try await bench.items(for: bench.bob).isEmpty)
        #expect(try await bench.items(for: bench.ann).count == 1)
        try await bench.say("Bob, please also order the cake by Friday", by: bench.ann)
        #expect(try await bench.items(for: bench.bob).count == 1)
    }

    @Test("a conversation closed to AI has none, and a user who hides AI sees none")
    func closed() async throws {
        let bench = try InsightBench()
        try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        try bench.server.apply(.setAI(bench.group, on: false), by: bench.ann)
        #expect(try await bench.items().isEmpty)
        try await bench.say("Bob, please order the cake by Friday", by: bench.ann)
        #expect(try bench.rows().isEmpty)
        try bench.server.apply(.setAI(bench.group, on: true), by: bench.ann)
        try await bench.follow()
        #expect(try await bench.items().count == 2)
        try bench.server.apply(.updateProfile(ProfileChange(showsAI: false)), by: bench.bob)
        #expect(try await bench.items(for: bench.bob).isEmpty)
        #expect(try await bench.items(for: bench.ann).count == 2)
    }

    @Test("open ones come first, then by date, then newest first, page by page")
    func order() async throws {
        let bench = try InsightBench()
        for text in [
            "Bob, please fix the roof", "Cai, please paint the fence by Friday",
            "Bob, please book the hall by Wednesday",
            "Cai, please ask the neighbours", "Bob, please buy a ladder by Thursday",
        ] { try await bench.say(text, by: bench.ann) }
        let ladder = try #require(try await bench.items().first { $0.text.contains("ladder") })
        try await bench.change(ladder, InsightChange(state: .done))
        let words = ["hall", "fence", "neighbours", "roof", "ladder"]
        let all = try await bench.items()
        #expect(all.count == 5)
        for (item, word) in zip(all, words) { #expect(item.text.contains(word)) }
        var paged: [InsightRecord] = []
        var query = InsightQuery(kinds: [.action], limit: 2)
        repeat {
            let page = try await bench.service().page(query, for: bench.bob)
            #expect(page.open == 4)
            paged += page.insights
            query.after = try page.cursor.map { text throws(Refusal) in try InsightQuery.Cursor(text) }
        } while query.after != nil
        #expect(paged == all)
        let mine = InsightQuery(kinds: [.action], states: [.open], assignee: .user(bench.cai))
        #expect(try await bench.insights(mine).count == 2)
    }

    @Test("an invalid change is refused, and changes nothing")
    func refused() async throws {
        let bench = try InsightBench()
        try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        let item = try #require(try await bench.items().first)
        for change in [
            InsightChange(text: "  "), InsightChange(due: .set("soon")), InsightChange(due: .set("2026-02-30")),
            InsightChange(due: .set("2026-03-06"), zone: "Atlantis/Nowhere"), InsightChange(state: .cancelled),
            InsightChange(state: .done, text: ""),
        ] {
            await #expect(throws: Refusal.self) { try await bench.change(item, change) }
        }
        #expect(try await bench.items() == [item])
        let changed = try await bench.change(
            item, InsightChange(due: .set("2026-03-07T10:00+09:00"), zone: "Asia/Tokyo"))
        #expect(changed.due == InsightRecord.Due(text: "2026-03-07T10:00+09:00", zone: "Asia/Tokyo"))
    }

    @Test("files have the requested insights")
    func files() async throws {
        let bench = try InsightBench()
        try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        try await bench.say("We decided to go with the blue design.", by: bench.cai)
        let ics = try await bench.service().file(InsightQuery(), as: .ics, for: bench.bob)
        #expect(ics.type == "text/calendar")
        #expect(ics.text.contains("BEGIN:VTODO"))
        #expect(ics.text.contains("DUE;VALUE=DATE:20260306"))
        let csv = try await bench.service().file(InsightQuery(), as: .csv, for: bench.bob)
        #expect(csv.text.contains("decision,"))
        #expect(csv.text.contains(",Plans,"))
        let stranger = try bench.server.person("Dora")
        let none = try await bench.service().file(InsightQuery(), as: .csv, for: stranger)
        #expect(none.text.split(separator: "\r\n" as Character).count == 1)
    }
}
