import Testing

@testable import NexusTUI

@Suite("Cells")
struct CellTests {
    /// What a message may try with a terminal.
    static let hostile = [
        "\u{1B}[2J\u{1B}[Hgone", "\u{1B}]0;title\u{07}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{9B}31mred",
        "\u{1B}Pq#0\u{1B}\\", "a\u{08}b\rc\u{0B}d",
        "\u{202E}evil\u{202C}", "\u{2066}x\u{2069}", "\u{061C}\u{200F}y", "\u{0}\u{7F}\u{85}\u{2028}\u{2029}",
        "\u{FFF9}a\u{FFFA}b\u{FFFB}",
        "e" + String(repeating: "\u{301}", count: 500), "\u{E000}\u{10FFFD}", "\u{200D}\u{FE0F}\u{20E3}",
        "\u{1B}_Ga=T;AAAA\u{1B}\\",
        "tab\there", "\u{FEFF}bom", "🏴\u{E0067}\u{E007F}", "\u{1B}[6n",
    ]

    @Test("hold no control characters and no marks of direction, whatever a text has", arguments: hostile)
    func hostileText(text: String) {
        for cell in Cell.of(text) {
            for scalar in cell.text.unicodeScalars {
                #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "\(scalar.value)")
                #expect(![0x061C, 0x200E, 0x200F].contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value))
                #expect(!(0x2066...0x2069).contains(scalar.value) && ![0x2028, 0x2029].contains(scalar.value))
            }
            #expect(cell.width >= 1)
        }
    }

    @Test("reach the terminal without a sequence of the text's", arguments: hostile)
    func hostileOutput(text: String) {
        var grid = CellGrid(GridSize(columns: 40, rows: 3))
        grid.write(Cell.of(text), x: 0, y: 1)
        let output = String(decoding: ScreenEncoder(depth: .trueColour).encode(grid, over: nil), as: UTF8.self)
        // What is left after removing the encoder's own sequences has no control characters.
        let rest = output.replacing(#/\u{1B}\[[?0-9;]*[A-Za-z]/#, with: "")
        #expect(!rest.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }

    @Test("keep a notification in its sequence")
    func notification() {
        let text = TerminalSignal.notification("a\u{07}b\u{1B}\\c\u{9C}d\n4;3")
        #expect(text == "\u{1B}]9;ab\\cd 4;3\u{1B}\\")
        #expect(TerminalSignal.notification("4;1;50").hasPrefix("\u{1B}]9; 4"))
    }

    @Test("are cut with an ellipsis, and never in a wide character")
    func fitting() {
        #expect(Cell.of("Ada Lovelace").fitted(5).text == "Ada …")
        #expect(Cell.of("漢字漢字").fitted(4).text == "漢…")
        #expect(Cell.of("漢字漢字").fitted(4).width == 3)
        #expect(Cell.of("abc").fitted(3).text == "abc")
        #expect(Cell.of("abc").fitted(0).isEmpty)
    }

    @Test(
        "wrap at spaces, and inside of words that are too long",
        arguments: [
            ("one two three", 8, ["one two ", "three"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("漢字漢", 4, ["漢字", "漢"]),
            ("a  b", 10, ["a  b"]), ("", 5, [""]),
        ] as [(String, Int, [String])])
    func wrapping(text: String, width: Int, lines: [String]) {
        let wrapped = Cell.of(text).wrapped(width)
        #expect(wrapped.map { $0.text.trimmingEnd } == lines.map(\.trimmingEnd))
        #expect(wrapped.allSatisfy { $0.width <= width })
    }

    @Test("wrap any text into lines that fit")
    func wrappingNoise() {
        let parts = ["a", " ", "漢", "  ", "word", "😀", "e\u{301}", "👨‍👩‍👧‍👦", "\t", "क्षि"]
        for seed in 0..<500 {
            var text = ""
            for index in 0..<20 { text += parts[(seed * 31 + index * index * 7) % parts.count] }
            for width in [1, 2, 3, 7, 20] {
                for line in Cell.of(text).wrapped(width) { #expect(line.width <= max(width, ClusterWidth.cellLimit)) }
            }
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
