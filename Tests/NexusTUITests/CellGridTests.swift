import Foundation
import Testing

@testable import NexusTUI

@Suite("The grid and its encoder")
struct CellGridTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("leave no half of a wide character")
    func halves() {
        var grid = CellGrid(GridSize(columns: 6, rows: 1))
        grid.write("漢字漢", x: 0, y: 0)
        grid.write("x", x: 1, y: 0)
        #expect(grid.text(row: 0) == " x字漢")
        grid.write("漢", x: 1, y: 0)
        #expect(grid.text(row: 0) == " 漢 漢")
        grid.write("漢", x: 5, y: 0)
        #expect(grid.text(row: 0) == " 漢 漢")
    }

    @Test("ignore what lies outside", arguments: [(-3, 0), (0, -1), (10, 10), (3, 1)])
    func outside(x: Int, y: Int) {
        var grid = CellGrid(GridSize(columns: 4, rows: 2))
        grid.write("long text", x: x, y: y)
        grid.fill(Rectangle(x: x, y: y, width: 100, height: 100))
        grid.restyle(Rectangle(x: x - 5, y: y - 5, width: 100, height: 100)) { $0.with(.bold) }
        #expect(grid.cells.count == 8)
    }

    @Test("write nothing if nothing changed, and only the change otherwise")
    func difference() {
        var before = CellGrid(GridSize(columns: 20, rows: 3))
        before.write("Hello", x: 0, y: 1)
        let encoder = ScreenEncoder(depth: .none)
        #expect(encoder.encode(before, over: before).isEmpty)
        var after = before
        after.write("y", x: 4, y: 1)
        #expect(
            text(encoder.encode(after, over: before))
                == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[2;5H\u{1B}[0my\u{1B}[0m\u{1B}[?2026l")
    }

    @Test("move the cursor after a cluster about whose width terminals differ")
    func uncertain() {
        var grid = CellGrid(GridSize(columns: 10, rows: 1))
        grid.write("👨‍👩‍👧‍👦a", x: 0, y: 0)
        #expect(text(ScreenEncoder(depth: .none).encode(grid, over: nil)).contains("👨‍👩‍👧‍👦\u{1B}[1;3Ha"))
    }

    @Test(
        "write colours as far as the terminal has them",
        arguments: [
            (ColourDepth.none, "0;1"), (.sixteen, "0;1;94"), (.palette, "0;1;38;5;111"),
            (.trueColour, "0;1;38;2;122;162;247"),
        ])
    func colours(depth: ColourDepth, parameters: String) {
        #expect(CellStyle(foreground: .rgb(122, 162, 247), marks: .bold).parameters(depth) == parameters)
    }

    @Test(
        "use no colours where NO_COLOR is set",
        arguments: [
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], ColourDepth.none), (["NO_COLOR": ""], .palette),
            (["COLORTERM": "truecolor"], .trueColour), ([:], .palette),
        ] as [([String: String], ColourDepth)])
    func wishes(environment: [String: String], depth: ColourDepth) {
        #expect(TerminalCapabilities.colours(environment, described: 256, direct: false) == depth)
    }

    @Test("offer pictures only to terminals that show them")
    func pictures() {
        #expect(TerminalCapabilities.pictures(["TERM": "xterm-kitty"]) == .perhapsKitty)
        #expect(TerminalCapabilities.pictures(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]) == .inline)
        #expect(TerminalCapabilities.pictures(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]) == .none)
        #expect(TerminalCapabilities.pictures(["TERM": "xterm-256color"]) == .none)
    }

    @Test("split a picture into sequences of the protocol's length")
    func kittyChunks() {
        let area = Rectangle(x: 2, y: 1, width: 10, height: 5)
        let text = PictureEncoding.kitty([UInt8](repeating: 7, count: 10_000), in: area)
        let parts = text.components(separatedBy: "\u{1B}\\").filter { !$0.isEmpty }
        #expect(parts.count == 4)
        #expect(parts.allSatisfy { ($0.split(separator: ";").last?.count ?? 0) <= 4_096 })
        #expect(parts.dropLast().allSatisfy { $0.contains("m=1;") })
        #expect(parts.last?.contains("m=0;") == true)
    }

    @Test("keep the proportions of a picture")
    func proportions() {
        let room = Rectangle(x: 0, y: 0, width: 80, height: 20)
        #expect(PictureEncoding.area(width: 1_600, height: 400, in: room).width == 80)
        let tall = PictureEncoding.area(width: 400, height: 1_600, in: room)
        #expect(tall.height == 20 && tall.width == 10)
        let small = PictureEncoding.area(width: 16, height: 16, in: room)
        #expect(small.width == 2 && small.height == 1)
    }
}
