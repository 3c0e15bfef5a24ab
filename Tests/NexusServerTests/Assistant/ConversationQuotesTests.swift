import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("What a model gets of a conversation")
struct ConversationQuotesTests {
    private static let passages = (0..<200).map { number in
        Passage(
            sender: number % 2 == 0 ? "Ann" : "Bob",
            text:
                "Message \(number) speaks of the \(["harbour", "budget", "stage", "tickets"][number % 4]) in some words",
            day: "Tuesday 3 March 2026", exchange: number / 10)
    }

    @Test("all of it if it fits, what was found first")
    func whole() {
        let ranks = ConversationQuotes.ranks(found: [5: 0, 6: 1], of: Self.passages, room: 100_000)
        #expect(ranks.count == 200 && ranks[5] == 0 && ranks[6] == 1)
        #expect(ranks[199] == ranks.filter { $0.key != 5 && $0.key != 6 }.values.min())
        #expect(Set(ranks.values).count == 200)
    }

    @Test("of a longer one the newest messages, what was found, and central ones of the rest")
    func longer() throws {
        let room = 5_000
        let ranks = ConversationQuotes.ranks(found: [5: 0], of: Self.passages, room: room)
        let oldest = try #require((0..<200).last { ranks[$0] == nil }) + 1
        #expect((oldest..<200).allSatisfy { ranks[$0] != nil })
        // About 69 tokens each.
        #expect((40...60).contains(200 - oldest))
        let older = ranks.keys.filter { $0 < oldest && $0 != 5 }
        #expect(!older.isEmpty && older.count <= 60)
        let newest = try #require((oldest..<200).compactMap { ranks[$0] }.min())
        #expect(older.allSatisfy { ranks[$0].map { $0 < newest } ?? false } && ranks[5] == 0)
    }

    @Test("without room there is only what was found and a summary")
    func none() {
        let ranks = ConversationQuotes.ranks(found: [3: 0], of: Self.passages, room: 0)
        #expect(ranks[3] == 0 && ranks[199] == nil && ranks.count <= 61)
        #expect(ConversationQuotes.ranks(found: [:], of: [], room: 100).isEmpty)
    }
}
