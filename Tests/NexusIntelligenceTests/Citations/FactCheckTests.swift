import NexusCore
import NexusTestSupport
import Testing

@testable import NexusIntelligence

@Suite("Statements compared with their messages")
struct FactCheckTests {
    private static let people = ["Ada", "Ben", "Chen", "Dana", "Bob", "Jonas", "Lucía", "Zoé"]

    /// The pair's message among others, as a model sees it.
    private func checked(_ pair: StatementPair) throws -> CheckedStatement {
        var quotes = [PlantedMessages.quote(1, pair.sender, pair.message)]
        quotes[0].note = pair.note
        for (number, name) in Self.people.enumerated() where name != pair.sender {
            quotes.append(PlantedMessages.quote(UInt64(number) + 2, name, "hello"))
        }
        let labelled = ChatRequest(system: "", quotes: quotes, question: "").quotes
        let citation = ModelStatement.Citation("m1", quote: pair.quote ?? pair.message)
        // Each word of the statement counts as known: only the comparison decides.
        return try AnswerCheck(labelled, question: pair.statement, leastSupport: 0)
            .check(ModelStatement(pair.statement, [citation])).get()
    }

    @Test("there are more than 150 pairs, without duplicates")
    func count() {
        let all = StatementPair.faithful + StatementPair.altered + StatementPair.missed
        #expect(all.count > 150)
        #expect(Set(all.map(\.description)).count == all.count)
    }

    @Test("a faithful statement is shown", arguments: StatementPair.faithful)
    func faithful(pair: StatementPair) throws {
        let statement = try checked(pair)
        #expect(statement.text == pair.statement && statement.doubt == nil)
    }

    @Test("an altered statement is replaced by the message", arguments: StatementPair.altered)
    func altered(pair: StatementPair) throws {
        let statement = try checked(pair)
        #expect(statement.doubt != nil)
        #expect(statement.text.hasPrefix("\(pair.sender) wrote: “") && statement.text.hasSuffix("”"))
        #expect(!statement.text.contains(pair.statement))
    }

    @Test("the known misses are missed", arguments: StatementPair.missed)
    func missed(pair: StatementPair) {
        withKnownIssue {
            let doubt = try checked(pair).doubt
            #expect(doubt != nil)
        }
    }

    @Test("a too long message is quoted")
    func long() {
        func doubt(words: Int) -> StatementDoubt? {
            let text = String(repeating: "the launch is ready ", count: words / 4)
            let source = FactCheck.Source(
                text: text, sender: "Ada", time: "", place: "", note: "", quotes: [0..<text.unicodeScalars.count])
            return FactCheck("The launch is ready.", sources: [source], names: [:]).doubt()
        }
        #expect(doubt(words: FactCheck.tokenLimit) == nil)
        #expect(doubt(words: FactCheck.tokenLimit + 4) == .wording)
    }

    @Test("any text can be compared", arguments: 0..<20)
    func anyText(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = [
            "not", "12", "1.000,5", "5pm", "3/4", "2026-13-45", "halb", "a", "dozen", "'s", "’", "Ada", "by", "and",
            ",", ".", "?", "\n", "May",
            "in", "weeks", "ago", "99:99", "::", "٣", "五", "👩‍👩‍👧", "I", "will", "\u{202E}", "24:00", "if", "next",
            "Friday", "€", "k", "%", "99999999999999999999", "million",
        ]
        func text() -> String {
            (0..<Int.random(in: 0...20, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
        }
        for _ in 0..<200 {
            let message = text()
            let source = FactCheck.Source(
                text: message, sender: text(), time: text(), place: text(), note: text(),
                quotes: [0..<message.unicodeScalars.count])
            _ = FactCheck(text(), sources: [source], names: FactCheck.names(of: ["Ada", ""])).doubt()
        }
    }
}
