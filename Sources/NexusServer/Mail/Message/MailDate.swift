import NexusCore
import NexusIntelligence

/// Dates of header fields in UTC (RFC 5322 §3.3), such as `Sun, 22 Nov 2026 16:45:15 +0000`.
enum MailDate {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ time: Timestamp) -> String {
        let seconds = max(0, time.milliseconds) / 1_000
        // 9999 is the last year of the form.
        let date = CivilDay(number: Int(min(seconds / 86_400, 2_932_896)))
        let (year, month, day) = date.parts
        let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
        return "\(weekdays[date.weekday]), \(day) \(months[month - 1]) \(year) \(clock) +0000"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
