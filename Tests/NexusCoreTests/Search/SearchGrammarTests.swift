import NexusCore
import Testing

@Suite("The search grammar")
struct SearchGrammarTests {
    /// 2026-11-21T10:00:00Z.
    let grammar = SearchGrammar(now: Timestamp(milliseconds: 1_795_255_200_000))
    let midnight: Int64 = 1_795_219_200_000

    @Test("filters are parsed with their values, also quoted ones")
    func filters() throws {
        let query = try grammar.query(
            "From:me from:\"Ada L\" in:kitchen has:link HAS:image has:link mentions:me before:2026-11-21 after:2026")
        #expect(query.from == [.me, .named("Ada L")])
        #expect(query.places == [.named("kitchen")])
        #expect(query.contents == [.link, .image])
        #expect(query.mentionsMe)
        #expect(query.before == Timestamp(milliseconds: midnight))
        #expect(query.after == Timestamp(milliseconds: 1_767_225_600_000))
        #expect(query.terms.isEmpty)
    }

    @Test("identifiers name people and conversations")
    func identifiers() throws {
        let id = "01990000-0000-7000-8000-0000000000a1"
        let query = try grammar.query("from:\(id) in:\(id)")
        #expect(query.from == [.id(try #require(UserID(id)))])
        #expect(query.places == [.id(try #require(ConversationID(id)))])
    }

    @Test("days begin by the caller's clock")
    func days() throws {
        #expect(try grammar.query("after:today").after == Timestamp(milliseconds: midnight))
        #expect(try grammar.query("before:yesterday").before == Timestamp(milliseconds: midnight - 86_400_000))
        let tokyo = SearchGrammar(now: Timestamp(milliseconds: midnight + 16 * 3_600_000), utcOffset: 540)
        #expect(try tokyo.query("after:today").after == Timestamp(milliseconds: midnight + 15 * 3_600_000))
        #expect(try grammar.query("after:2024-02-29 after:2020-01").after == Timestamp(milliseconds: 1_709_164_800_000))
        #expect(try grammar.query("after:1970").after == .zero)
    }

    @Test(
        "errors name the invalid part",
        arguments: [
            ("", SearchProblem.empty), ("  \n ", .empty), ("\"open end", .unclosedQuote("open end")),
            ("in:\"open", .unclosedQuote("open")), ("lunch !!!", .nothingToFind("!!!")),
            ("\"--\"", .nothingToFind("\"--\"")), ("a*", .prefixTooShort("a*")), ("from:", .valueMissing("from:")),
            ("in: x", .valueMissing("in:")), ("before:soon", .notADay("before:soon")),
            ("after:2026-13", .notADay("after:2026-13")), ("after:2026-02-29", .notADay("after:2026-02-29")),
            ("after:2026-1-1", .notADay("after:2026-1-1")), ("after:20261121", .notADay("after:20261121")),
            ("has:cats", .unknownContent("has:cats")), ("mentions:bob", .unknownMention("mentions:bob")),
        ])
    func problems(_ text: String, _ problem: SearchProblem) {
        #expect(throws: problem) { try grammar.query(text) }
        #expect(!problem.message.isEmpty)
    }

    @Test("the longest search and the most parts are accepted, one more is refused")
    func limits() throws {
        #expect(try grammar.query(String(repeating: "ü", count: Limits.searchCharacters)).terms.count == 1)
        #expect(throws: SearchProblem.tooLong) {
            try grammar.query(String(repeating: "a", count: Limits.searchCharacters + 1))
        }
        let parts = String(repeating: "ab ", count: Limits.searchParts)
        #expect(try grammar.query(parts).terms.count == Limits.searchParts)
        #expect(throws: SearchProblem.tooManyParts) { try grammar.query(parts + "ab") }
    }

    @Test("a word with a colon that is no filter is searched literally")
    func otherColons() throws {
        #expect(try grammar.query("http://example.org note:this 10:30").terms.count == 3)
        #expect(try grammar.query("10:30").matches("Meet at 10:30."))
        #expect(try grammar.query("10:30").matches("Meet at 10 and 30") == false)
    }

    @Test("any text is a query or an error that names its part", arguments: UInt64(1)...40)
    func fuzz(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "from:", "in:", "before:", "after:", "has:", "mentions:", "\"", "*", ":", " ", "me", "2026-11-21", "link",
            "haus",
            "ß", "世界", "か\u{3099}", "\u{300}", "👩‍👩‍👧", "\u{0}", "\u{E000}1", "-", "(", ")", "OR", "NEAR", "\u{10FFFF}",
            "\u{3000}",
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(SearchProblem) {
                let query = try grammar.query(text)
                for other in pieces { _ = query.match(other + text + other) }
                for gram in query.terms.flatMap({ SearchGrams.of($0) }) {
                    #expect(gram.unicodeScalars.count <= 3)
                    #expect(!gram.contains("\"") && !gram.contains(" "), "seed \(seed)")
                }
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
