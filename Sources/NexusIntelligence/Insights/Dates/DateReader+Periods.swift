/// Ends, beginnings and wholes of days, weeks, months, quarters and years.
extension DateReader {
    /// "EOD", "end of day", "close of business": the end of the adjacent day; with the minute of the day if it implies
    /// one.
    func endOfDay(_ start: Int) -> (minute: Int?, end: Int)? {
        var position = word(start) == "the" ? start + 1 : start
        switch word(position) {
        case "eod", "eob": return (nil, position + 1)
        case "cob": return (17 * 60, position + 1)
        case "feierabend": return (nil, position + 1)
        case "end":
            guard word(position + 1) == "of" else { return nil }
            position = skip(position + 2, ["the", "my"])
            if word(position) == "business", word(position + 1) == "day" { return (17 * 60, position + 2) }
            guard ["day", "today", "business"].contains(word(position) ?? "") else { return nil }
            return (nil, position + 1)
        case "close":
            guard word(position + 1) == "of", ["business", "play"].contains(word(position + 2) ?? "") else {
                return nil
            }
            return (17 * 60, position + 3)
        default: return nil
        }
    }

    /// "end of next week", "EOM", "start of April", "end of Q3", "end of Friday".
    func endOfPeriod(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        switch word(start) {
        case "eow": return Day(day: endOfWeek(today), end: start + 1)
        case "eom": return Day(day: today.endOfMonth, end: start + 1)
        case "eoq": return Day(day: endOfQuarter(today), end: start + 1)
        case "eoy": return Day(day: endOfYear(today), end: start + 1)
        default: break
        }
        guard let edge = word(start), ["end", "start", "beginning", "middle", "mid"].contains(edge) else { return nil }
        var position = start + 1
        if isSign(position, "-") { position += 1 }
        position = skip(position, ["of", "the"])
        var ahead = 0
        if word(position) == "this" || word(position) == "next" {
            ahead = word(position) == "next" ? 1 : 0
            position += 1
        }
        if let name = word(position), DateWords.units[name] == .week {
            let monday = today.later(by: 7 * ahead - today.weekday)
            let last = ahead == 0 ? endOfWeek(today) : monday.later(by: 4)
            return edged(edge, first: monday, middle: monday.later(by: 2), last: last, end: position + 1)
        }
        if let name = word(position), DateWords.units[name] == .month {
            return month(edge, starting: firstOfMonth(today).later(byMonths: ahead), end: position + 1)
        }
        if let name = word(position), let number = DateWords.months[name], ahead == 0 {
            let year = today.parts.year
            guard let first = CivilDay(year: year, month: number, day: 1),
                let next = CivilDay(year: year + 1, month: number, day: 1)
            else { return nil }
            return month(edge, starting: first.endOfMonth < today ? next : first, end: position + 1)
        }
        if let name = word(position), DateWords.units[name] == .quarter {
            let last = endOfQuarter(today.later(byMonths: 3 * ahead))
            let first = firstOfMonth(last).later(byMonths: -2)
            return edged(edge, first: first, middle: first.later(by: 45), last: last, end: position + 1)
        }
        if word(position) == "q", isJoined(position + 1), let quarter = number(position + 1), (1...4).contains(quarter),
            let first = CivilDay(year: today.parts.year, month: quarter * 3 - 2, day: 1)
        {
            var last = endOfQuarter(first)
            if last < today { last = endOfQuarter(first.later(byMonths: 12)) }
            let start = firstOfMonth(last).later(byMonths: -2)
            return edged(edge, first: start, middle: start.later(by: 45), last: last, end: position + 2)
        }
        if let name = word(position), DateWords.units[name] == .year {
            let last = endOfYear(today.later(byMonths: 12 * ahead))
            return edged(edge, first: last.later(by: -364), middle: last.later(by: -183), last: last, end: position + 1)
        }
        guard edge == "end", !["end", "start", "beginning", "middle", "mid"].contains(word(position) ?? ""),
            let found = day(at: position, lead: .limit)
        else { return nil }
        return found
    }

    /// "next week", "this month", "the weekend": due when it ends; "by next week" before it begins.
    func wholePeriod(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        if word(start) == "weekend", word(start - 1) == "the" || lead == .limit {
            return Day(day: today.later(by: 6 - today.weekday), end: start + 1)
        }
        guard let modifier = word(start),
            ["this", "next", "nächste", "próxima", "diese", "esta", "cette"].contains(modifier)
        else {
            if word(start) == "semaine", word(start + 1) == "prochaine" {
                return Day(day: today.later(by: 11 - today.weekday), end: start + 2)
            }
            return nil
        }
        let ahead = ["next", "nächste", "próxima"].contains(modifier) ? 1 : 0
        let isBy = lead == .limit && ahead == 1
        if word(start + 1) == "weekend" {
            return Day(day: today.later(by: 6 - today.weekday + 7 * ahead), end: start + 2)
        }
        switch DateWords.units[word(start + 1) ?? ""] {
        case .week:
            let monday = today.later(by: 7 * ahead - today.weekday)
            // "next week Tuesday"
            if let name = word(start + 2), let weekday = DateWords.weekdays[name] {
                return withPart(Day(day: monday.later(by: weekday), end: start + 3))
            }
            let last = ahead == 0 ? endOfWeek(today) : monday.later(by: 4)
            return Day(day: isBy ? monday : last, end: start + 2)
        case .month:
            let first = firstOfMonth(today).later(byMonths: ahead)
            return Day(day: isBy ? first : first.endOfMonth, end: start + 2)
        case .quarter:
            let last = endOfQuarter(today.later(byMonths: 3 * ahead))
            return Day(day: isBy ? firstOfMonth(last).later(byMonths: -2) : last, end: start + 2)
        case .year:
            let last = endOfYear(today.later(byMonths: 12 * ahead))
            return Day(day: isBy ? endOfYear(today).later(by: 1) : last, end: start + 2)
        default:
            return nil
        }
    }

    private func month(_ edge: String, starting first: CivilDay, end: Int) -> Day {
        edged(edge, first: first, middle: first.later(by: 14), last: first.endOfMonth, end: end)
    }

    private func edged(_ edge: String, first: CivilDay, middle: CivilDay, last: CivilDay, end: Int) -> Day {
        switch edge {
        case "end": Day(day: last, end: end)
        case "mid", "middle": Day(day: middle, end: end)
        default: Day(day: first, end: end)
        }
    }

    /// Friday; on a weekend, Sunday.
    private func endOfWeek(_ day: CivilDay) -> CivilDay { day.later(by: (day.weekday <= 4 ? 4 : 6) - day.weekday) }

    private func firstOfMonth(_ day: CivilDay) -> CivilDay { day.later(by: 1 - day.parts.day) }

    private func endOfQuarter(_ day: CivilDay) -> CivilDay {
        firstOfMonth(day).later(byMonths: 2 - (day.parts.month - 1) % 3).endOfMonth
    }

    private func endOfYear(_ day: CivilDay) -> CivilDay {
        CivilDay(year: day.parts.year, month: 12, day: 31) ?? day
    }
}
