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

    @Test("the match is between 0 and 100, and the best message comes first")
    func order() {
        let quotes = answer("Is the printer broken?").quotes
        #expect(quotes.allSatisfy { (0...100).contains($0.match) })
        #expect(quotes.first?.place == 4)
    }

    private static let shed =
        passages(
            [
                ("Ada", "Where is the ladder of the shed?"), ("Ben", "Cyd lent it to the neighbours."),
                ("Cyd", "They bring it back soon."), ("Ada", "Thanks!"),
            ], exchange: 1)
        + passages(
            [
                ("Ben", "We paint the shed, Cyd asked for it."), ("Cyd", "We paint the shed on Friday."),
                ("Ada", "We paint the shed with forty litres."),
            ], exchange: 2)

    @Test("what answers a question comes before the question")
    func exchange() {
        let answer = QuotedAnswer(
            to: "Where is the ladder of the shed?", from: ExchangeIndex(Self.shed), model: nil, excerptLimit: 60)
        let places = answer.hits
        let question = places.firstIndex(of: 0) ?? .max
        #expect(places.prefix(question).contains { $0 == 1 || $0 == 2 })
    }

    @Test("a day answers when, an amount how much, in four languages")
    func evidence() {
        func best(_ question: String) -> Int? {
            QuotedAnswer(to: question, from: ExchangeIndex(Self.shed), model: nil, excerptLimit: 60).hits.first
        }
        #expect(best("When do we paint the shed?") == 5)
        #expect(best("How much do we need to paint the shed?") == 6)
        for (question, kind) in [
            ("who has it", QuestionKind.who), ("Wer hat ihn?", .who), ("¿quién lo tiene?", .who), ("qui l'a ?", .who),
            ("until when?", .when), ("um wie viel Uhr?", .when), ("cuando llega", .when), ("à quelle heure ?", .when),
            ("how many are there", .amount), ("Was kostet das?", .amount), ("¿cuánto es?", .amount),
            ("combien de temps", .amount), ("wo ist er", .place), ("why not", .reason), ("¿por qué no?", .reason),
            ("is it done?", .other),
        ] {
            #expect(QuestionKind(of: question) == kind, "\(question)")
        }
    }
}
