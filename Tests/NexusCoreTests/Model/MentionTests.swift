import Testing

@testable import NexusCore

@Suite("Mentions")
struct MentionTests {
    private let people: [(user: UserID, name: String)] = [
        (ada, "Ada"), (ben, "Ada Maria"), (cyd, "Zoë 🚀"), (dan, "田中"),
    ]

    private func found(_ text: String, preferring preferred: [UserID] = []) -> [Mention] {
        MentionFinder(people, preferring: preferred).mentions(in: text)
    }

    @Test("are found by the whole name after an @ that begins a word")
    func finding() {
        #expect(found("@Ada, lunch?") == [Mention(user: ada, start: 0, length: 4)])
        #expect(found("ask (@Ada)") == [Mention(user: ada, start: 5, length: 4)])
        #expect(found("a 🎉 for @Zoë 🚀!") == [Mention(user: cyd, start: 8, length: 6)])
        #expect(found("@田中さん") == [Mention(user: dan, start: 0, length: 3)])
        #expect(found("@Ada@Ada") == [Mention(user: ada, start: 0, length: 4)], "the second @ is inside a word")
    }

    @Test(
        "are not found in addresses, in longer words, or where nobody has the name",
        arguments: [
            "mail me@Ada", "@Adam", "@ada", "Ada", "@", "@ Ada", "@Bob", "", "@Ada_1",
        ])
    func notFound(text: String) {
        #expect(found(text).isEmpty)
    }

    @Test("take the longest name that stands there")
    func longest() {
        #expect(found("@Ada Maria").map(\.user) == [ben])
        #expect(found("@Ada Marian").map(\.user) == [ada])
        #expect(found("@Ada @Ada Maria").map(\.user) == [ada, ben])
    }

    @Test("of one name for two are of whoever is preferred")
    func sameName() {
        let people: [(user: UserID, name: String)] = [(ada, "Sam"), (ben, "Sam")]
        #expect(MentionFinder(people).mentions(in: "@Sam").map(\.user) == [ada])
        #expect(MentionFinder(people, preferring: [ben]).mentions(in: "@Sam").map(\.user) == [ben])
    }

    @Test("are found at most as often as a message takes")
    func limit() {
        let text = Array(repeating: "@Ada", count: Limits.mentions + 1).joined(separator: " ")
        #expect(found(text).count == Limits.mentions)
    }

    @Test("show the name of today, and their places move with it")
    func shown() {
        let text = MentioningText(
            "@Al, ask @Bo now", [Mention(user: ada, start: 0, length: 3), Mention(user: ben, start: 9, length: 3)])
        let shown = text.shown { $0 == ada ? "Alexandra" : "" }
        #expect(shown.text == "@Alexandra, ask @Bo now")
        #expect(shown.mentions == [Mention(user: ada, start: 0, length: 10), Mention(user: ben, start: 16, length: 3)])
        #expect(MentioningText("nobody").shown { _ in "X" }.text == "nobody")
    }

    @Test("that lie outside what they are told of are passed over")
    func damaged() {
        for mention in [Mention(user: ada, start: 9, length: 1), Mention(user: ada, start: 0, length: 0)] {
            #expect(MentioningText("text", [mention]).shown { _ in "Ada" }.text == "text")
        }
    }

    @Test("move with the white space that is cut")
    func cut() throws {
        let post = Post(text: "  @Ada hi ", mentions: [Mention(user: ada, start: 2, length: 4)], writtenAt: noon)
        #expect(try post.checked().mentions == [Mention(user: ada, start: 0, length: 4)])
    }

    @Test(
        "outside the text, in each other or too many are refused",
        arguments: [
            [(-1, 2)], [(0, 0)], [(0, 5)], [(4, 1)], [(0, 2), (1, 2)], [(2, 1), (0, 1)], [(0, Int.max)], [(Int.max, 1)],
            Array(repeating: (0, 1), count: Limits.mentions + 1),
        ])
    func refused(places: [(Int, Int)]) {
        let mentions = places.map { Mention(user: ada, start: $0.0, length: $0.1) }
        #expect { try Post(text: "text", mentions: mentions, writtenAt: noon).checked() } throws: {
            ($0 as? Refusal)?.code == .invalidRequest
        }
    }

    @Test("stand in a column as they were, and nothing else is read")
    func stored() {
        let mentions = [Mention(user: ada, start: 0, length: 4), Mention(user: ben, start: 7_990, length: 300)]
        #expect(mentions.stored.flatMap { [Mention](stored: $0) } == mentions)
        #expect([Mention]().stored == nil)
        #expect([Mention](stored: [1, 2, 3]) == nil)
    }

    @Test("are looked for by has: and mentions: in a search")
    func search() throws {
        let grammar = SearchGrammar(now: noon)
        let file = Attachment(
            media: MediaID(high: 1, low: 1), kind: .file, name: "a.pdf", type: "application/pdf", bytes: 1)
        let mention = Mention(user: ada, start: 0, length: 1)
        #expect(try grammar.query("mentions:me").admits([], [mention], for: ada))
        #expect(try !grammar.query("mentions:me").admits([], [mention], for: ben))
        #expect(try grammar.query("has:file").admits([file], [], for: ada))
        #expect(try !grammar.query("has:image").admits([file], [], for: ada))
        #expect(try grammar.query("has:link").admits([], [], for: ada), "the text tells that")
    }
}
