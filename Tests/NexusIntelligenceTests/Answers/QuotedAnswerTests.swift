import Testing

@testable import NexusIntelligence

@Suite("Quoted answers")
struct QuotedAnswerTests {
    private static func passages(_ lines: [(String, String)], exchange: Int) -> [Passage] {
        lines.map { Passage(sender: $0.0, text: $0.1, day: "Monday 2 March 2026", exchange: exchange) }
    }

    private static let talk =
        passages(
            [
                ("Ada", "Good morning! I hope you slept well. The new office opens on Thursday. Bring your badge."),
                ("Ben", "Great, thanks."),
                ("Cyd", "I adopted a puppy from the shelter last week."),
                ("Ada", "How is the puppy from the shelter doing?"),
            ], exchange: 1)
        + passages(
            [
                ("Ben", "The printer on the second floor is broken again."),
                ("Cyd", "Lunch at noon?"),
                ("Ben", "Dana repaired the coffee machine."),
            ], exchange: 2)

    private func answer(_ question: String) -> QuotedAnswer {
        QuotedAnswer(to: question, from: ExchangeIndex(Self.talk), model: nil, excerptLimit: 60)
    }

    @Test("the best quote is the sentence with the answer, not the whole message")
    func sentence() {
        let answer = answer("When does the new office open?")
        #expect(answer.isFound)
        #expect(answer.quotes.first?.place == 0)
        #expect(answer.quotes.first?.excerpt.text.contains("The new office opens on Thursday.") == true)
        #expect(answer.quotes.allSatisfy { $0.excerpt.text.count <= 60 })
    }

    @Test("a topic that no message mentions is not found")
    func unspoken() {
        #expect(!answer("Which parliament passed the fishing treaty?").isFound)
    }

    @Test("another person's statement about themself does not answer a question about someone else")
    func wrongPerson() {
        #expect(answer("What did Cyd adopt from the shelter?").isFound)
        let other = answer("What did Ben adopt from the shelter?")
        #expect(!other.isFound)
        #expect(!other.quotes.isEmpty && other.quotes.count <= QuotedAnswer.nearestLimit)
    }

    @Test("without messages there is no answer, and none to an empty question")
    func nothing() {
        #expect(!QuotedAnswer(to: "When?", from: ExchangeIndex([]), model: nil, excerptLimit: 60).isFound)
        #expect(!answer("").isFound)
    }

    @Test("the match is between 0 and 100, sorted by tens, then oldest first")
    func order() {
        let quotes = answer("Is the printer broken?").quotes
        #expect(quotes.allSatisfy { (0...100).contains($0.match) })
        for (first, second) in zip(quotes, quotes.dropFirst()) {
            #expect(
                first.match / 10 > second.match / 10
                    || first.match / 10 == second.match / 10 && first.place < second.place)
        }
    }
}
