import NexusCore

/// Times for people, in their time zone.
struct ClockText: Sendable {
    let now: Timestamp
    /// Minutes that the reader's clock is ahead of UTC.
    let minutesFromUTC: Int

    private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `14:02`.
    func time(_ time: Timestamp) -> String {
        let minutes = floor(local(time), 60_000) % 1_440
        let positive = (minutes + 1_440) % 1_440
        return ClockText.two(positive / 60) + ":" + ClockText.two(positive % 60)
    }

    /// The time for today, the weekday within a week, and the date before.
    func short(_ time: Timestamp) -> String {
        let (day, today) = (self.day(of: time), self.day(of: now))
        if day == today { return self.time(time) }
        if day < today, day > today - 7 { return String(weekday(day).prefix(3)) }
        let date = ClockText.date(day)
        let month = ClockText.months[date.month - 1].prefix(3)
        return date.year == ClockText.date(today).year ? "\(date.day) \(month)" : "\(month) \(date.year)"
    }

    /// A day: `Today`, `Yesterday`, `Monday, 23 November`, with the year if it is another.
    func title(ofDay day: Int64) -> String {
        let today = self.day(of: now)
        if day == today { return "Today" }
        if day == today - 1 { return "Yesterday" }
        let date = ClockText.date(day)
        let year = date.year == ClockText.date(today).year ? "" : " \(date.year)"
        return "\(weekday(day)), \(date.day) \(ClockText.months[date.month - 1])\(year)"
    }

    /// Day and time, for a message out of its conversation.
    func full(_ time: Timestamp) -> String {
        day(of: time) == day(of: now) ? self.time(time) : "\(short(time)) \(self.time(time))"
    }

    private func local(_ time: Timestamp) -> Int64 {
        time.advanced(by: Int64(minutesFromUTC) * 60_000).milliseconds
    }

    func day(of time: Timestamp) -> Int64 { floor(local(time), 86_400_000) }

    /// Minutes since the beginning of the reader's day.
    func minuteOfDay(_ time: Timestamp) -> Int64 { (local(time) - day(of: time) * 86_400_000) / 60_000 }

    private func floor(_ value: Int64, _ unit: Int64) -> Int64 { value >= 0 ? value / unit : (value + 1) / unit - 1 }

    private func weekday(_ day: Int64) -> String { ClockText.weekdays[Int(((day % 7) + 7) % 7)] }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The civil date of a number of days since 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    static func date(_ days: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = min(max(days, -1_000_000_000), 1_000_000_000) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), Int(month), dayOfYear - (153 * part + 2) / 5 + 1)
    }
}
