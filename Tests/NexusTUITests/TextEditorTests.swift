import NexusCore
import Testing

@testable import NexusTUI

@Suite("The editor of a text")
struct TextEditorTests {
    @Test("joins a mark with the letter before it")
    func combining() {
        var editor = TextEditor("e")
        editor.insert("\u{301}")
        #expect(editor.text == "é" && editor.position == 1)
        editor.deleteBackward()
        #expect(editor.isEmpty && editor.position == 0)
    }

    @Test("moves and deletes by words and lines")
    func words() {
        var editor = TextEditor("one two\nthree")
        editor.deleteWord()
        #expect(editor.text == "one two\n")
        var hasMoved = editor.moveUp()
        #expect(hasMoved && editor.position == 0)
        hasMoved = editor.moveUp()
        #expect(!hasMoved)
        editor.moveWordRight()
        #expect(editor.position == 3)
        editor.moveToLineEnd()
        editor.deleteToLineStart()
        #expect(editor.text == "\n")
        hasMoved = editor.moveDown()
        #expect(hasMoved && editor.position == 1)
        hasMoved = editor.moveDown()
        #expect(!hasMoved)
    }

    @Test("puts the cursor between marks of a format")
    func marks() {
        var editor = TextEditor("a ")
        editor.insert(around: "**")
        editor.insert("b")
        #expect(editor.text == "a **b**" && editor.position == 5)
    }

    @Test("wraps lines, and knows the cell of the cursor")
    func lines() {
        var editor = TextEditor("漢字漢字ab\nc")
        #expect(editor.lines(width: 6).lines.map(\.text) == ["漢字", "漢字a", "b", "c"])
        #expect(editor.lines(width: 6).cursor == CellGrid.Position(x: 1, y: 3))
        _ = editor.moveUp()
        #expect(editor.lines(width: 6).cursor == CellGrid.Position(x: 2, y: 0))
    }

    @Test(
        "shows days as people say them",
        arguments: [
            (0, "Thursday, 1 January 1970"), (20_780, "Today"), (20_779, "Yesterday"),
            (20_778, "Saturday, 21 November"), (-1, "Wednesday, 31 December 1969"),
        ])
    func days(day: Int64, title: String) {
        #expect(ClockText(now: TestedScreen.now, minutesFromUTC: 0).title(ofDay: day) == title)
    }

    @Test(
        "shows due dates as people say them, in their zone",
        arguments: [
            ("2026-11-23", "today"), ("2026-11-24", "tomorrow"), ("2026-12-05", "5 Dec"), ("2027-03-01", "1 Mar 2027"),
            ("2026-11-23T15:15Z", "today 16:15"), ("2026-11-23T23:30Z", "tomorrow 00:30"),
            ("2026-11-24T09:00+01:00", "tomorrow 09:00"), ("2026-11-24T09:00-05:00", "tomorrow 15:00"),
            ("soon", "soon"),
            ("2026-99-99", "2026-99-99"),
        ])
    func dueDates(text: String, shown: String) {
        #expect(ClockText(now: TestedScreen.now, minutesFromUTC: 60).due(text) == shown)
    }
}
