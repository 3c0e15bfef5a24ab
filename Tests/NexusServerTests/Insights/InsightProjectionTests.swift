import Foundation
import NexusCore
import NexusDatabase
import NexusEvaluation
import NexusIntelligence
import Synchronization
import Testing

@testable import NexusServer

@Suite("The projection of insights", .timeLimit(.minutes(10)))
struct InsightProjectionTests {
    @Test("a request, its acceptance and its date are one item of the member who accepts")
    func accepted() async throws {
        let bench = try InsightBench()
        let request = try await bench.say("Bob, can you send the offer to the customer?", by: bench.ann)
        try await bench.say("Sure, I'll do it by Friday", by: bench.bob)
        let items = try await bench.items()
        #expect(items.count == 1)
        let item = try #require(items.first)
        #expect(item.source == request.id)
        #expect(item.assignee?.name == "Bob")
        #expect(item.state == .open)
        #expect(item.due == InsightRecord.Due(text: "2026-03-06", zone: "Europe/Berlin", isServerZone: true))
        #expect(item.excerpt == request.text)
    }

    @Test("a report of completion is a suggestion, and only a user closes the item")
    func done() async throws {
        let bench = try InsightBench()
        try await bench.say("Bob, please send the offer to the customer by Friday", by: bench.ann)
        let word = try await bench.say("I sent the offer to the customer", by: bench.bob)
        let item = try #require(try await bench.items().first)
        #expect(item.state == .suggestedDone)
        #expect(item.saidBy == word.id)
        #expect(try await bench.change(item, InsightChange(state: .done), by: bench.cai).state == .done)
        let seen = try #require(try await bench.items(for: bench.bob).first)
        #expect(seen.state == .done)
        #expect(seen.changedBy?.name == "Cai")
    }

    @Test("a rejected suggestion is not repeated, and users' edits stay")
    func kept() async throws {
        let bench = try InsightBench()
        let request = try await bench.say("Bob, please send the offer to the customer by Friday", by: bench.ann)
        let word = try await bench.say("I sent the offer to the customer", by: bench.bob)
        let item = try #require(try await bench.items().first)
        try await bench.change(
            item,
            InsightChange(state: .open, text: "Send offer 12", assignee: .set(bench.cai), due: .cleared, level: .high))
        // Both are read again.
        try bench.server.apply(
            .edit(bench.group, message: word.id, text: "I sent the offer to the customer!"), by: bench.bob)
        try await bench.follow()
        let kept = try #require(try await bench.items().first)
        #expect(kept.text == "Send offer 12")
        #expect(kept.assignee?.name == "Cai")
        #expect(kept.due == nil)
        #expect(kept.level == .high)
        #expect(kept.state == .open)
        try bench.server.apply(.edit(bench.group, message: request.id, text: "Good morning"), by: bench.ann)
        try await bench.follow()
        #expect(try await bench.items().map(\.text) == ["Send offer 12"], "what a person has taken up stays")
        try bench.server.apply(.delete(bench.group, messages: [request.id]), by: bench.ann)
        #expect(try await bench.items().isEmpty, "and goes with its message")
    }

    @Test("an edit and a deletion are followed at once, and so are dependent items")
    func changes() async throws {
        let bench = try InsightBench()
        let request = try await bench.say("Bob, please send the offer to the customer by Friday", by: bench.ann)
        let word = try await bench.say("I sent the offer to the customer", by: bench.bob)
        #expect(try await bench.items().map(\.state) == [.suggestedDone])
        try bench.server.apply(.delete(bench.group, messages: [word.id]), by: bench.bob)
        try await bench.follow()
        #expect(try await bench.items().map(\.state) == [.open])
        try bench.server.apply(
            .edit(bench.group, message: request.id, text: "Cai, please send the invoice by Thursday"), by: bench.ann)
        #expect(try await bench.items().isEmpty, "what it said before is gone before it is read again")
        try await bench.follow()
        let item = try #require(try await bench.items().first)
        #expect(item.assignee?.name == "Cai")
        #expect(item.due?.text == "2026-03-05")
    }

    @Test("the result does not depend on batches, restarts and interrupting edits")
    func idempotent() async throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/Insights/team-chat.json")
        let chat = try TeamChat(json: Data(contentsOf: url))
        let lines = chat.conversations.prefix(5).flatMap(\.messages)
        #expect(lines.count > 2 * InsightProjection.stride)
        let piecewise = try InsightBench()
        let atOnce = try InsightBench()
        for bench in [piecewise, atOnce] {
            let people = [bench.ann, bench.bob, bench.cai]
            var numbers: [String: Int] = [:]
            for line in lines {
                let number = numbers[line.from] ?? numbers.count
                numbers[line.from] = number
                try bench.write(line.text, by: people[number % 3])
                if bench === piecewise { try await bench.follow() }
            }
            try await bench.follow()
        }
        let expected = try atOnce.rows()
        #expect(expected.count > 20)
        #expect(try piecewise.rows() == expected)
        let group = atOnce.group
        try atOnce.server.write { try InsightRepository.forget(group, $0) }
        #expect(try atOnce.rows().isEmpty)
        try await atOnce.follow()
        #expect(try atOnce.rows() == expected)
        // Edited here after it was read, and there before.
        let messages = try atOnce.server.page(of: group, limit: 200, for: atOnce.ann).messages
        var random = SeededRandom(seed: 7)
        for (number, message) in messages.shuffled(using: &random).prefix(16).enumerated() {
            for bench in [piecewise, atOnce] {
                let change: NexusCore.Operation.Kind =
                    number % 4 == 0
                    ? .delete(bench.group, messages: [message.id])
                    : .edit(
                        bench.group, message: message.id,
                        text: number % 4 == 1
                            ? message.text + " 🙂" : "Bob, please check number \(message.seq) by Thursday")
                try bench.server.apply(change, by: message.sender)
            }
            // Several changes far from each other are often followed at once.
            if number % 3 == 0 { try await piecewise.follow() }
        }
        try await piecewise.follow()
        try atOnce.server.write { try InsightRepository.forget(group, $0) }
        try await atOnce.follow()
        let (followed, anew) = (try piecewise.rows(), try atOnce.rows())
        #expect(
            followed == anew, "\(followed.filter { !anew.contains($0) }) for \(anew.filter { !followed.contains($0) })")
    }

    @Test("no message is read twice, for any batches")
    func readOnce() async throws {
        let bench = try InsightBench()
        for number in 1...(2 * InsightProjection.stride + 3) {
            try await bench.say("Bob, please send offer number \(number) by Friday", by: bench.ann)
        }
        #expect(bench.projection.readCount == 2 * InsightProjection.stride + 3)
    }

    @Test("members are notified of changes, and only of those")
    func told() async throws {
        let told = Mutex<[Int]>([])
        let bench = try InsightBench { _, members in told.withLock { $0.append(members.count) } }
        try await bench.say("Good morning", by: bench.ann)
        #expect(told.withLock { $0 } == [])
        try await bench.say("Bob, please send the offer by Friday", by: bench.ann)
        #expect(told.withLock { $0 } == [3])
        try await bench.say("Nice weather", by: bench.cai)
        #expect(told.withLock { $0 } == [3])
    }

    @Test("dates use the writer's zone at that time, or else the server's, which the record says")
    func zones() async throws {
        let bench = try InsightBench()
        let ann = bench.ann
        for (zone, text) in [
            ("America/New_York", "I'll call the bank tomorrow at 5 pm"),
            ("Asia/Tokyo", "I'll water the plants tomorrow at 5 pm"),
        ] {
            let moved = bench.server.now.advanced(by: 30_000)
            try bench.server.write { try ZoneRepository.tell(zone, of: ann, at: moved, $0) }
            try await bench.say(text, by: ann)
        }
        try await bench.say("I'll feed the cat tomorrow at 5 pm", by: bench.bob)
        let dues = try await bench.items().sorted { $0.seq < $1.seq }.map(\.due)
        #expect(
            dues == [
                InsightRecord.Due(text: "2026-03-03T17:00-05:00", zone: "America/New_York"),
                InsightRecord.Due(text: "2026-03-03T17:00+09:00", zone: "Asia/Tokyo"),
                InsightRecord.Due(text: "2026-03-03T17:00+01:00", zone: "Europe/Berlin", isServerZone: true),
            ])
    }
}

/// The same numbers each time (SplitMix64).
private struct SeededRandom: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var value = seed
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
