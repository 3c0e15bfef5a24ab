import Testing

@testable import NexusIntelligence

@Suite("The words of messages")
struct PassageWordsTests {
    private static let words = PassageWords([
        Passage(sender: "Ada", text: "The painters finished", day: "Friday 8 May 2026", exchange: 0),
        Passage(sender: "Ben", text: "", day: "Friday 8 May 2026", exchange: 0),
    ])

    @Test("are those of the text; their stems are with the day's, and without the sender's")
    func ofAMessage() {
        #expect(Self.words[0].words == ["the", "painters", "finished"])
        #expect(Self.words[0].stems == ["painter", "finish", "fridai", "8", "2026"])
        #expect(Self.words[0].words == ["the", "painters", "finished"], "the second time as the first")
        #expect(Self.words[1].words.isEmpty && Self.words[1].stems == ["fridai", "8", "2026"])
    }
}
