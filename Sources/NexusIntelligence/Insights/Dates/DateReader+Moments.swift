/// A day and the time beside it: "Friday at 5 pm", "by 5 pm on Friday", "wed 18 from 9 to 1".
extension DateReader {
    /// A day, a time, or both in either order.
    func dayAndClock(at start: Int, lead: DueDateMatch.Lead) -> Expression? {
        if let ended = endOfDay(start) {
            var result = Expression(lead: .limit, end: ended.end)
            result.clock = ended.minute.map { Clock(minute: $0) }
            let next = skip(ended.end, DateWords.fillers.union(["on", "this"]))
            if let found = day(at: next, lead: .limit) {
                result.day = found.day
                result.repeatsYearly = found.repeatsYearly
                result.end = found.end
            } else {
                result.day = today
            }
            return result
        }
        if let found = day(at: start, lead: lead) { return withClock(found, lead: lead) }
        let isSpan = DateWords.spans.contains(word(start - 1) ?? "")
        let span =
            isSpan
            ? firstHour(start).flatMap { isHour($0.1 - 1) || isPadded(start) || isVisit(start - 1) ? $0 : nil } : nil
        guard let (clock, clockEnd) = span ?? clock(at: start, lead: lead) else { return nil }
        let isDash = isSign(clockEnd, "-", joined: true) || isSign(clockEnd, "–", joined: true)
        let end = isSpan || isDash ? endOfHours(clockEnd) : clockEnd
        var result = Expression(lead: lead, clock: clock, end: end)
        var next = end
        if isSign(next, ",") { next += 1 }
        next = skip(next, ["on", "this", "the"])
        if word(next) != nil || number(next) != nil, let found = day(at: next, lead: lead == .bare ? .point : lead) {
            result.day = found.day
            result.isPast = found.isPast
            result.repeatsYearly = found.repeatsYearly
            result.end = found.end
            if let part = found.part { result.clock = settled(clock, in: part) }
        } else if let (part, after) = part(at: end), clock.isHalf {
            result.clock = half(clock, in: part)
            result.end = after
        }
        return result
    }

    private func withClock(_ day: Day, lead: DueDateMatch.Lead) -> Expression {
        var found = day
        found.end = weekdayBehind(found)
        var result = Expression(lead: lead, day: found.day, isPast: found.isPast, end: found.end)
        result.repeatsYearly = found.repeatsYearly
        if let part = found.part, part != DayPart.night { result.clock = Clock(minute: part.end) }
        var next = found.end
        if isSign(next, ",") || isSign(next, "@") || isSign(next, "(") { next += 1 }
        if let ended = endOfDay(next) {
            result.lead = .limit
            result.clock = ended.minute.map { Clock(minute: $0) }
            result.end = ended.end
            return result
        }
        let hasWord = [
            "at", "by", "before", "until", "till", "til", "around", "after", "from", "between", "um", "à", "kl", "bis",
            "ab", "nach", "vor", "von", "gegen", "vers", "a", "de", "desde", "dès",
        ].contains(word(next) ?? "")
        if let (clock, end) = hourBehind(found) {
            result.clock = clock
            result.end = end
            return result
        }
        if let (clock, end) = meal(at: next) {
            result.clock = clock ?? result.clock
            result.end = end
            return result
        }
        if hasWord, calendarDay(next + 1, .point) != nil { return result }
        if hasWord { next = skip(next + 1, ["the", "latest", "about", "las", "la"]) }
        let isSpan = isSign(next - 1, ",") || DateWords.spans.contains(word(next - 1) ?? "")
        if var (clock, end) = (isSpan ? firstHour(next) : nil)
            ?? clock(at: next, lead: hasWord ? .limit : .bare, afterDay: true)
        {
            if let part = found.part ?? part(at: end)?.part { clock = settled(clock, in: part) }
            if let after = part(at: end) { end = after.end }
            let endOfSpan = endOfHours(end)
            // "9:00-17:00 UTC", but not French "et".
            let isZoned = endOfSpan > end && clock.zone == nil && isCapitalised(endOfSpan)
            end = endOfSpan
            if isZoned { (clock, end) = zoned(clock, end) }
            // "tonight 01:00"
            if found.part == .night, clock.minute < 4 * 60 { result.day = found.day.later(by: 1) }
            result.clock = clock
            result.end = end
        }
        return result
    }

    /// Whether someone or something comes, just before: "the engineer comes between 11 and 1".
    private func isVisit(_ position: Int) -> Bool {
        (1...3).contains { DateWords.visits.contains(word(position - $0) ?? "") }
    }

    /// A bare hour with a part of the day: 9 in the evening is 21:00.
    func half(_ clock: Clock, in part: DayPart) -> Clock {
        let hour = clock.minute / 60 % 12
        let isLate = part != .morning
        return Clock(minute: (isLate ? hour + 12 : hour) * 60 + clock.minute % 60, zone: clock.zone)
    }

    /// A clock beside the name of a part of the day: "at 9 tonight", "10:15 tonight", "morgen Nachmittag um 3 Uhr".
    private func settled(_ clock: Clock, in part: DayPart) -> Clock {
        let early =
            switch part {
            case .morning: 0..<0
            case .afternoon: 60..<8 * 60
            case .evening, .night: 4 * 60..<12 * 60
            }
        return clock.isHalf || early.contains(clock.minute) ? half(clock, in: part) : clock
    }
}

/// A part of the day that can follow the name of a day.
enum DayPart: Sendable {
    case morning, afternoon, evening, night

    /// The minute that it ends with.
    var end: Int {
        switch self {
        case .morning: 12 * 60
        case .afternoon: 18 * 60
        case .evening: 21 * 60
        case .night: 24 * 60
        }
    }
}
