import NexusCore
import NexusIntelligence
import Testing

@Suite("Exports of action items")
struct InsightExportTests {
    static let ana = UserID(high: 1, low: 1)

    static func item(
        _ task: String, due: DueDate? = nil, assignee: UserID? = ana, isUrgent: Bool = false,
        state: ActionItem.State = .open
    ) -> ActionItem {
        ActionItem(
            source: MessageID(high: 2, low: 7), task: task, assignee: assignee, due: due, isUrgent: isUrgent,
            state: state, related: [])
    }

    static let instant = DueDate.instant(DueDateParserTests.time("2026-03-06", 16, 0), utcOffset: 60)

    static func calendar(_ items: [ActionItem]) -> String {
        CalendarExport.text(of: items, names: [ana: "Ana, R&D"], made: DueDateParserTests.writtenAt)
    }

    @Test("an item becomes a to-do with its task, date and priority")
    func toDo() {
        let text = Self.calendar([Self.item("Call; the bank", due: Self.instant, isUrgent: true)])
        #expect(
            text
                == [
                    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Nexus//Insights//EN", "BEGIN:VTODO",
                    "UID:00000000-0000-0002-0000-000000000007", "DTSTAMP:20260303T092000Z", "SUMMARY:Call\\; the bank",
                    "CONTACT:Ana\\, R&D", "DUE:20260306T160000Z", "PRIORITY:1", "STATUS:NEEDS-ACTION", "END:VTODO",
                    "END:VCALENDAR", "",
                ].joined(separator: "\r\n"))
    }

    @Test("a due day stays a day, and a cancelled item is cancelled")
    func day() {
        let text = Self.calendar([
            Self.item("x", due: .day(CivilDay(number: 20_515)), state: .cancelled(by: MessageID(high: 2, low: 8)))
        ])
        #expect(text.contains("\r\nDUE;VALUE=DATE:20260303\r\n"))
        #expect(text.contains("\r\nSTATUS:CANCELLED\r\n"))
    }

    @Test("nothing that people write leaves its line, and no line is longer than 75 bytes")
    func hostileCalendar() {
        let text = Self.calendar([
            Self.item("a\r\nEND:VTODO\nSTATUS:COMPLETED\u{0} " + String(repeating: "ü🏳️‍🌈", count: 40))
        ])
        let lines = text.split(separator: "\r\n" as Character)
        #expect(lines.count { $0 == "END:VTODO" } == 1)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(!text.contains("\u{0}"))
    }

    @Test("a table quotes what needs quotes and disarms what a spreadsheet would calculate")
    func table() {
        let items = [
            Self.item("Buy \"good\" milk, eggs", due: Self.instant),
            Self.item("=HYPERLINK(\"x\")", assignee: nil, isUrgent: true),
            Self.item("two\nlines", state: .saidDone(by: MessageID(high: 2, low: 8))),
        ]
        let id = "00000000-0000-0002-0000-000000000007"
        #expect(
            TableExport.text(of: items, names: [Self.ana: "Ana"])
                == [
                    "task,assignee,due,urgent,state,message",
                    "\"Buy \"\"good\"\" milk, eggs\",Ana,2026-03-06T17:00+01:00,no,open,\(id)",
                    "\"'=HYPERLINK(\"\"x\"\")\",,,yes,open,\(id)", "\"two\nlines\",Ana,,no,said done,\(id)", "",
                ].joined(separator: "\r\n"))
    }
}
