import NexusCore
import Testing

@Suite("Matching a search")
struct SearchMatchTests {
    private func query(_ text: String) throws -> SearchQuery { try SearchGrammar(now: .zero).query(text) }

    @Test(
        "words, parts of words, prefixes and phrases are found at their places",
        arguments: [
            ("schifffahrt", "Die Donaudampfschifffahrtsgesellschaft tagt.", true),
            ("SCHIFF fahr*", "Schiffe fahren", true), ("fahrt*", "Schifffahrt", false), ("schif*", "Schifffahrt", true),
            ("strasse", "Straße", true), ("STRAẞE", "strasse", true), ("uber", "Überall", true),
            ("über", "uberall", true),
            ("u\u{308}ber", "Über", true), ("Ελλαδα", "ελλάδα", true), ("ёлка", "ЕЛКА", true), ("кой", "Какои", true),
            ("会議", "明日の会議室です", true), ("議室", "明日の会議室です", true), ("室", "会議室", true), ("会室", "会議室", false),
            ("東京", "京東", false), ("か\u{3099}", "がん", true), ("ＡＢＣ", "abcd", true), ("서울", "나는 서울에서", true),
            ("🎉", "Done 🎉!", true), ("👍", "👍🏽", true),
            ("it", "Italy", true), ("it", "with", false), ("a", "a b", true), ("a", "ab", false),
            ("\"guten morgen\"", "Guten  Morgen, Ada", true), ("\"guten morgen\"", "guten morgens", false),
            ("\"guten\"", "ungutens", false), ("\"会議室\"", "明日の会議室です", true),
            ("don't", "I don’t know", true), ("e-mail", "the email", false), ("foo_bar", "foo bar", true),
            ("has:link", "see HTTPS://example.org", true), ("has:link", "http://", false),
            ("has:link", "no link", false),
            ("one two", "two and one", true), ("one three", "two and one", false),
        ])
    func matches(_ typed: String, _ text: String, _ isFound: Bool) throws {
        #expect(try query(typed).matches(text) == isFound)
    }

    @Test("a name is found by prefixes of its words")
    func names() {
        #expect(SearchQuery.names("ada love", "Ada Lovelace"))
        #expect(SearchQuery.names("LOVE", "Ada Lovelace"))
        #expect(!SearchQuery.names("lace", "Ada Lovelace"))
        #expect(!SearchQuery.names("-", "Ada"))
    }

    @Test("matches are marked in UTF-16, including accents and letters that fold to two")
    func marks() throws {
        let text = "👩 Die große Stra\u{308}ße"
        let snippet = try #require(try query("gross ße").match(text)).snippet
        #expect(snippet.text == text)
        let units = Array(text.utf16)
        let marked = snippet.marks.map { String(decoding: units[$0], as: UTF16.self) }
        #expect(marked == ["große", "ße"])
    }

    @Test(
        "a snippet shows the text without its marks, unless the match includes them",
        arguments: [
            ("bold", "Make it **bold** and `quick`", "Make it bold and quick", "bold"),
            ("\"it bold\"", "Make it **bold**", "Make it bold", "it bold"),
            ("milk", "- milk\n- bread", "• milk • bread", "milk"),
            (
                "address", "See [the page](https://example.org/address)",
                "See [the page](https://example.org/address)", "address"
            ),
            ("snake", "snake_case and 2*3*4", "snake_case and 2*3*4", "snake"),
        ])
    func unmarked(_ typed: String, _ text: String, _ shown: String, _ found: String) throws {
        let snippet = try #require(try query(typed).match(text)).snippet
        #expect(snippet.text == shown)
        let units = Array(snippet.text.utf16)
        #expect(snippet.marks.map { String(decoding: units[$0], as: UTF16.self) } == [found])
    }

    @Test("a long message is cut around the match, on one line")
    func snippet() throws {
        let filler = String(repeating: "lorem ipsum\n", count: 60)
        let snippet = try #require(try query("needle").match(filler + "a needle here " + filler)).snippet
        #expect(snippet.text.hasPrefix("…"))
        #expect(snippet.text.hasSuffix("…"))
        #expect(snippet.text.unicodeScalars.count <= Limits.snippetCharacters + 2)
        #expect(!snippet.text.contains("\n"))
        let mark = try #require(snippet.marks.first)
        #expect(String(decoding: Array(snippet.text.utf16)[mark], as: UTF16.self) == "needle")
    }

    @Test("whole words rank before prefixes, prefixes before parts, and short messages before long ones")
    func ranking() throws {
        let query = try query("haus")
        let texts = [
            "Das Haus", "Die Hausnummer", "Das Rathaus", "Das Haus " + String(repeating: "steht da ", count: 40),
        ]
        let scores = try texts.map { try #require(query.match($0)).score }
        #expect(scores[0] > scores[1])
        #expect(scores[1] > scores[2])
        #expect(scores[0] > scores[3])
    }

    @Test("a collector keeps the newest or the best, by sender and conversation, without deleted messages")
    func collector() throws {
        let ada = UserID(high: 1, low: 1)
        let bob = UserID(high: 1, low: 2)
        let talk = ConversationID(high: 2, low: 1)
        func message(_ seq: Seq, _ text: String, by user: UserID, deleted: Bool = false) -> Message {
            Message(
                id: MessageID(high: 3, low: UInt64(seq)), conversation: talk, seq: seq, changed: seq, sender: user,
                text: text,
                writtenAt: Timestamp(milliseconds: seq), deletedAt: deleted ? .zero : nil)
        }
        let messages = [
            message(1, "lunch", by: ada), message(2, "lunchtime soon", by: ada), message(3, "lunch too", by: bob),
            message(4, "lunch", by: ada, deleted: true), message(5, "dinner", by: ada),
        ]
        func found(_ order: SearchCollector.Order, limit: Int = 10, senders: [UserID]? = nil) throws -> [Seq] {
            var collector = SearchCollector(
                try query("lunch"), by: ada, order: order, limit: limit, senders: senders, conversations: [talk])
            for message in messages { collector.offer(message) }
            return collector.results().map(\.message.seq)
        }
        #expect(try found(.newest) == [3, 2, 1])
        #expect(try found(.best) == [1, 3, 2])
        #expect(try found(.newest, limit: 1) == [3])
        #expect(try found(.newest, senders: [ada]) == [2, 1])
        #expect(try found(.newest, senders: []) == [])
    }

    @Test("every text with a term has the term's grams", arguments: UInt64(1)...50)
    func grams(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = [
            "a", "b", "ß", "Ä", "c", "1", "世", "界", "が", "か\u{3099}", " ", "-", "é", "e\u{301}", "한", "🎉", "x", "yz",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }
            .joined()
            let scalars = Array(text.unicodeScalars)
            let start = Int.random(in: 0..<scalars.count, using: &random)
            let end = Int.random(in: start + 1...scalars.count, using: &random)
            var part = String(String.UnicodeScalarView(scalars[start..<end]))
            if Bool.random(using: &random) { part = "\"\(part)\"" }
            guard let query = try? self.query(part), query.matches(text) else { continue }
            let held = Set(SearchGrams.line(of: text).split(separator: " ").map(String.init))
            for gram in query.terms.flatMap({ SearchGrams.of($0) }) {
                #expect(held.contains(gram), "\(part) in \(text), seed \(seed)")
            }
        }
    }
}
