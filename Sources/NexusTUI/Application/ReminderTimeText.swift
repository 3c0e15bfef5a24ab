import Foundation
import NexusCore

/// A time of a reminder as the user writes it.
enum ReminderTimeText {
    /// `17:00` is today, or tomorrow if it has passed; `45m`, `2h` and `3d` are from now; `2026-11-24 17:00` is a date. `nil` for anything else,
    /// and for what is not ahead.
    static func time(_ text: String, now: Timestamp, zone: TimeZone) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        guard let time = span(text, now) ?? date(text, now, zone), time > now,
            time.milliseconds - now.milliseconds <= Int64(Limits.reminderDays) * 86_400_000
        else { return nil }
        return time
    }

    private static func span(_ text: String, _ now: Timestamp) -> Timestamp? {
        let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (1...1_000_000).contains(count)
        else { return nil }
        return now.advanced(by: count * unit)
    }

    private static func date(_ text: String, _ now: Timestamp, _ zone: TimeZone) -> Timestamp? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "t" })
        guard let clock = parts.last?.split(separator: ":", omittingEmptySubsequences: false), clock.count == 2,
            let hour = Int(clock[0]), let minute = Int(clock[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let present = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        var wanted = calendar.dateComponents([.year, .month, .day], from: present)
        (wanted.hour, wanted.minute) = (hour, minute)
        if parts.count == 2 {
            let day = parts[0].split(separator: "-").map { Int($0) }
            guard day.count == 3, let year = day[0], let month = day[1], let number = day[2] else { return nil }
            (wanted.year, wanted.month, wanted.day) = (year, month, number)
        } else if parts.count != 1 {
            return nil
        }
        guard var found = calendar.date(from: wanted),
            calendar.dateComponents([.year, .month, .day], from: found).day == wanted.day
        else { return nil }
        if parts.count == 1, found <= present {
            guard let tomorrow = calendar.date(byAdding: .day, value: 1, to: found) else { return nil }
            found = tomorrow
        }
        return Timestamp(milliseconds: Int64(found.timeIntervalSince1970 * 1_000))
    }
}
