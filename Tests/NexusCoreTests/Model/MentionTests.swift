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

    @Test("are found by the full name after an @ that begins a word")
    func finding() {
        #expect(found("@Ada, lunch?") == [Mention(user: ada, start: 0, length: 4)])
        #expect(found("ask (@Ada)") == [Mention(user: ada, start: 5, length: 4)])
        #expect(found("a 🎉 for @Zoë 🚀!") == [Mention(user: cyd, start: 8, length: 6)])
        #expect(found("@田中さん") == [Mention(user: dan, start: 0, length: 3)])
        #expect(found("@Ada@Ada") == [Mention(user: ada, start: 0, length: 4)], "the second @ is inside a word")
    }

    @Test(
        "are not found in addresses, in longer words, or without a member of that name",
        arguments: [
            "mail me@Ada", "@Adam", "@ada", "Ada", "@", "@ Ada", "@Bob", "", "@Ada_1",
        ])
    func notFound(text: String) {
        #expect(found(text).isEmpty)
    }

    @Test("use the longest matching name")
    func longest() {
        #expect(found("@Ada Maria").map(\.user) == [ben])
        #expect(found("@Ada Marian").map(\.user) == [ada])
        #expect(found("@Ada @Ada Maria").map(\.user) == [ada, ben])
    }

    @Test("of a shared name go to the preferred member")
    func sameName() {
        let people: [(user: UserID, name: String)] = [(ada, "Sam"), (ben, "Sam")]
        #expect(MentionFinder(people).mentions(in: "@Sam").map(\.user) == [ada])
        #expect(MentionFinder(people, preferring: [ben]).mentions(in: "@Sam").map(\.user) == [ben])
    }

    @Test("are found up to the limit of a message")
    func limit() {
        let text = Array(repeating: "@Ada", count: Limits.mentions + 1).joined(separator: " ")
        #expect(found(text).count == Limits.mentions)
    }

    @Test("show the present name, and their ranges move with it")
    func shown() {
        let text = MentioningText(
            "@Al, ask @Bo now", [Mention(user: ada, start: 0, length: 3), Mention(user: ben, start: 9, length: 3)])
        let shown = text.shown { $0 == ada ? "Alexandra" : "" }
        #expect(shown.text == "@Alexandra, ask @Bo now")
        #expect(shown.mentions == [Mention(user: ada, start: 0, length: 10), Mention(user: ben, start: 16, length: 3)])
        #expect(MentioningText("nobody").shown { _ in "X" }.text == "nobody")
    }

    @Test("beyond the text are ignored")
    func damaged() {
        for mention in [Mention(user: ada, start: 9, length: 1), Mention(user: ada, start: 0, length: 0)] {
            #expect(MentioningText("text", [mention]).shown { _ in "Ada" }.text == "text")
        }
    }

    @Test("move with trimmed white space")
    func cut() throws {
        let post = Post(text: "  @Ada hi ", mentions: [Mention(user: ada, start: 2, length: 4)], writtenAt: noon)
        #expect(try post.checked().mentions == [Mention(user: ada, start: 0, length: 4)])
    }

    @Test(
        "outside the text, overlapping or too many are refused",
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

    @Test("survive storage in a column, and other bytes are refused")
    func stored() {
        let mentions = [Mention(user: ada, start: 0, length: 4), Mention(user: ben, start: 7_990, length: 300)]
        #expect(mentions.stored.flatMap { [Mention](stored: $0) } == mentions)
        #expect([Mention]().stored == nil)
        #expect([Mention](stored: [1, 2, 3]) == nil)
    }

    @Test("are found by has: and mentions: in a search")
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
