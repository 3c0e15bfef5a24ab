/// Weekdays, alone and with the day of the month.
extension DateReader {
    func weekday(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        var position = start
        var modifier = ""
        if let word = word(position), DateWords.relations.contains(word) {
            modifier =
                if DateWords.comingWeekday.contains(word) {
                    "coming"
                } else {
                    DateWords.nextPeriod.contains(word) ? "next" : "this"
                }
            position += 1
        } else if DateWords.past.contains(word(position) ?? "") {
            guard let name = word(position + 1), DateWords.weekdays[name] != nil else { return nil }
            return Day(day: today, isPast: true, end: position + 2)
        }
        guard let name = word(position), let weekday = DateWords.weekdays[name], isEnd(position + 1),
            !isNoParticularDay(position)
        else { return nil }
        if DateWords.shyWeekdays.contains(name), lead == .bare, modifier.isEmpty, !isClearlyWeekday(position, weekday) {
            return nil
        }
        if tokens[position].isGenitive, lead != .limit { return nil }
        var end = position + 1
        if let date = dated(weekday, behind: end, lead) { return date }
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
        } else if let week = period(at: skip(end, DateWords.ofPeriods)), week.unit == .week, week.ahead > 0 {
            ahead = weekday - today.weekday + 7 * week.ahead
            end = week.end
        }
        return withPart(Day(day: today.later(by: ahead), end: end))
    }

    /// The end of a weekday that repeats a date: "17 October, a Friday", "July 19 (Fri)"; else the date's own end.
    func weekdayBehind(_ date: Day) -> Int {
        var next = date.end
        let isBracketed = isSign(next, "(")
        if isBracketed || isSign(next, ",") {
            next += 1
            if ["a", "the", "ein", "un"].contains(word(next) ?? "") { next += 1 }
        }
        guard let name = word(next), DateWords.weekdays[name] == date.day.weekday, isEnd(next + 1),
            !tokens[next].isGenitive
        else { return date.end }
        return isBracketed && isSign(next + 1, ")") ? next + 2 : next + 1
    }

    /// "happy Monday", "on a Monday"
    private func isNoParticularDay(_ position: Int) -> Bool {
        switch word(position - 1) {
        case "happy", "normal", "easter", "cyber", "black", "typical": true
        case "a": word(position - 2) == "on"
        default: false
        }
    }

    // MARK: Short names

    /// Whether the words beside "wed" or "sat" leave no other meaning.
    private func isClearlyWeekday(_ position: Int, _ weekday: Int) -> Bool {
        let next = position + 1
        let isVerb = word(position) == "sat" && !tokens[position].isCapitalised
        if part(at: next) != nil || endOfDay(next) != nil || dated(weekday, behind: next, .bare) != nil { return true }
        switch word(next) {
        case "latest", "am", "pm": return true
        case "at", "by", "before", "after", "from", "until", "till", "til":
            if word(next) == "at", word(next + 1) == "the", word(next + 2) == "latest" { return true }
            if !isVerb, clock(at: next + 1, lead: .limit) != nil { return true }
        case "then", "works", "ok", "okay", "is":
            if isSentenceStart(position) { return true }
        default: break
        }
        if clock(at: next, lead: .bare, afterDay: true) != nil { return true }
        if let hour = number(next), (1...23).contains(hour), tokens[next].digits <= 2, goesNoFurther(next + 1) {
            return !isVerb || isSentenceStart(position)
        }
        return isWeekdayAmongWeekdays(position) || isWeekdayByPlace(position)
    }

    /// "mon or tue", "Mon-Wed"
    private func isWeekdayAmongWeekdays(_ position: Int) -> Bool {
        func joins(_ middle: Int) -> Bool {
            ["or", "and", "to", "till", "und", "bis"].contains(word(middle) ?? "")
                || ["-", "–", "/", "&", ","].contains { isSign(middle, $0) }
        }
        func isName(_ position: Int) -> Bool { word(position).map { DateWords.weekdays[$0] != nil } ?? false }
        return joins(position + 1) && isName(position + 2) || joins(position - 1) && isName(position - 2)
    }

    /// A sentence of its own ("wed?"), a heading ("Wed:"), a capital within a sentence, or "off sat".
    private func isWeekdayByPlace(_ position: Int) -> Bool {
        let next = position + 1
        let name = word(position) ?? ""
        if isSentenceStart(position) {
            if isSign(next, ":"), !isVerbOrSun(position) { return true }
            return !tokens.indices.contains(next) || isSign(next, "?")
        }
        let before = word(position - 1)
        if ["off", "free", "closed"].contains(before ?? ""), goesNoFurther(next) || name != "sun" { return true }
        if tokens[position].isCapitalised, name != "sun", let before { return !["the", "an", "my"].contains(before) }
        return name == "wed" && goesNoFurther(next)
            && !["they", "we", "were", "are", "got", "be", "to", "who", "newly", "just"].contains(before ?? "to")
    }

    private func isVerbOrSun(_ position: Int) -> Bool {
        ["sat", "sun"].contains(word(position) ?? "") && !tokens[position].isCapitalised
    }

    // MARK: With the day of the month

    /// The date behind a weekday: "Friday, 3 March", "Tuesday the 5th", "Mittwoch, 19.", "wed 18". The number counts,
    /// the weekday confirms it.
    func dated(_ weekday: Int, behind start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        var next = start
        let isBracketed = isSign(next, "(")
        let isApart = isSign(next, ",") || isSign(next, ".")
        if isBracketed || isApart { next += 1 }
        let hasArticle = ["the", "den", "dem", "der", "el", "le"].contains(word(next) ?? "")
        if hasArticle { next += 1 }
        let isGerman = DateWords.germanWeekdays.contains(word(start - 1) ?? "")
        guard
            var date = calendarDay(next, lead) ?? dottedDay(next, on: weekday)
                ?? ordinalDay(next, on: weekday, hasArticle: hasArticle)
                ?? numberedDay(next, on: weekday, hasArticle: hasArticle, isGerman: isGerman)
        else { return nil }
        // "by Monday, the third wants more": behind a comma the weekday has to agree.
        if isApart, ordinalWord(next) != nil, date.day.weekday != weekday { return nil }
        if isBracketed {
            guard isSign(date.end, ")") else { return nil }
            date.end += 1
        }
        return date
    }

    /// "Freitag 20.10": a day and month if the weekday agrees, a time otherwise.
    private func dottedDay(_ start: Int, on weekday: Int) -> Day? {
        guard let day = number(start), let month = number(start + 2), tokens[start].digits <= 2,
            tokens[start + 2].digits <= 2, isSign(start + 1, ".", joined: true), isJoined(start + 2), isEnd(start + 3),
            let found = yearless(day: day, month: month, end: start + 3), found.day.weekday == weekday
        else { return nil }
        return found
    }

    /// "Friday 26th", "Tuesday the ninth".
    private func ordinalDay(_ start: Int, on weekday: Int, hasArticle: Bool) -> Day? {
        let inWords = ordinalWord(start).flatMap { hasArticle || $0.0 > 4 ? $0 : nil }
        guard let (day, end) = ordinal(start) ?? inWords, (1...31).contains(day),
            !DateWords.countedByOrdinals.contains(word(end) ?? "")
        else { return nil }
        if let found = ofMonth(day, end) { return found }
        guard let found = numbered(day, on: weekday, end: end) else { return nil }
        // "Monday 2nd attempt"
        guard found.day.weekday == weekday || hasArticle || goesOn(end) else { return nil }
        return found
    }

    /// "sunday 29", "Mittwoch, 19.", "jueves 14".
    private func numberedDay(_ start: Int, on weekday: Int, hasArticle: Bool, isGerman: Bool) -> Day? {
        guard let day = number(start), (1...31).contains(day), tokens[start].digits <= 2, !isJoined(start) else {
            return nil
        }
        var end = start + 1
        if isSign(end, ".", joined: true), !isJoined(end + 1) {
            // In German the sign makes an ordinal: "Donnerstag 12. drei Filialen".
            if isGerman, !(tokens.indices.contains(end + 1) && tokens[end + 1].isCapitalised) {
                return numbered(day, on: weekday, end: end + 1)
            }
            end += 1
        }
        guard isEnd(start + 1), !isSign(start + 1, ":"), clock(at: start, lead: .bare, afterDay: true) == nil,
            let found = numbered(day, on: weekday, end: end)
        else { return nil }
        let agrees = found.day.weekday == weekday
        // An hour can be the number too, unless its day is near.
        let isDay = day > 23 || hasArticle || agrees && found.day.number <= today.number + 21
        // "Friday 13 people" is no thirteenth.
        let isAlone = goesNoFurther(start + 1) || goesOn(end) || agrees && day > 23 && !isPlural(end)
        return isDay && isAlone ? found : nil
    }

    /// The next day of that number; past if only the last one was on that weekday.
    private func numbered(_ day: Int, on weekday: Int, end: Int) -> Day? {
        guard var found = nextDay(day, end: end) else { return nil }
        if found.day.weekday != weekday {
            for months in [0, -1] {
                let parts = today.later(by: 1 - today.parts.day).later(byMonths: months).parts
                if let last = CivilDay(year: parts.year, month: parts.month, day: day), last < today,
                    last.weekday == weekday, today.number - last.number < 15
                {
                    found.isPast = true
                }
            }
        }
        return found
    }

    private func isPlural(_ position: Int) -> Bool {
        guard let word = word(position) else { return false }
        return DateWords.people.contains(word) || word.count > 3 && word.hasSuffix("s")
    }
}
