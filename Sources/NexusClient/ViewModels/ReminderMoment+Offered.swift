import Foundation
import NexusCore

extension ReminderMoment {
    /// Hours of the day at which "this evening" and "tomorrow morning" begin on the server.
    private static let (evening, morning) = (18, 9)

    /// The presets that lie ahead, in the order of a menu. The server computes their times, in the same zone.
    ///
    /// - Parameters:
    ///   - due: when the insight is due; nil for one without a date, or for a reminder that fired.
    ///   - calendar: with the reader's time zone.
    public static func offered(
        due: InsightRecord.Due? = nil, at now: Timestamp, in calendar: Calendar = .current
    ) -> [ReminderMoment] {
        let now = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        return allCases.filter { moment in
            switch moment {
            case .hour, .tomorrow: true
            case .evening: calendar.component(.hour, from: now) < evening
            case .due: due.flatMap { time(of: $0, in: calendar) }.map { $0 > now } ?? false
            }
        }
    }

    /// The morning of the day that it is due, or an hour before it is due if that is earlier.
    private static func time(of due: InsightRecord.Due, in calendar: Calendar) -> Date? {
        guard due.text.utf8.count > 10 else {
            let parts = due.text.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3 else { return nil }
            return morning(of: DateComponents(year: parts[0], month: parts[1], day: parts[2]), in: calendar)
        }
        // A style of Foundation needs the seconds, which the text does not have.
        let text = due.text.prefix(16) + ":00" + due.text.dropFirst(16)
        guard let instant = try? Date(String(text), strategy: .iso8601) else { return nil }
        let hourBefore = instant.addingTimeInterval(-3_600)
        let day = calendar.dateComponents([.year, .month, .day], from: instant)
        return morning(of: day, in: calendar).map { min($0, hourBefore) } ?? hourBefore
    }

    private static func morning(of day: DateComponents, in calendar: Calendar) -> Date? {
        var morning = day
        morning.hour = Self.morning
        return calendar.date(from: morning)
    }
}
