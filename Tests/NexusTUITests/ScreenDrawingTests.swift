import NexusCore
import Testing

@testable import NexusTUI

@Suite("The screen")
struct ScreenDrawingTests {
    @Test("shows list, messages, composer and state at 80 by 24")
    func usualSize() {
        var screen = TestedScreen()
        screen.content.unread = 3
        screen.open([TestedScreen.message(1, "Is the build green?"), TestedScreen.message(2, "Yes", isMine: true)])
        let lines = screen.lines
        #expect(lines.count == 24 && lines.allSatisfy { Cell.of($0).width == 80 })
        #expect(lines[0].hasPrefix(" Conversations") && lines[0].contains("│ Engines  2 members  ● 1 online"))
        #expect(lines[2].contains("▌ Engines") && lines[2].contains("14:05"))
        #expect(lines[3].contains("Grace Hopper: The bu…"))
        #expect(screen.text.contains("│  Grace Hopper  13:55") && screen.text.contains("│  Is the build green?"))
        #expect(lines[20].hasSuffix("✓✓ ") && lines[20].contains("Yes"))
        #expect(lines[22].contains("› Message Engines"))
        #expect(lines[23].contains("Enter send") && lines[23].contains("● online  3 unread  Ada Lovelace"))
        #expect(screen.frame.grid.cursor == CellGrid.Position(x: 28, y: 22))
    }

    @Test(
        "fits every size",
        arguments: [(1, 1), (8, 3), (20, 5), (40, 12), (63, 10), (64, 24), (123, 40), (124, 40), (200, 60)])
    func sizes(columns: Int, rows: Int) {
        var screen = TestedScreen(columns: columns, rows: rows)
        screen.open(
            (1...30).map { TestedScreen.message($0, "Message \($0) with 漢字 and 👨‍👩‍👧‍👦 and more words than one line takes") })
        for sheet in [nil, .details(ListPosition()), .insights(nil, ListPosition()), .assistant(AssistantState())]
            as [Sheet?]
        {
            screen.state.sheet = sheet
            let overlays: [Overlay?] = [
                nil, .help(0), .switcher(TextEditor("e"), ListPosition()), .search(TextEditor("x"), ListPosition()),
                .people(PeopleState()), .signIn(SignInState()), .menu(.confirmation("Leave?", "Leave", .quit)),
                .prompt(Prompt(title: "Name", purpose: .rename(TestedScreen.engines))),
                .files(FilePicker()), .recording(RecordingState(startedAt: TestedScreen.now)),
                .reminders(ListPosition()),
            ]
            for overlay in overlays {
                screen.state.overlays = overlay.map { [$0] } ?? []
                let grid = screen.frame.grid
                #expect(grid.cells.count == columns * rows)
            }
        }
    }

    @Test("shows one part at a time on a narrow terminal")
    func narrow() {
        var screen = TestedScreen(columns: 40, rows: 12)
        #expect(screen.text.contains("Conversations"))
        screen.open([TestedScreen.message(1, "Hello")])
        #expect(!screen.text.contains("Conversations") && screen.text.contains("Hello"))
        screen.press(Key(.escape), Key(.escape))
        #expect(screen.text.contains("Conversations") && !screen.text.contains("Hello"))
    }

    @Test("keeps columns aligned beside wide and combining characters")
    func alignment() {
        var screen = TestedScreen()
        screen.content.conversations[1].title = "漢字 e\u{301} 👩‍🚀 ❤\u{FE0F} " + String(repeating: "字", count: 30)
        screen.open([TestedScreen.message(1, "👨‍👩‍👧‍👦 漢字 🇩🇪")])
        let grid = screen.frame.grid
        for y in 2..<23 { #expect(["│", "├"].contains(grid[24, y].text), "line \(y)") }
    }

    @Test("passes nothing of a hostile message, name or title to the terminal", arguments: CellTests.hostile)
    func hostile(text: String) {
        var screen = TestedScreen()
        screen.content.conversations[0].title = text
        screen.content.conversations[0].lastText = text
        var message = TestedScreen.message(1, text)
        message.senderName = text
        message.forwardedFrom = text
        screen.open([
            message, TestedScreen.message(2, "```\n\(text)\n```\n> \(text)\n- \(text)\n[a](https://x.org/\(text))"),
        ])
        screen.content.chat?.title = text
        screen.content.userName = text
        screen.content.error = text
        for overlay in [
            nil, Overlay.switcher(TextEditor(text), ListPosition()),
            .prompt(Prompt(title: text, purpose: .rename(TestedScreen.engines))),
        ] {
            screen.state.overlays = overlay.map { [$0] } ?? []
            for cell in screen.frame.grid.cells {
                #expect(
                    !cell.text.unicodeScalars.contains {
                        $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
                    })
            }
        }
    }

    @Test("says that there is no connection and what waits")
    func offline() {
        var screen = TestedScreen()
        screen.content.connection = ConnectionContent(isOnline: false, isLost: true, waiting: 2)
        #expect(screen.lines[23].contains("No connection") && screen.lines[23].contains("○ offline  2 waiting"))
    }

    @Test("shows a banner over the header, and opens it by a click")
    func banner() {
        var screen = TestedScreen()
        screen.content.banner = Banner(
            conversation: TestedScreen.talk, message: MessageID(high: 9, low: 9), sender: TestedScreen.grace,
            senderName: "Grace Hopper", title: nil, text: "Lunch?")
        #expect(screen.text.contains("Grace Hopper ─") && screen.text.contains("Lunch?"))
        #expect(
            screen.state.take(
                MouseEvent(action: .press, x: 50, y: 1), on: screen.frame.click(x: 50, y: 1), screen.content) == [
                    .openBanner
                ])
    }

    @Test("draws the same values as the same cells")
    func purity() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "Hello")])
        #expect(screen.frame.grid == screen.frame.grid)
    }
}
