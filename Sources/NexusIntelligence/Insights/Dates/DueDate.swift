import NexusCore

/// When something is due, as it was written: a day, or an instant.
public enum DueDate: Hashable, Sendable {
    /// By the end of a day, in any time zone.
    case day(CivilDay)
    /// At a time, which the writer's clocks showed `utcOffset` minutes ahead of UTC.
    case instant(Timestamp, utcOffset: Int)

    /// ISO 8601-1: `2026-03-03`, or `2026-03-03T17:00+01:00`.
    public var iso8601: String {
        switch self {
        case .day(let day): return day.iso8601
        case .instant(let time, let offset):
            let (day, minute) = WritingZone(utcOffsetMinutes: offset).local(time)
            let clock = "\(padded(minute / 60, 2)):\(padded(minute % 60, 2))"
            if offset == 0 { return "\(day.iso8601)T\(clock)Z" }
            let sign = offset < 0 ? "-" : "+"
            return "\(day.iso8601)T\(clock)\(sign)\(padded(abs(offset) / 60, 2)):\(padded(abs(offset) % 60, 2))"
        }
    }

    /// The end of it in a zone, for ordering: a day ends with its last minute.
    public func end(in zone: WritingZone) -> Timestamp {
        switch self {
        case .day(let day): zone.time(day.later(by: 1), minute: 0)
        case .instant(let time, _): time
        }
    }
}

/// A due date found in a text.
public struct DueDateMatch: Equatable, Sendable {
    /// The role of the date in its sentence.
    public enum Lead: Sendable {
        /// "by", "before", "until", "due", "within", "EOD": the date limits something.
        case limit
        /// "on", "at", "in": something happens then.
        case point
        /// The date alone.
        case bare
    }

    public var due: DueDate
    public var lead: Lead
    /// The date's words, with "by" or "on" before them.
    public var range: Range<String.Index>
}
