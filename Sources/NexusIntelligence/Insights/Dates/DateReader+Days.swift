/// Days: named, or dates of the calendar.
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
            ?? ordinalWordDay(position, start, lead) ?? numberedDay(position, lead)
    }

    // MARK: Named

    private func namedDay(_ start: Int) -> Day? {
        guard let word = word(start) else { return nil }
        if word == "day", self.word(start + 1) == "after", DateWords.tomorrow.contains(self.word(start + 2) ?? "") {
            return withPart(Day(day: today.later(by: 2), end: start + 3))
        }
        if word == "übermorgen" { return withPart(Day(day: today.later(by: 2), end: start + 1)) }
        if word == "morgen" {
            return isGreeting(start) ? nil : withPart(Day(day: today.later(by: 1), end: start + 1))
        }
        // "por la mañana" is a part of a day.
        if word == "mañana", self.word(start - 1) == "la" { return nil }
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

    /// "Guten Morgen", or "Morgen!" before noon.
    private func isGreeting(_ start: Int) -> Bool {
        if let before = word(start - 1), before == "guten" || before == "gute" { return true }
        guard minuteNow < 12 * 60, isSentenceStart(start) else { return false }
        return !tokens.indices.contains(start + 1) || [",", ".", "!"].contains { isSign(start + 1, $0) }
    }

    func withPart(_ day: Day) -> Day {
        guard let (part, end) = part(at: day.end) ?? halfOfDay(day.end) else { return day }
        return Day(day: day.day, part: part, isPast: day.isPast, repeatsYearly: day.repeatsYearly, end: end)
    }

    /// "morning", "in the evening", "night".
    func part(at start: Int) -> (part: DayPart, end: Int)? {
        var position = start
        if word(position) == "in", word(position + 1) == "the" { position += 2 }
        switch word(position) {
        case "morning": return (.morning, position + 1)
        case "afternoon", "aft", "arvo": return (.afternoon, position + 1)
        case "evening": return (.evening, position + 1)
        case "night": return (.night, position + 1)
        default: return foreignPart(start)
        }
    }

    /// "tomorrow am", "Wed 26 PM".
    private func halfOfDay(_ start: Int) -> (part: DayPart, end: Int)? {
        guard let word = word(start), word == "am" || word == "pm",
            goesNoFurther(start + 1) || DateWords.behindHours.contains(self.word(start + 1) ?? "")
        else { return nil }
        return (word == "am" ? .morning : .afternoon, start + 1)
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
        dayThenMonth(start) ?? dayBeforeMonth(start) ?? monthThenDay(start) ?? dayAfterMonth(start)
            ?? dottedDay(start, lead) ?? slashedDay(start)
    }

    /// `3 March`, `3rd of March 2027`, `3. März`.
    func dayThenMonth(_ start: Int) -> Day? {
        guard let (day, afterDay) = ordinal(start) ?? ordinalWord(start) ?? number(start).map({ ($0, start + 1) })
        else { return nil }
        let position = skip(afterDay, ["of", "de"])
        guard let name = word(position), let month = DateWords.months[name], (1...31).contains(day) else { return nil }
        // "the first may be late"
        if number(start) == nil, position == afterDay, DateWords.shyMonths.contains(name) { return nil }
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
        let hasArticle = word(position) == "the"
        if hasArticle { position += 1 }
        guard
            let (day, end) = ordinal(position) ?? number(position).map({ ($0, position + 1) })
                // "June first half" is no day.
                ?? ordinalWord(position).flatMap({ hasArticle || $0.0 > 4 ? $0 : nil }),
            (1...31).contains(day), tokens[position].digits <= 2, isEnd(end) || isSign(end, "-")
        else { return nil }
        if isSign(end, ":", joined: true), number(end + 1) != nil, isJoined(end + 1) { return nil }
        if ["am", "pm"].contains(word(end) ?? "") { return nil }
        if DateWords.shyMonths.contains(name), !tokens[start].isCapitalised, lead(before: start) == false,
            name != "march" || !goesNoFurther(end)
        {
            return nil
        }
        return dated(day: day, month: month, end: end)
    }

    /// `3.3.`, `03.03.2027`, `3.3.27`: the day first.
    private func dottedDay(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
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
        // "gamma 2.2. Mine": a figure at the end of a sentence.
        if lead == .bare, DateWords.beforeFigures.contains(word(start - 1) ?? "") { return nil }
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

    func dated(day: Int, month: Int, end: Int) -> Day? {
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
    func yearless(day: Int, month: Int, end: Int) -> Day? {
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

    /// Whether "by", "on" or a similar word precedes.
    func lead(before position: Int) -> Bool {
        guard let word = word(position - 1) else { return false }
        return DateWords.limits.contains(word) || DateWords.points.contains(word) || DateWords.fillers.contains(word)
    }
}
