import NexusCore
import NexusIntelligence
import Testing

@Suite("Exports of insights")
struct InsightExportTests {
    static let ana = InsightRecord.Person(id: UserID(high: 1, low: 1), name: "Ana, R&D")
    static let group = ConversationID(high: 3, low: 1)

    static func item(
        _ text: String, _ kind: InsightRecord.Kind = .action, due: String? = nil,
        assignee: InsightRecord.Person? = ana, level: InsightRecord.Level = .medium, state: InsightRecord.State = .open
    ) -> InsightRecord {
        InsightRecord(
            conversation: group, source: MessageID(high: 2, low: 7), seq: 3, kind: kind, text: text,
            assignee: assignee, due: due.map { InsightRecord.Due(text: $0, zone: "Europe/Berlin") }, level: level,
            state: state, changedAt: state == .done ? DueDateParserTests.writtenAt : nil,
            sender: InsightRecord.Person(id: UserID(high: 1, low: 2), name: "Bo"),
            writtenAt: DueDateParserTests.writtenAt, excerpt: text)
    }

    static func calendar(_ items: [InsightRecord]) -> String {
        CalendarExport.text(of: items, made: DueDateParserTests.writtenAt)
    }

    @Test("an action item becomes a to-do with its task, date and priority")
    func toDo() {
        let text = Self.calendar([Self.item("Call; the bank", due: "2026-03-06T17:00+01:00", level: .high)])
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
            Self.item("x", due: "2026-03-03", state: .cancelled), Self.item("y", .deadline, level: .low, state: .done),
        ])
        #expect(text.contains("\r\nDUE;VALUE=DATE:20260303\r\n"))
        #expect(text.contains("\r\nSTATUS:CANCELLED\r\n"))
        #expect(text.contains("\r\nUID:00000000-0000-0002-0000-000000000007-deadline\r\n"))
        #expect(text.contains("\r\nPRIORITY:9\r\nSTATUS:COMPLETED\r\nCOMPLETED:20260303T092000Z\r\n"))
    }

    @Test("decisions and priorities are in the table and not in the calendar")
    func kinds() {
        let insights = [Self.item("We take the red one", .decision), Self.item("urgent", .priority)]
        #expect(!Self.calendar(insights).contains("VTODO"))
        #expect(TableExport.text(of: insights, titles: [:]).split(separator: "\r\n" as Character).count == 3)
    }

    @Test("no text leaves its line, and no line exceeds 75 bytes")
    func hostileCalendar() {
        let text = Self.calendar([
            Self.item("a\r\nEND:VTODO\nSTATUS:COMPLETED\u{0} " + String(repeating: "ü🏳️‍🌈", count: 40))
        ])
        let lines = text.split(separator: "\r\n" as Character)
        #expect(lines.count { $0 == "END:VTODO" } == 1)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(!text.contains("\u{0}"))
    }

    @Test("a table quotes special characters and disarms spreadsheet formulas")
    func table() {
        let items = [
            Self.item("Buy \"good\" milk, eggs", due: "2026-03-06T17:00+01:00"),
            Self.item("=HYPERLINK(\"x\")", assignee: nil, level: .high),
            Self.item("two\nlines", state: .suggestedDone),
            Self.item("\u{1B}[2Jred\u{9B}", assignee: nil),
        ]
        let end = "=Plans,Bo,2026-03-03T09:20Z,00000000-0000-0002-0000-000000000007"
        #expect(
            TableExport.text(of: items, titles: [Self.group: "=Plans"])
                == [
                    "kind,text,assignee,due,zone,priority,state,conversation,sender,written,message",
                    "action,\"Buy \"\"good\"\" milk, eggs\",\"Ana, R&D\",2026-03-06T17:00+01:00,Europe/Berlin,medium,open,'\(end)",
                    "action,\"'=HYPERLINK(\"\"x\"\")\",,,,high,open,'\(end)",
                    "action,\"two\nlines\",\"Ana, R&D\",,,medium,suggestedDone,'\(end)",
                    "action,[2Jred,,,,medium,open,'\(end)", "",
                ].joined(separator: "\r\n"))
    }
}
