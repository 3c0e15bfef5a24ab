/// Ends, beginnings and wholes of days, weeks, months, quarters and years.
extension DateReader {
    /// "EOD", "end of day", "close of business": the end of the adjacent day; with the minute of the day if it implies
    /// one.
    func endOfDay(_ start: Int) -> (minute: Int?, end: Int)? {
        var position = word(start) == "the" ? start + 1 : start
        switch word(position) {
        case "eod", "eob": return (nil, position + 1)
        case "cob": return (17 * 60, position + 1)
        case "feierabend", "tagesende": return (nil, position + 1)
        case "schichtende" where minuteNow < 20 * 60: return (nil, position + 1)
        case "ende", "fin", "final":
            position = skip(position + 1, ["des", "del", "de", "la"])
            guard ["tages", "día", "dia", "journée"].contains(word(position) ?? "") else { return nil }
            return (nil, position + 1)
        case "end":
            guard word(position + 1) == "of" else { return nil }
            position = skip(position + 2, ["the", "my", "your", "our"])
            // The end of a shift that begins in the evening is on the next day.
            if word(position) == "shift", minuteNow < 20 * 60 { return (nil, position + 1) }
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
        if let found = endBehindPeriod(start, lead) { return found }
        if word(start) == "monatsende" { return Day(day: today.endOfMonth, end: start + 1) }
        if word(start) == "fin", word(start + 1) == "de", word(start + 2) == "semana" { return nil }
        guard let edge = word(start).flatMap({ DateWords.edges[$0] }) else { return nil }
        var position = start + 1
        if isSign(position, "-") { position += 1 } else if word(start) == "mi" { return nil }
        position = skip(position, ["of", "the", "de", "del", "der", "des", "du", "la", "le"])
        let period = period(at: position) ?? DateWords.units[word(position) ?? ""].map { (0, $0, position + 1) }
        let ahead = period?.ahead ?? 0
        if let period { position = period.end - 1 }
        if let period, period.unit == .week {
            let monday = today.later(by: 7 * ahead - today.weekday)
            let last = ahead == 0 ? endOfWeek(today) : monday.later(by: 4)
            return edged(edge, first: monday, middle: monday.later(by: 2), last: last, end: period.end)
        }
        if let period, period.unit == .month {
            return month(edge, starting: firstOfMonth(today).later(byMonths: ahead), end: period.end)
        }
        if let name = word(position), let number = DateWords.months[name], period == nil {
            let year = today.parts.year
            guard let first = CivilDay(year: year, month: number, day: 1),
                let next = CivilDay(year: year + 1, month: number, day: 1)
            else { return nil }
            return month(edge, starting: first.endOfMonth < today ? next : first, end: position + 1)
        }
        if let period, period.unit == .quarter {
            let last = endOfQuarter(today.later(byMonths: 3 * ahead))
            let first = firstOfMonth(last).later(byMonths: -2)
            return edged(edge, first: first, middle: first.later(by: 45), last: last, end: period.end)
        }
        if word(position) == "q", isJoined(position + 1), let quarter = number(position + 1), (1...4).contains(quarter),
            let first = CivilDay(year: today.parts.year, month: quarter * 3 - 2, day: 1)
        {
            var last = endOfQuarter(first)
            if last < today { last = endOfQuarter(first.later(byMonths: 12)) }
            let start = firstOfMonth(last).later(byMonths: -2)
            return edged(edge, first: start, middle: start.later(by: 45), last: last, end: position + 2)
        }
        if let period, period.unit == .year {
            let last = endOfYear(today.later(byMonths: 12 * ahead))
            return edged(edge, first: last.later(by: -364), middle: last.later(by: -183), last: last, end: period.end)
        }
        guard edge == "end", word(start) == "end", DateWords.edges[word(position) ?? ""] == nil,
            let found = day(at: position, lead: .limit)
        else { return nil }
        return found
    }

    /// "by month end", "until the quarter's end", "at year-end".
    private func endBehindPeriod(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        guard lead != .bare, let name = word(start), ["month", "quarter", "year"].contains(name) else { return nil }
        let position = isSign(start + 1, "-", joined: true) ? start + 2 : start + 1
        guard word(position) == "end", goesOn(position + 1) else { return nil }
        let last =
            switch name {
            case "month": today.endOfMonth
            case "quarter": endOfQuarter(today)
            default: endOfYear(today)
            }
        return Day(day: last, end: position + 1)
    }

    /// "next week", "this month", "the weekend": due when it ends; "by next week" before it begins.
    func wholePeriod(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        if let end = weekend(start),
            lead == .limit || ["the", "am", "el", "le", "ce", "este", "im"].contains(word(start - 1) ?? "")
        {
            return Day(day: isBefore(start) ? fridayAhead(weeks: 0) : today.later(by: 6 - today.weekday), end: end)
        }
        let modifier = word(start) ?? ""
        if DateWords.relations.contains(modifier), let end = weekend(start + 1) {
            var weeks = DateWords.nextPeriod.contains(modifier) ? 1 : 0
            if isBefore(start) { return Day(day: fridayAhead(weeks: weeks), end: end) }
            if DateWords.comingPeriod.contains(modifier), today.weekday >= 5 { weeks = 1 }
            return Day(day: today.later(by: 6 - today.weekday + 7 * weeks), end: end)
        }
        guard let period = period(at: start) else { return nil }
        let ahead = period.ahead
        let isBy = lead == .limit && ahead > 0
        switch period.unit {
        case .week:
            let monday = today.later(by: 7 * ahead - today.weekday)
            if let found = weekday(in: monday, behind: period.end, lead) { return found }
            let last = ahead == 0 ? endOfWeek(today) : monday.later(by: 4)
            return Day(day: isBy ? monday : last, end: period.end)
        case .month:
            let first = firstOfMonth(today).later(byMonths: ahead)
            return Day(day: isBy ? first : first.endOfMonth, end: period.end)
        case .quarter:
            let last = endOfQuarter(today.later(byMonths: 3 * ahead))
            return Day(day: isBy ? firstOfMonth(last).later(byMonths: -2) : last, end: period.end)
        case .year:
            let last = endOfYear(today.later(byMonths: 12 * ahead))
            return Day(day: isBy ? endOfYear(today).later(by: 1) : last, end: period.end)
        default:
            return nil
        }
    }

    /// "next week Tuesday", "nächste Woche am Donnerstag", "next week, Friday".
    private func weekday(in monday: CivilDay, behind end: Int, _ lead: DueDateMatch.Lead) -> Day? {
        let afterComma = isSign(end, ",") ? end + 1 : end
        let position = skip(afterComma, ["on", "am", "el", "le"])
        guard let name = word(position), let weekday = DateWords.weekdays[name],
            position != afterComma || afterComma == end || !DateWords.shyWeekdays.contains(name)
        else { return nil }
        // "this week, Monday works", written on Tuesday
        if afterComma > end, monday.later(by: weekday) < today { return nil }
        return dated(weekday, behind: position + 1, lead)
            ?? withPart(Day(day: monday.later(by: weekday), end: position + 1))
    }

    /// Whether "before" precedes, and not "by" or "until": "before the weekend" is Friday.
    private func isBefore(_ start: Int) -> Bool {
        var position = start - 1
        while let word = word(position), DateWords.fillers.contains(word) || word == "du" { position -= 1 }
        return ["before", "vor", "vorm", "antes", "avant"].contains(word(position) ?? "")
            || word(position - 1) == "b" && number(position) == 4
    }

    private func fridayAhead(weeks: Int) -> CivilDay {
        today.later(by: (4 - today.weekday + 7) % 7 + 7 * weeks)
    }

    /// "this month", "next week", "übernächste Woche", "semana que viene", "mois prochain": how many periods ahead.
    func period(at start: Int) -> (ahead: Int, unit: DateUnit, end: Int)? {
        guard let first = word(start) else { return nil }
        if let unit = DateWords.units[first] { return coming(start + 1).map { (1, unit, $0) } }
        guard let unit = DateWords.units[word(start + 1) ?? ""] else { return nil }
        if DateWords.thisPeriod.contains(first) { return (0, unit, start + 2) }
        if DateWords.nextPeriod.contains(first) { return (1, unit, start + 2) }
        if DateWords.comingPeriod.contains(first) {
            return DateWords.plurals.contains(word(start + 1) ?? "") ? nil : (1, unit, start + 2)
        }
        return first.hasPrefix("übernächste") ? (2, unit, start + 2) : nil
    }

    /// "weekend", "week-end", "fin de semana".
    private func weekend(_ start: Int) -> Int? {
        switch word(start) {
        case "weekend", "wochenende", "finde": start + 1
        case "week" where isSign(start + 1, "-", joined: true) && word(start + 2) == "end": start + 3
        case "fin" where word(start + 1) == "de" && word(start + 2) == "semana": start + 3
        default: nil
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
