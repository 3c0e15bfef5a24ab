import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Insights that members make", .timeLimit(.minutes(10)))
struct OwnInsightTests {
    @Test("a message becomes a task as a member says, for all, and a repeated request makes no second one")
    func made() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The **oven** is\ncold", by: bench.bob)
        let id: InsightID = bench.server.identifier()
        let made = try await bench.make(
            "Repair the oven", of: message, by: bench.cai, assignee: bench.ann, due: "2026-03-09", id: id)
        #expect(made.id == id && made.isMade && made.certainty == .confirmed && made.isConfirmed)
        #expect(made.assignee?.name == "Ann" && made.due?.text == "2026-03-09" && made.changedBy?.name == "Cai")
        #expect(made.madeBy?.name == "Cai")
        let edited = try await bench.change(made, InsightChange(level: .high), by: bench.bob)
        #expect(edited.madeBy?.name == "Cai" && edited.changedBy?.name == "Bob")
        try await bench.change(edited, InsightChange(level: .medium), by: bench.cai)
        #expect(try await bench.make("Twice", of: message, by: bench.cai, id: id) == made)
        #expect(try await bench.items(for: bench.bob) == [made])
        let decision = try await bench.make(nil, of: message, kind: .decision)
        #expect(decision.text == "The oven is cold", "without words of its own, those of the message on one line")
        let other = try await bench.say("Good morning", by: bench.ann)
        await #expect(throws: Refusal.self) { try await bench.make("Other", of: other, id: id) }
        await #expect(throws: Refusal.self) { try await bench.make("Urgent", of: other, kind: .priority) }
        await #expect(throws: Refusal.self) { try await bench.make(" ", of: other) }
        #expect(try bench.rows().count == 2)
    }

    @Test("only members who see a message make something of it, and only for members")
    func authorised() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The oven is cold", by: bench.ann)
        let stranger = try bench.server.person("Dora")
        await #expect(throws: Refusal.insightGone) { try await bench.make("x", of: message, by: stranger) }
        await #expect(throws: Refusal.unknownPerson) { try await bench.make("x", of: message, assignee: stranger) }
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: true)), by: bench.cai)
        await #expect(throws: Refusal.insightGone) { try await bench.make("x", of: message, by: bench.cai) }
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: false)), by: bench.cai)
        let two = [try await bench.make("One", of: message), try await bench.make("Two", of: message)]
        let ids = two.compactMap(\.id)
        try bench.server.apply(.leave(bench.group), by: bench.cai)
        for user in [stranger, bench.cai] {
            await #expect(throws: Refusal.insightGone) { try await bench.make("x", of: message, by: user) }
            await #expect(throws: Refusal.insightGone) {
                try await bench.service().split(
                    InsightSplit(insight: ids[0], id: bench.server.identifier(), text: "x"), by: user)
            }
            await #expect(throws: Refusal.insightGone) {
                try await bench.service().merge(InsightMerge(insight: ids[0], other: ids[1]), by: user)
            }
            await #expect(throws: Refusal.insightGone) {
                try await bench.service().update(ids[0], InsightChange(state: .done), by: user)
            }
        }
        try bench.server.apply(
            .updateSettings(bench.group, SettingsChange(clearedThrough: message.seq)), by: bench.bob)
        await #expect(throws: Refusal.insightGone) { try await bench.make("x", of: message, by: bench.bob) }
        try bench.server.apply(.setAI(bench.group, on: false), by: bench.ann)
        await #expect(throws: Refusal.insightGone) { try await bench.make("x", of: message) }
        #expect(try await bench.items().isEmpty)
        try bench.server.apply(.setAI(bench.group, on: true), by: bench.ann)
        try await bench.follow()
        #expect(try await bench.items().count == 2, "what members made comes back")
    }

    @Test("it stays through edits and new readings, is not doubled by what is found, and goes with its message")
    func kept() async throws {
        let bench = try InsightBench()
        let message = try bench.write("Good morning", by: bench.ann)
        let made = try await bench.make("Send the offer to the customer", of: message, assignee: bench.cai)
        try await bench.follow()
        #expect(try await bench.items().map(\.id) == [made.id])
        for text in ["Bob, please send the offer to the customer by Friday", "Good evening"] {
            try bench.server.apply(.edit(bench.group, message: message.id, text: text), by: bench.ann)
            try await bench.follow()
            let kept = try #require(try await bench.items().first)
            #expect(try await bench.items().count == 1)
            #expect(kept.id == made.id && kept.text == made.text && kept.assignee?.name == "Cai" && kept.due == nil)
        }
        try bench.server.write { [group = bench.group] in try InsightRepository.forget(group, $0) }
        try await bench.follow()
        #expect(try await bench.items().map(\.id) == [made.id])
        try await bench.change(made, InsightChange(state: .dismissed))
        #expect(try await bench.change(made, InsightChange(state: .open)).state == .open, "undone")
        try bench.server.apply(.delete(bench.group, messages: [message.id]), by: bench.ann)
        #expect(try bench.rows().isEmpty)
    }

    @Test("one item becomes two, with its person and date, and they stay two when it is read again")
    func split() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("Bob, please order the cake and the drinks by Friday", by: bench.ann)
        let whole = try #require(try await bench.items().first)
        let id: InsightID = bench.server.identifier()
        let split = InsightSplit(insight: try #require(whole.id), id: id, text: "Order drinks", rest: "Order cake")
        let part = try await bench.service().split(split, by: bench.cai)
        #expect(part.assignee?.name == "Bob" && part.due == whole.due && part.text == "Order drinks")
        #expect(try await bench.service().split(split, by: bench.cai) == part)
        for _ in 0..<2 {
            #expect(Set(try await bench.items().map(\.text)) == ["Order cake", "Order drinks"])
            try bench.server.apply(
                .edit(bench.group, message: message.id, text: message.text + "!"), by: bench.ann)
            try await bench.follow()
        }
    }

    @Test("two items become one with the events of both, and stay one when they are read again")
    func merged() async throws {
        let bench = try InsightBench()
        let message = try await bench.say(
            "Could you send the offer? Bob, please book the hall by Friday.", by: bench.ann)
        let items = try await bench.items()
        try #require(items.count == 2)
        let hall = try #require(items.first { $0.text.contains("hall") }?.id)
        let offer = try #require(items.first { $0.text.contains("offer") }?.id)
        let done = try await bench.say("I booked the hall", by: bench.bob)
        let merged = try await bench.service().merge(
            InsightMerge(insight: offer, other: hall, text: "Offer and hall"), by: bench.cai)
        #expect(merged.id == offer && merged.text == "Offer and hall")
        #expect(merged.assignee?.name == "Bob" && merged.due?.text == "2026-03-06")
        #expect(merged.events.map(\.message) == [done.id])
        #expect(try await bench.service().merge(InsightMerge(insight: offer, other: hall), by: bench.cai) == merged)
        #expect(try await bench.items().map(\.id) == [offer])
        try bench.server.apply(.edit(bench.group, message: message.id, text: message.text + "!"), by: bench.ann)
        try await bench.follow()
        #expect(try await bench.items().map(\.id) == [offer])
        #expect(try await bench.items().first?.events.map(\.message) == [done.id])
        let other = try await bench.say("Cai, please water the plants", by: bench.ann)
        let plants = try #require(try await bench.items().first { $0.source == other.id }?.id)
        for id in [plants, offer] {
            await #expect(throws: Refusal.self) {
                try await bench.service().merge(InsightMerge(insight: offer, other: id), by: bench.ann)
            }
        }
        await #expect(throws: Refusal.insightGone) {
            try await bench.service().update(hall, InsightChange(state: .done), by: bench.ann)
        }
    }

    @Test("at the limit of a message no more are made")
    func limit() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The oven is cold", by: bench.ann)
        for number in 1...Limits.insightsOfMessage { try await bench.make("Task \(number)", of: message) }
        let refusal = await #expect(throws: Refusal.self) { try await bench.make("Task 17", of: message) }
        #expect(refusal?.code == .tooManyInsights)
        #expect(try await bench.items().count == Limits.insightsOfMessage)
    }
}
