import NexusCore

/// Action items as a calendar file (iCalendar, RFC 5545): each a `VTODO`, known by its source message, so that importing again updates it.
public struct CalendarExport: Sendable {
    /// - Parameters:
    ///   - items: what is exported, in their order.
    ///   - names: what people are called; an assignee without a name is left out.
    ///   - made: when the file is made.
    public static func text(of items: [ActionItem], names: [UserID: String], made: Timestamp) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Nexus//Insights//EN"]
        for item in items {
            lines += [
                "BEGIN:VTODO", "UID:\(item.source.text)", "DTSTAMP:\(instant(made))", "SUMMARY:\(escaped(item.task))",
            ]
            if let name = item.assignee.flatMap({ names[$0] }) { lines.append("CONTACT:\(escaped(name))") }
            switch item.due {
            case .day(let day): lines.append("DUE;VALUE=DATE:\(compact(day))")
            case .instant(let time, _): lines.append("DUE:\(instant(time))")
            case nil: break
            }
            if item.isUrgent { lines.append("PRIORITY:1") }
            switch item.state {
            case .open, .saidDone: lines.append("STATUS:NEEDS-ACTION")
            case .cancelled: lines.append("STATUS:CANCELLED")
            }
            lines.append("END:VTODO")
        }
        lines.append("END:VCALENDAR")
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    private static func compact(_ day: CivilDay) -> String { day.iso8601.filter { $0 != "-" } }

    private static func instant(_ time: Timestamp) -> String {
        let (day, minute) = WritingZone.utc.local(time)
        return "\(compact(day))T\(padded(minute / 60, 2))\(padded(minute % 60, 2))00Z"
    }

    /// §3.3.11: backslashes, commas, semicolons and line breaks; other control characters are dropped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", ",", ";": escaped += "\\\(character)"
            case _ where character.isNewline: escaped += "\\n"
            case _ where character.unicodeScalars.allSatisfy({ $0.value < 32 || $0.value == 127 }): break
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
