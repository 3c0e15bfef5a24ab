import NexusCore

/// Dates of header fields in UTC (RFC 5322 §3.3), such as `Sun, 22 Nov 2026 16:45:15 +0000`.
enum MailDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ time: Timestamp) -> String {
        let seconds = max(0, time.milliseconds) / 1_000
        // 9999 is the last year of the form.
        let days = min(seconds / 86_400, 2_932_896)
        let (year, month, day) = civil(days)
        let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
        return "\(weekdays[Int(days % 7)]), \(day) \(months[month - 1]) \(year) \(clock) +0000"
    }

    /// The Gregorian date of a day after 1970-01-01. Years begin in March here, so that leap days come last.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), Int(month), dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
