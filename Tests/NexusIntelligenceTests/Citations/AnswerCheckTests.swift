import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("Checking a model's output")
struct AnswerCheckTests {
    private static let messages = ChatRequest(
        system: "",
        quotes: [
            PlantedMessages.quote(
                1, "Ada Lovelace",
                "Let's push the launch to Friday, 14:30. The deck is at https://docs.example.org/deck."),
            PlantedMessages.quote(2, "Ben", "I'll take the press kit — needs “final” logos"),
            PlantedMessages.quote(3, "Chen", "发布会改到星期五下午"),
        ], question: "Who does the press kit?"
    ).quotes

    private func check(
        _ text: String, _ citations: [(String, String)], question: String = "When is the launch?",
        visible: Set<MessageID>? = nil
    ) -> Result<CheckedStatement, StatementFault> {
        AnswerCheck(Self.messages, question: question, visible: visible)
            .check(ModelStatement(text, citations.map { .init($0.0, quote: $0.1) }))
    }

    @Test("a statement with a quote passes, with the quote's place")
    func passes() throws {
        let statement = try check("The launch was pushed to Friday, 14:30.", [("m1", "push the launch to Friday")])
            .get()
        #expect(statement.text == "The launch was pushed to Friday, 14:30.")
        #expect(statement.citations.map(\.quote) == ["push the launch to Friday"])
        #expect(statement.citations[0].range == 6..<31)
        #expect(statement.citations[0].message == Self.messages[0].id)
    }

    @Test(
        "quotes match regardless of white space, marks and case",
        arguments: [
            "i'll take  the press kit", "I’ll take the press kit - needs \"final\" logos", "“I'll take the press kit”",
            "the **press kit**.", "needs 'final' logos",
        ])
    func normalized(quote: String) {
        let result = check("Ben will take the press kit.", [("m2", quote)], question: "Who does the press kit?")
        if quote == "needs 'final' logos" {
            #expect(result == .failure(.noQuote))
        } else {
            #expect((try? result.get()) != nil)
        }
    }

    @Test("of several citations false ones are dropped, and the statement stays")
    func partly() throws {
        let statement = try check(
            "The launch was pushed to Friday.",
            [("m9", "x"), ("m1", "invented words"), ("[m1]", "launch to Friday"), ("m1", "launch to Friday")]
        ).get()
        #expect(statement.citations.map(\.quote) == ["launch to Friday"])
    }

    @Test("a message that the asker may not see is no source")
    func invisible() {
        let others = Set(Self.messages.dropFirst().map(\.id))
        #expect(
            check("The launch was pushed to Friday.", [("m1", "launch to Friday")], visible: others)
                == .failure(.noSource))
    }

    @Test("a statement with too few of its message's words is dropped")
    func unsupported() {
        #expect(check("All engineers get a bonus soon.", [("m1", "launch to Friday")]) == .failure(.unsupported))
        #expect(check("Launch.", [("m2", "press kit")]) == .failure(.unsupported), "the question alone is no source")
    }

    @Test("a statement that contradicts its message is replaced by a quotation")
    func altered() throws {
        let quoted = "Ada Lovelace wrote: “Let's push the launch to Friday, 14:30. …”"
        for (text, doubt) in [
            ("The launch is on Friday, 15:30.", StatementDoubt.time), ("Ben pushed the launch to Friday.", .person),
            ("The launch was not pushed to Friday.", .negation), ("The launch was pushed to Monday.", .day),
            ("The launch was pushed to Friday for hungry engineers.", .wording),
        ] {
            let statement = try check(text, [("m1", "launch to Friday")]).get()
            #expect(statement.text == quoted && statement.doubt == doubt, "\(text)")
            #expect(statement.citations.map(\.quote) == ["launch to Friday"])
        }
    }

    @Test("a doubtful statement about two messages is replaced by both, each once")
    func alteredOfTwo() throws {
        let statement = try check(
            "Ada takes the press kit on Friday.",
            [("m1", "launch to Friday"), ("m2", "I'll take"), ("m2", "the press kit")]
        ).get()
        #expect(
            statement.text
                == "Ada Lovelace wrote: “Let's push the launch to Friday, 14:30. …” "
                + "Ben wrote: “I'll take the press kit — needs ‘final’ logos”")
        #expect(statement.citations.count == 3 && statement.doubt == .person)
    }

    @Test("a link stays only if the cited message has all of it")
    func links() throws {
        let text = "The launch deck is at https://docs.example.org/deck."
        #expect(try check(text, [("m1", "The deck is at")]).get().text == text)
        let longer = try check("The launch deck is at https://docs.example.org/deck?x=1", [("m1", "The deck is at")])
            .get()
        #expect(longer.text == "The launch deck is at")
        let shorter = try check("The launch deck is at https://docs.example.org/", [("m1", "The deck is at")]).get()
        #expect(shorter.text == "The launch deck is at")
    }

    @Test("scripts without spaces are quoted from the middle of a line")
    func unspaced() throws {
        let statement = try check("发布会改到星期五", [("m3", "改到星期五")], question: "什么时候发布").get()
        #expect(statement.citations[0].quote == "改到星期五")
    }

    @Test("letters match in every composition")
    func composed() throws {
        let quotes = ChatRequest(
            system: "", quotes: [PlantedMessages.quote(1, "Zoë", "Cafe\u{301} um drei, ganz sicher")], question: ""
        ).quotes
        let found = AnswerCheck(quotes, question: "Wann?").check(
            ModelStatement("Café um drei.", [.init("m1", quote: "Café um drei")]))
        #expect(try found.get().citations[0].quote == "Cafe\u{301} um drei")
    }

    @Test("a quote begins and ends at words, and is significant")
    func words() {
        #expect(QuoteFinder("We start tomorrow").find("art tomorrow") == nil)
        #expect(QuoteFinder("We start tomorrow").find("…") == nil)
        #expect(QuoteFinder("We start tomorrow").find("We") == nil)
        #expect(QuoteFinder("ok").find("OK!")?.text == "ok")
        #expect(QuoteFinder("").find("x") == nil)
        #expect(QuoteFinder("a").find("") == nil)
    }
}

@Suite("Parsing statements in a stream")
struct StatementParserTests {
    private static let reply = PlantedMessages.reply(
        ("One \"quoted\" {thing}.", "m1", "a ] b"), ("Two \\ lines\nhere.", "m2", "ünï"))

    @Test(
        "a statement is available when its object closes, however the reply is cut", arguments: [1, 2, 3, 7, 64, 4_096])
    func pieces(size: Int) {
        for around in ["", "```json\n"] {
            var reader = StatementParser()
            var found: [ModelStatement] = []
            var rest = Substring(around + Self.reply + (around.isEmpty ? "" : "\n```\nI hope it's \"fine\"."))
            while !rest.isEmpty {
                found += reader.read(String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(found.map(\.text) == ["One \"quoted\" {thing}.", "Two \\ lines\nhere."])
            #expect(found.map { $0.citations.map(\.quote) } == [["a ] b"], ["ünï"]])
            #expect(reader.sawList)
        }
    }

    @Test("a reply cut in the middle keeps its complete statements")
    func cut() {
        var reader = StatementParser()
        let found = reader.read(String(Self.reply.dropLast(30)))
        #expect(found.map(\.text) == ["One \"quoted\" {thing}."])
    }

    @Test("an empty list is an answer; text without one is none")
    func empty() {
        var reader = StatementParser()
        #expect(reader.read(#"{"statements":[]}"#).isEmpty)
        #expect(reader.sawList)
        var other = StatementParser()
        #expect(other.read("I do not know, {sorry} [1].").isEmpty)
        #expect(!other.sawList)
    }
}
