import NexusCore
import NexusTestSupport
import Testing

@testable import NexusIntelligence

@Suite("Excerpts")
struct ExcerptTests {
    @Test("an excerpt has whole sentences if they fit, and marks where the text continues")
    func sentences() {
        let text = "One is short. Two is the middle one. Three is at the end."
        #expect(Excerpt(beginningOf: text, limit: 20).text == "One is short. …")
        #expect(Excerpt(beginningOf: text, limit: 40).text == "One is short. Two is the middle one. …")
        #expect(Excerpt(beginningOf: text, limit: 100).text == text)
    }

    @Test(
        "no excerpt exceeds its limit, and its range reproduces it",
        arguments: [
            "", " ", "x", String(repeating: "word ", count: 90), String(repeating: "長い文です", count: 60),
            "a\nb\r\n\tc", "👩‍👩‍👧 family. Ünïcödé é́ done! 3.5 is a number.", String(repeating: "x", count: 400),
        ])
    func bounds(text: String) throws {
        for limit in [10, 60, 150] {
            let excerpt = Excerpt(beginningOf: text, limit: limit)
            #expect(excerpt.text.count <= limit)
            let again = try #require(Excerpt(of: text, at: excerpt.range, limit: limit))
            #expect(again == excerpt)
        }
    }

    @Test("a range beyond the text gives nothing")
    func foreignRange() {
        #expect(Excerpt(of: "short", at: 0..<40, limit: 150) == nil)
        #expect(Excerpt(of: "👩", at: 1..<2, limit: 150) == nil)
    }

    @Test("a cut falls between words, with an ellipsis on its side")
    func cuts() {
        let text = "the rocket needs a new valve and nobody has ordered one so far because it is expensive"
        #expect(Excerpt(beginningOf: text, limit: 40).text == "the rocket needs a new valve and…")
        let held = Excerpt(of: text, holding: "has ordered one", limit: 40)
        #expect(held.text == "…new valve and nobody has ordered one…")
        #expect(
            Excerpt(of: text, holding: "is expensive", limit: 40).text == "…one so far because it is expensive")
        #expect(Excerpt(beginningOf: "See \(String(repeating: "x", count: 90))", limit: 40).text == "See…")
    }

    @Test("formatting marks are not part of an excerpt")
    func marks() {
        let text = "> old news\n\n- **Ship** the `build` _today_, ~~not~~ tomorrow"
        #expect(Excerpt(beginningOf: text, limit: 100).text == "old news Ship the build today, not tomorrow")
        #expect(
            Excerpt(beginningOf: "2 * 3 is 6, and my_file_name stays", limit: 100).text
                == "2 * 3 is 6, and my_file_name stays")
    }

    @Test("a quoted line has one pair of quotation marks, for any message")
    func quotation() {
        #expect(
            Quotation.line(sender: "Bob", Excerpt(beginningOf: "He said \"ship it\" and left", limit: 150))
                == "Bob wrote: “He said ‘ship it’ and left”")
        #expect(
            Quotation.line(sender: "Bob", Excerpt(beginningOf: "a 5\" pipe for the rocket", limit: 150))
                == "Bob wrote: “a 5 pipe for the rocket”")
    }

    @Test("a removed link leaves its neighbours' marks in place")
    func links() {
        #expect(
            StatementText.clean("Bob wrote: “https://evil.example/a for the rocket…”", heldBy: [])
                == "Bob wrote: “for the rocket…”")
        #expect(
            StatementText.clean("Bob wrote: “for the rocket https://evil.example/a”", heldBy: [])
                == "Bob wrote: “for the rocket”")
        #expect(StatementText.clean("The deck (https://evil.example/a) is done.", heldBy: []) == "The deck is done.")
        #expect(StatementText.clean("The deck (see evil.example/a) is done.", heldBy: []) == "The deck (see) is done.")
    }

    @Test("for any message an excerpt is a run of its words between balanced marks", arguments: 0..<40)
    func anyMessage(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let text = Self.message(&random)
            let words = text.split(whereSeparator: \.isWhitespace)
            let limit = Int.random(in: 30...160, using: &random)
            let asked = words.randomElement(using: &random).map(String.init) ?? ""
            let excerpt =
                Bool.random(using: &random)
                ? Excerpt(beginningOf: text, limit: limit) : Excerpt(of: text, holding: asked, limit: limit)
            #expect(excerpt.text.count <= limit, "\(text)")
            #expect(try #require(Excerpt(of: text, at: excerpt.range, limit: limit)) == excerpt, "\(text)")
            // Whole words of the message, in its order.
            let units = Array(text.utf16)
            let space: Set<UInt16> = [32, 10]
            for edge in [excerpt.range.lowerBound, excerpt.range.upperBound] where edge > 0 && edge < units.count {
                #expect(space.contains(units[edge - 1]) || space.contains(units[edge]), "\(excerpt.text) of \(text)")
            }
            #expect(Self.letters(text).contains(Self.letters(excerpt.text)), "\(excerpt.text) of \(text)")
            // Ellipses mark the sides where the message continues.
            let part = Self.letters(excerpt.text)
            if !part.isEmpty {
                #expect(excerpt.text.hasPrefix("…") || Self.letters(text).hasPrefix(part), "\(excerpt.text) of \(text)")
                #expect(excerpt.text.hasSuffix("…") || Self.letters(text).hasSuffix(part), "\(excerpt.text) of \(text)")
            }
            let line = Quotation.line(sender: "Bob", excerpt)
            #expect(line.hasPrefix("Bob wrote: “") && line.hasSuffix("”"))
            #expect(line.count { "“”„«»\"″".contains($0) } == 2, "\(line)")
            #expect(
                line.count { $0 == "‘" } == text.count { $0 == "‘" } + line.count { $0 == "’" }
                    - Self.apostrophes(excerpt.text), "\(line)")
        }
    }

    private static func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }

    private static func apostrophes(_ text: String) -> Int { text.count { $0 == "’" } }

    /// Words, sentences and lines with stray quotation and formatting marks.
    private static func message(_ random: inout SeededGenerator) -> String {
        let words = [
            "launch", "Friday", "the", "a", "für", "mañana", "3.5", "don’t", "re-check", "👩‍👩‍👧", "naïve", "budget", "x_y",
            "2*3", "it",
        ]
        let fronts = ["", "", "", "\"", "“", "„", "«", "(", "*", "**", "_", "~~", "`", "> ", "- "]
        let backs = [
            "", "", "", "", ",", ".", "!", "?", "…", "\"", "”", "“", "»", ")", "*", "**", "_", "~~", "`", ".”", "″",
        ]
        let gaps = [" ", " ", " ", "  ", "\n", "\n\n"]
        var text = ""
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            text += fronts.randomElement(using: &random) ?? ""
            text += words.randomElement(using: &random) ?? ""
            text += backs.randomElement(using: &random) ?? ""
            text += gaps.randomElement(using: &random) ?? ""
        }
        return text
    }
}
