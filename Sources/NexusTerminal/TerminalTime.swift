import Foundation
import NexusCore

/// Formats of times for scripts and readers.
public enum TerminalTime {
    /// ISO 8601 in UTC with milliseconds, such as `2026-11-21T08:30:00.250Z`.
    public static func iso(_ time: Timestamp) -> String {
        date(time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// In local time: the time of day for today, day and time for other days.
    public static func short(_ time: Timestamp, now: Timestamp, zone: TimeZone = .current) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date(time))
        let clock = two(parts.hour) + ":" + two(parts.minute)
        if calendar.isDate(date(time), inSameDayAs: date(now)) { return clock }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(clock)"
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
