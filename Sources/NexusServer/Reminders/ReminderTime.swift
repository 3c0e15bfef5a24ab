import NexusCore
import NexusIntelligence

/// When a reminder fires, as a person asked for it.
enum ReminderTime {
    /// Minutes after midnight.
    static let morning = 9 * 60
    static let evening = 18 * 60

    /// The time of a request, in the future.
    ///
    /// - Parameters:
    ///   - due: when the insight is due.
    ///   - zone: the person's.
    /// - Throws: `Refusal` (`invalid_request`).
    static func resolve(
        _ request: ReminderRequest, due: InsightRecord.Due?, in zone: WritingZone, at now: Timestamp
    ) throws(Refusal) -> Timestamp {
        let time: Timestamp
        switch (request.at, request.when) {
        case (let at?, nil): time = at
        case (nil, let when?): time = try self.time(of: when, due: due, in: zone, at: now)
        default: throw Refusal(.invalidRequest, "A reminder has either at or when.")
        }
        guard time > now else { throw Refusal(.invalidRequest, "That time has passed. Choose a later one.") }
        guard time.since(now) <= Int64(Limits.reminderDays) * 86_400_000 else {
            throw Refusal(.invalidRequest, "A reminder is at most \(Limits.reminderDays) days ahead.")
        }
        return time
    }

    private static func time(
        of when: ReminderMoment, due: InsightRecord.Due?, in zone: WritingZone, at now: Timestamp
    ) throws(Refusal) -> Timestamp {
        let today = zone.local(now).day
        switch when {
        case .hour: return now.advanced(by: 3_600_000)
        case .evening:
            let time = zone.time(today, minute: evening)
            guard time > now else {
                throw Refusal(.invalidRequest, "This evening has begun already. Choose another time.")
            }
            return time
        case .tomorrow: return zone.time(today.later(by: 1), minute: morning)
        case .due:
            guard let due, let date = DueDate(iso8601: due.text) else {
                throw Refusal(.invalidRequest, "This insight has no due date.")
            }
            let time: Timestamp
            switch date {
            case .day(let day): time = zone.time(day, minute: morning)
            case .instant(let instant, _):
                let start = zone.time(zone.local(instant).day, minute: morning)
                time = min(start, instant.advanced(by: -3_600_000))
            }
            guard time > now else {
                throw Refusal(.invalidRequest, "The morning of the due day has passed. Choose another time.")
            }
            return time
        }
    }
}
