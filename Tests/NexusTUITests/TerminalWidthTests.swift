import Testing

@testable import NexusTUI
@testable import NexusTerminal

@Suite("The width of a text in a table")
struct TerminalWidthTests {
    @Test(
        "is that of what a terminal draws",
        arguments: [
            ("", 0), ("Ada", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("ก", 1), ("กำ", 2), ("ب", 1), ("─", 1),
        ])
    func texts(text: String, cells: Int) {
        #expect(TerminalText.width(text) == cells)
    }

    @Test(
        "is two for each emoji that is drawn as one picture",
        arguments: [
            "🇩🇪", "🇩", "1\u{FE0F}\u{20E3}", "❤\u{FE0F}", "👍🏽", "👨‍👩‍👧‍👦", "🏳\u{FE0F}‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "😀", "⌚", "✅", "⭐", "🀄",
        ])
    func pictures(text: String) {
        #expect(TerminalText.width(text) == 2)
        #expect(TerminalText.width("\(text) and \(text)") == 9)
    }

    @Test(
        "is one for symbols that are drawn as text unless a selector asks for the picture",
        arguments: ["❤", "☀", "🌡", "©"])
    func symbols(text: String) {
        #expect(TerminalText.width(text) == 1)
        #expect(TerminalText.width(text + "\u{FE0F}") == 2)
        #expect(TerminalText.width(text + "\u{FE0E}") == 1)
    }

    @Test("is none for a space without width", arguments: ["\u{200B}", "\u{2060}", "\u{FEFF}"])
    func nothing(text: String) {
        #expect(TerminalText.width(text) == 0)
    }

    @Test(
        "agrees with the screen's",
        arguments: ["é", "漢", "ｱ", "한", "😀", "❤", "❤\u{FE0F}", "🇩🇪", "👍🏽", "กำ", "ب"] as [Character])
    func agreement(cluster: Character) {
        #expect(TerminalWidth.of(cluster) == ClusterWidth.measure(cluster).cells)
    }

    @Test("lines up the columns of a table")
    func columns() {
        var table = Table("name", "state")
        for name in ["🇩🇪 team", "漢字", "Ada"] { table.add(name, "|") }
        let ends = table.lines().dropFirst().map { TerminalText.width(String($0.prefix { $0 != "|" })) }
        #expect(ends == [9, 9, 9])
    }
}
