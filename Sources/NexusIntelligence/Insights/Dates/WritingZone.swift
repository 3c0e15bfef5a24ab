import Foundation
import NexusCore

/// The time zone of a writer, which defines "today" and "5 pm".
public struct WritingZone: Hashable, Sendable {
    private let zone: TimeZone

    public init(_ zone: TimeZone) { self.zone = zone }

    /// A zone by its name in the tz database, such as `Europe/Berlin`; `nil` if it does not exist.
    public init?(named name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// A zone with a fixed offset from UTC; beyond 18 hours it counts as UTC.
    public init(utcOffsetMinutes minutes: Int) {
        zone = abs(minutes) <= 18 * 60 ? TimeZone(secondsFromGMT: minutes * 60) ?? .gmt : .gmt
    }

    public static let utc = WritingZone(.gmt)

    /// The offset from UTC at a time.
    func offset(at time: Timestamp) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds / 1_000)))) * 1_000
    }

    /// The day and the minute of the day (0…1439) that clocks show at a time.
    public func local(_ time: Timestamp) -> (day: CivilDay, minute: Int) {
        let local = time.advanced(by: offset(at: time)).milliseconds
        let days = local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000
        return (CivilDay(number: Int(days)), Int((local - days * 86_400_000) / 60_000))
    }

    /// When a day begins.
    public func start(of day: CivilDay) -> Timestamp { time(day, minute: 0) }

    /// The time when clocks show `minute` of `day`. Of two such times, when clocks are set back, the first; a time that
    /// is skipped, when clocks are set forward, moves by the gap.
    public func time(_ day: CivilDay, minute: Int) -> Timestamp {
        let naive = Timestamp(milliseconds: Int64(day.number) * 86_400_000 + Int64(minute) * 60_000)
        let before = offset(at: naive.advanced(by: -86_400_000))
        let after = offset(at: naive.advanced(by: 86_400_000))
        let first = naive.advanced(by: -before)
        if before == after || offset(at: first) == before { return first }
        let second = naive.advanced(by: -after)
        return offset(at: second) == after ? second : first
    }
}
