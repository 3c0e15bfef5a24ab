import NexusCore
import NexusTerminal
import Testing

@Suite("Formatted messages in a terminal")
struct TranscriptFormatTests {
    private func lines(_ text: String, _ style: TerminalStyle) -> [String] {
        let row = MessageRow(
            id: MessageID(high: 1, low: 1), seq: 1, sender: UserID(high: 1, low: 2), senderName: "Ada", isMine: false,
            text: text,
            writtenAt: Timestamp(milliseconds: 0))
        return Transcript(now: Timestamp(milliseconds: 0), style: style).lines(for: row)
    }

    @Test("with colours, marks become styles, and a link with its own words shows its address")
    func coloured() {
        let lines = lines("**Ship** _it_\n> so\n- `one`\n[plan](https://a.example/p)", .coloured)
        #expect(lines.count == 4)
        #expect(lines[0].hasSuffix("\u{1B}[1mShip\u{1B}[0m \u{1B}[3mit\u{1B}[0m"))
        #expect(lines[1] == "    \u{1B}[2m▎ \u{1B}[0mso")
        #expect(lines[2] == "    • \u{1B}[36mone\u{1B}[0m")
        #expect(lines[3] == "    plan <https://a.example/p>")
    }

    @Test("without colours a message is shown as typed")
    func plain() {
        let lines = lines("**Ship**\n> so", .plain)
        #expect(lines[0].hasSuffix("**Ship**") && lines[1] == "    > so")
    }

    @Test("a group event is one line without a sender")
    func event() {
        var row = MessageRow(
            id: MessageID(high: 1, low: 1), seq: 7, sender: UserID(high: 1, low: 2), senderName: "Ada", isMine: false,
            text: "Ada named the group “Plans”", writtenAt: Timestamp(milliseconds: 0))
        row.event = GroupEvent(.title, text: "Plans")
        let lines = Transcript(now: Timestamp(milliseconds: 0), style: .plain).lines(for: row)
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("#7 ") && lines[0].hasSuffix(" Ada named the group “Plans”"))
        #expect(!lines[0].contains("Ada:"))
    }

    @Test("terminal control sequences are shown, not executed")
    func hostile() {
        let lines = lines("**a\u{1B}[2Jb** `\u{9B}2J`", .coloured)
        #expect(!lines.joined().contains("\u{1B}[2J") && !lines.joined().contains("\u{9B}"))
    }
}
