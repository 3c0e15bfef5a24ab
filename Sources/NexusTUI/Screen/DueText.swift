import NexusCore

extension ClockText {
    /// A due date for people: the day, and the time in the reader's zone if it has one. Anything that is not a date of ISO 8601 is
    /// shown as it is.
    func due(_ text: String) -> String {
        let parts = text.split(whereSeparator: { "-T:+Z".contains($0) }).map { Int64($0) }
        guard parts.count >= 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return text }
        let days = ClockText.days(year, month, day)
        guard parts.count >= 5 else { return dayText(days) }
        guard let hour = parts[3], let minute = parts[4], (0...24).contains(hour), (0...59).contains(minute) else {
            return text
        }
        let minutes = days * 1_440 + hour * 60 + minute - offset(of: text, parts)
        let local = minutes + Int64(minutesFromUTC)
        let time = Timestamp(milliseconds: minutes * 60_000)
        return "\(dayText(local >= 0 ? local / 1_440 : (local + 1) / 1_440 - 1)) \(self.time(time))"
    }

    /// Minutes ahead of UTC.
    private func offset(of text: String, _ parts: [Int64?]) -> Int64 {
        guard parts.count == 7, let hours = parts[5], let minutes = parts[6], hours <= 24, minutes < 60 else {
            return 0
        }
        let isBehind = text.dropFirst(11).contains("-")
        return (hours * 60 + minutes) * (isBehind ? -1 : 1)
    }

    /// The day on which something is due; `nil` for what is no date.
    func day(ofDue text: String) -> Int64? {
        let parts = (text.split(separator: "T").first ?? "").split(separator: "-").map { Int64($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return ClockText.days(year, month, day)
    }

    /// `today`, `tomorrow`, or the date.
    func dayText(_ day: Int64) -> String {
        let today = self.day(of: now)
        switch day - today {
        case 0: return "today"
        case 1: return "tomorrow"
        default:
            let date = ClockText.date(day)
            let name = "\(date.day) \(ClockText.months[date.month - 1].prefix(3))"
            return date.year == ClockText.date(today).year ? name : "\(name) \(date.year)"
        }
    }

    /// Days since 1970-01-01 of a civil date (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
