/// Days: named, counted from a weekday, or dates of the calendar.
extension DateReader {
    struct Day {
        var day: CivilDay
        var part: DayPart?
        var isPast = false
        var repeatsYearly = false
        var end: Int
    }

    func day(at start: Int, lead: DueDateMatch.Lead) -> Day? {
        let position = word(start) == "the" ? start + 1 : start
        return foreignDay(position) ?? namedDay(position) ?? isoDay(position) ?? calendarDay(position, lead)
            ?? endOfPeriod(position, lead)
            ?? wholePeriod(position, lead) ?? weekday(position, lead) ?? ordinalDay(position, start, lead)
            ?? numberedDay(position)
    }

    // MARK: Named

    private func namedDay(_ start: Int) -> Day? {
        guard let word = word(start) else { return nil }
        if word == "day", self.word(start + 1) == "after", DateWords.tomorrow.contains(self.word(start + 2) ?? "") {
            return withPart(Day(day: today.later(by: 2), end: start + 3))
        }
        if word == "übermorgen" { return withPart(Day(day: today.later(by: 2), end: start + 1)) }
        if word == "morgen" { return withPart(Day(day: today.later(by: 1), end: start + 1)) }
        if DateWords.tomorrow.contains(word) {
            var day = Day(day: today.later(by: 1), end: start + 1)
            if self.word(start + 1) == "first", self.word(start + 2) == "thing" { day.end = start + 3 }
            return withPart(day)
        }
        if word == "tonight" || word == "tonite" { return Day(day: today, part: .night, end: start + 1) }
        if DateWords.today.contains(word) { return withPart(Day(day: today, end: start + 1)) }
        if word == "this", let (part, end) = part(at: start + 1) { return Day(day: today, part: part, end: end) }
        return nil
    }

    func withPart(_ day: Day) -> Day {
        guard let (part, end) = part(at: day.end) else { return day }
        return Day(day: day.day, part: part, isPast: day.isPast, repeatsYearly: day.repeatsYearly, end: end)
    }

    /// "morning", "in the evening", "night".
    func part(at start: Int) -> (part: DayPart, end: Int)? {
        var position = start
        if word(position) == "in", word(position + 1) == "the" { position += 2 }
        switch word(position) {
        case "morning": return (.morning, position + 1)
        case "afternoon": return (.afternoon, position + 1)
        case "evening": return (.evening, position + 1)
        case "night": return (.night, position + 1)
        default: return foreignPart(start)
        }
    }

    // MARK: Weekdays

    private func weekday(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        var position = start
        var modifier = ""
        if let word = word(position), DateWords.thisPeriod.contains(word) || DateWords.nextPeriod.contains(word) {
            modifier = DateWords.nextPeriod.contains(word) ? "next" : "this"
            position += 1
        } else if DateWords.past.contains(word(position) ?? "") {
            guard let name = word(position + 1), DateWords.weekdays[name] != nil else { return nil }
            return Day(day: today, isPast: true, end: position + 2)
        }
        guard let name = word(position), let weekday = DateWords.weekdays[name], isEnd(position + 1) else { return nil }
        if DateWords.shyWeekdays.contains(name), lead == .bare, modifier.isEmpty,
            !(word(position + 1) == "at" && word(position + 2) == "the" && word(position + 3) == "latest")
        {
            return nil
        }
        if tokens[position].isGenitive, lead != .limit { return nil }
        var end = position + 1
        // "Friday, 3 March" and "Tuesday the 5th": the date counts.
        var dated = end
        if isSign(dated, ",") || isSign(dated, ".") { dated += 1 }
        if let date = calendarDay(skip(dated, ["the", "den"]), lead) { return date }
        if let date = ordinalDay(dated, dated, .limit) ?? plainDay(dated), date.day.weekday == weekday { return date }
        var ahead = (weekday - today.weekday + 7) % 7
        if ahead == 0 { ahead = 7 }
        if modifier == "next" {
            ahead = weekday - today.weekday + 7
        } else if modifier == "this", weekday == today.weekday {
            ahead = 0
        } else if word(end) == "in" || word(end) == "after", let weeks = count(end + 1),
            DateWords.units[word(weeks.end) ?? ""] == .week, weeks.value >= 1, weeks.value <= 52
        {
            ahead = weekday - today.weekday + 7 * Int(weeks.value)
            end = weeks.end + 1
        } else if let coming = coming(end) {
            end = coming
        } else if let week = period(at: skip(end, ["de", "la"])), week.unit == .week, week.ahead > 0 {
            ahead = weekday - today.weekday + 7 * week.ahead
            end = week.end
        }
        return withPart(Day(day: today.later(by: ahead), end: end))
    }

    // MARK: Dates

    /// `2026-03-03` or `2026/3/3`, with a time behind a `T` left to the clock.
    private func isoDay(_ start: Int) -> Day? {
        guard let year = number(start), tokens[start].digits == 4, let month = number(start + 2),
            let day = number(start + 4), isJoined(start + 1), isJoined(start + 2), isJoined(start + 3),
            isJoined(start + 4),
            isSign(start + 1, "-") && isSign(start + 3, "-") || isSign(start + 1, "/") && isSign(start + 3, "/"),
            let found = CivilDay(year: year, month: month, day: day)
        else { return nil }
        let end = start + 5
        guard isEnd(end) || word(end) == "t" && number(end + 1) != nil else { return nil }
        return Day(day: found, end: word(end) == "t" && isJoined(end) ? end + 1 : end)
    }

    func calendarDay(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        dayThenMonth(start) ?? monthThenDay(start) ?? dottedDay(start) ?? slashedDay(start)
    }

    /// `3 March`, `3rd of March 2027`, `3. März`.
    private func dayThenMonth(_ start: Int) -> Day? {
        guard let (day, afterDay) = ordinal(start) ?? number(start).map({ ($0, start + 1) }) else { return nil }
        let position = skip(afterDay, ["of", "de"])
        guard let name = word(position), let month = DateWords.months[name], (1...31).contains(day) else { return nil }
        // "the 3 may be late": a month that is a word of its own needs to be written as a name.
        if DateWords.shyMonths.contains(name), position == afterDay, afterDay == start + 1,
            !tokens[position].isCapitalised, lead(before: start) == false
        {
            return nil
        }
        return dated(day: day, month: month, end: position + 1)
    }

    private func monthThenDay(_ start: Int) -> Day? {
        guard let name = word(start), let month = DateWords.months[name] else { return nil }
        var position = start + 1
        if isSign(position, ".", joined: true) { position += 1 }
        if word(position) == "the" { position += 1 }
        guard let (day, end) = ordinal(position) ?? number(position).map({ ($0, position + 1) }),
            (1...31).contains(day),
            tokens[position].digits <= 2, isEnd(end) || isSign(end, "-")
        else { return nil }
        if isSign(end, ":", joined: true) || ["am", "pm"].contains(word(end) ?? "") { return nil }
        if DateWords.shyMonths.contains(name), !tokens[start].isCapitalised, lead(before: start) == false { return nil }
        return dated(day: day, month: month, end: end)
    }

    /// `3.3.`, `03.03.2027`, `3.3.27`: the day first.
    private func dottedDay(_ start: Int) -> Day? {
        guard let day = number(start), let month = number(start + 2), tokens[start].digits <= 2,
            tokens[start + 2].digits <= 2, isSign(start + 1, ".", joined: true), isJoined(start + 2),
            isSign(start + 3, ".", joined: true)
        else { return nil }
        if let year = number(start + 4), isJoined(start + 4),
            tokens[start + 4].digits == 4 || tokens[start + 4].digits == 2
        {
            guard isEnd(start + 5), let found = CivilDay(year: year < 100 ? 2_000 + year : year, month: month, day: day)
            else { return nil }
            return Day(day: found, end: start + 5)
        }
        guard !isJoined(start + 4) else { return nil }
        return yearless(day: day, month: month, end: start + 4)
    }

    /// `3/25` and `25/3/2027`: only if one of both cannot be a month; other cases are ambiguous.
    private func slashedDay(_ start: Int) -> Day? {
        guard let first = number(start), let second = number(start + 2), tokens[start].digits <= 2,
            tokens[start + 2].digits <= 2, isSign(start + 1, "/", joined: true), isJoined(start + 2),
            first > 12 || second > 12 || first == second
        else { return nil }
        let (day, month) = first > 12 ? (first, second) : (second, first)
        if isSign(start + 3, "/", joined: true), let year = number(start + 4), isEnd(start + 5) {
            let digits = tokens[start + 4].digits
            guard digits == 2 || digits == 4,
                let found = CivilDay(year: digits == 2 ? 2_000 + year : year, month: month, day: day)
            else { return nil }
            return Day(day: found, end: start + 5)
        }
        // A bare "24/7" or "13/15" is usually not a date.
        guard isEnd(start + 3), lead(before: start), first + second != 31 || first != 24 else { return nil }
        return yearless(day: day, month: month, end: start + 3)
    }

    private func dated(day: Int, month: Int, end: Int) -> Day? {
        var position = end
        if isSign(position, ",") { position += 1 }
        if let year = number(position), tokens[position].digits == 4, (1_970...2_200).contains(year),
            isEnd(position + 1)
        {
            return CivilDay(year: year, month: month, day: day).map { Day(day: $0, end: position + 1) }
        }
        return yearless(day: day, month: month, end: end)
    }

    /// The next such day; without a year, a date in the last weeks has probably passed.
    private func yearless(day: Int, month: Int, end: Int) -> Day? {
        let year = today.parts.year
        // Eight years: from a leap day to the next across a century without one.
        for candidate in year...(year + 8) {
            guard let found = CivilDay(year: candidate, month: month, day: day) else { continue }
            if found >= today { return Day(day: found, isPast: isLongAhead(found), repeatsYearly: true, end: end) }
        }
        return nil
    }

    /// Whether the same day a year before was less than sixty days ago.
    private func isLongAhead(_ day: CivilDay) -> Bool {
        let before = day.later(byMonths: -12)
        return before < today && before.number > today.number - 60
    }

    /// "3rd" as its number.
    func ordinal(_ start: Int) -> (Int, Int)? {
        guard let value = number(start), let suffix = word(start + 1), isJoined(start + 1),
            ["st", "nd", "rd", "th", "er"].contains(suffix)
        else {
            if let value = number(start), isSign(start + 1, ".", joined: true), !isJoined(start + 2),
                let name = word(start + 2), DateWords.months[name] != nil
            {
                return (value, start + 2)
            }
            return nil
        }
        return (value, start + 2)
    }

    /// "the 15th": of this month, or the next that has one.
    private func ordinalDay(_ start: Int, _ outer: Int, _ lead: DueDateMatch.Lead) -> Day? {
        let position = word(start) == "the" ? start + 1 : start
        guard lead != .bare || position > outer, let (day, end) = ordinal(position), (1...31).contains(day) else {
            return nil
        }
        // "the 3rd attempt" counts attempts.
        if let next = word(end),
            !["at", "by", "and", "or", "if", "so", "to", "in", "for", "please", "then", "but"].contains(next),
            endOfDay(end) == nil, part(at: end) == nil
        {
            if next == "of", word(end + 1) == "next", word(end + 2) == "month" {
                let first = today.later(byMonths: 1).parts
                return CivilDay(year: first.year, month: first.month, day: day).map { Day(day: $0, end: end + 3) }
            }
            return nil
        }
        return nextDay(day, end: end)
    }

    /// A day of this month, or the next that has one.
    func nextDay(_ day: Int, end: Int) -> Day? {
        for months in 0...2 {
            let parts = today.later(by: 1 - today.parts.day).later(byMonths: months).parts
            if let found = CivilDay(year: parts.year, month: parts.month, day: day), found >= today {
                return withPart(Day(day: found, end: end))
            }
        }
        return nil
    }

    /// Whether "by", "on" or a similar word precedes.
    func lead(before position: Int) -> Bool {
        guard let word = word(position - 1) else { return false }
        return DateWords.limits.contains(word) || DateWords.points.contains(word) || DateWords.fillers.contains(word)
    }
}
