import NexusCore

/// Action items and deadlines as a calendar file (iCalendar, RFC 5545): each a `VTODO`, known by its identifier, so that importing again
/// updates it. Decisions and priorities are nothing to be done, and left out.
public struct CalendarExport: Sendable {
    /// - Parameters:
    ///   - insights: the insights to export, in order.
    ///   - made: the time of the export.
    public static func text(of insights: [InsightRecord], made: Timestamp) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Nexus//Insights//EN"]
        for insight in insights {
            switch insight.kind {
            case .action: lines += toDo(insight, uid: insight.id?.text ?? insight.source.text, made)
            case .deadline: lines += toDo(insight, uid: "\(insight.id?.text ?? insight.source.text)-deadline", made)
            case .decision, .priority: break
            }
        }
        lines.append("END:VCALENDAR")
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    private static func toDo(_ insight: InsightRecord, uid: String, _ made: Timestamp) -> [String] {
        var lines = ["BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:\(instant(made))", "SUMMARY:\(escaped(insight.text))"]
        if let name = insight.assignee?.name, !name.isEmpty { lines.append("CONTACT:\(escaped(name))") }
        switch insight.due.flatMap({ DueDate(iso8601: $0.text) }) {
        case .day(let day): lines.append("DUE;VALUE=DATE:\(compact(day))")
        case .instant(let time, _): lines.append("DUE:\(instant(time))")
        case nil: break
        }
        switch insight.level {
        case .high: lines.append("PRIORITY:1")
        case .medium: break
        case .low: lines.append("PRIORITY:9")
        }
        switch insight.state {
        case .open, .suggestedDone: lines.append("STATUS:NEEDS-ACTION")
        case .done:
            lines.append("STATUS:COMPLETED")
            if let time = insight.changedAt { lines.append("COMPLETED:\(instant(time))") }
        case .dismissed, .cancelled: lines.append("STATUS:CANCELLED")
        }
        return lines + ["END:VTODO"]
    }

    private static func compact(_ day: CivilDay) -> String { day.iso8601.filter { $0 != "-" } }

    private static func instant(_ time: Timestamp) -> String {
        let (day, minute) = WritingZone.utc.local(time)
        return "\(compact(day))T\(padded(minute / 60, 2))\(padded(minute % 60, 2))00Z"
    }

    /// §3.3.11: backslashes, commas, semicolons and line breaks; other control characters are dropped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.printable {
            switch character {
            case "\\", ",", ";": escaped += "\\\(character)"
            case _ where character.isNewline: escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// §3.1: at most 75 bytes a line, never within a character.
    private static func folded(_ line: String) -> String {
        var folded = ""
        var length = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.width(scalar)
            if length + bytes > 75 {
                folded += "\r\n "
                length = 1
            }
            folded.unicodeScalars.append(scalar)
            length += bytes
        }
        return folded
    }
}
