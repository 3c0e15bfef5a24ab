import Testing

@testable import NexusTUI

@Suite("The width of a cluster")
struct ClusterWidthTests {
    @Test(
        "is that of what a terminal draws",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("😀", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("1\u{FE0F}\u{20E3}", 2), ("🇩🇪", 2), ("👍🏽", 2),
            ("👨‍👩‍👧‍👦", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("ก", 1), ("กำ", 2), ("ب", 1), ("ﷺ", 1), ("─", 1),
        ] as [(Character, Int)])
    func widths(cluster: Character, cells: Int) {
        #expect(ClusterWidth.measure(cluster).cells == cells)
    }

    @Test("is uncertain where terminals differ", arguments: ["❤\u{FE0F}", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽"] as [Character])
    func uncertainty(cluster: Character) {
        #expect(!ClusterWidth.measure(cluster).isCertain)
    }

    @Test(
        "is certain for letters with marks and for wide characters",
        arguments: ["e\u{301}", "漢", "😀", "x"] as [Character])
    func certainty(cluster: Character) {
        #expect(ClusterWidth.measure(cluster).isCertain)
    }

    @Test("has a limit, however many marks are piled up")
    func piledMarks() throws {
        let pile = "a" + String(repeating: "\u{301}", count: 5_000)
        let cell = try #require(Cell.of(pile).first)
        #expect(cell.width == 1)
        #expect(cell.text.unicodeScalars.count <= ClusterWidth.scalarLimit)
        #expect(Cell.of(pile).count == 1)
    }
}
