import NexusCore

/// Spans from now or a day: "in two weeks", "within 3 days", "48 hours from now", "a week from Friday".
extension DateReader {
    func span(at start: Int, lead: DueDateMatch.Lead) -> Expression? {
        var position = start
        var spanLead = lead
        switch word(position) {
        case "in":
            position += 1
            spanLead = lead == .bare ? .point : lead
        case "dans", "en":
            position += 1
            spanLead = lead == .bare ? .point : lead
        case "within", "binnen", "innerhalb", "sous":
            position += 1
            spanLead = .limit
        case "dentro" where word(position + 1) == "de":
            position += 2
            spanLead = lead == .bare ? .point : lead
        case "innert": position += 1
        default:
            guard let counted = count(position), let (unit, end) = unit(counted.end),
                isFromNow(end) || isWeeksFromDay(unit, end) && word(position - 1) != "for"
            else { return nil }
        }
        if word(position) == "the", word(position + 1) == "next" {
            position += 2
        } else if word(position) == "the" || word(position) == "an" || word(position) == "one",
            spanLead == .limit || word(position) != "the", let unit = DateWords.units[word(position + 1) ?? ""]
        {
            return span(1, unit, end: position + 2, lead: spanLead)
        } else if word(position) == "next" {
            position += 1
        }
        guard let counted = count(position), let (unit, end) = unit(counted.end) else { return nil }
        return span(counted.value, unit, end: end, lead: spanLead)
    }

    /// A number, in digits or words; "a couple of", "half an".
    func count(_ start: Int) -> (value: Double, end: Int)? {
        if let whole = number(start) {
            if isSign(start + 1, ".", joined: true), let tenth = number(start + 2), isJoined(start + 2),
                tokens[start + 2].digits == 1
            {
                return (Double(whole) + Double(tenth) / 10, start + 3)
            }
            // "3-4 days": the longer.
            if isSign(start + 1, "-", joined: true) || isSign(start + 1, "–", joined: true),
                let most = number(start + 2), most > whole
            {
                return (Double(most), start + 3)
            }
            return (Double(whole), start + 1)
        }
        guard let word = word(start) else { return nil }
        if word == "half", self.word(start + 1) == "an" || self.word(start + 1) == "a" { return (0.5, start + 2) }
        if word == "a", self.word(start + 1) == "couple" { return (2, skip(start + 2, ["of", "more"])) }
        if word == "a", self.word(start + 1) == "few" { return (3, skip(start + 2, ["more"])) }
        if ["einer", "eine"].contains(word), self.word(start + 1) == "halben" { return (0.5, start + 2) }
        if word == "une", self.word(start + 1) == "demi", isSign(start + 2, "-") { return (0.5, start + 3) }
        if word == "media" { return (0.5, start + 1) }
        if word == "couple" { return (2, skip(start + 1, ["of"])) }
        return DateWords.numbers[word].map { ($0, skip(start + 1, ["more"])) }
    }

    private func unit(_ start: Int) -> (unit: DateUnit, end: Int)? {
        if ["business", "working", "work"].contains(word(start) ?? ""), DateWords.units[word(start + 1) ?? ""] == .day {
            return (.workingDay, start + 2)
        }
        guard let word = word(start) else { return nil }
        if word == "d", isJoined(start) { return (.day, start + 1) }
        if word == "w", isJoined(start) { return (.week, start + 1) }
        return DateWords.units[word].map { ($0, start + 1) }
    }

    private func isFromNow(_ position: Int) -> Bool {
        word(position) == "from" && (word(position + 1) == "now" || word(position + 1) == "today")
    }

    /// "a week from Friday", but not "for a week from Friday".
    private func isWeeksFromDay(_ unit: DateUnit, _ position: Int) -> Bool {
        guard unit == .week || unit == .fortnight, word(position) == "from", let name = word(position + 1) else {
            return false
        }
        return DateWords.weekdays[name] != nil || DateWords.tomorrow.contains(name)
            || DateWords.relations.contains(name) && DateWords.weekdays[word(position + 2) ?? ""] != nil
    }

    private func span(_ value: Double, _ unit: DateUnit, end: Int, lead: DueDateMatch.Lead) -> Expression? {
        guard value > 0, value <= 5_000, isEnd(end) else { return nil }
        var result = Expression(lead: lead, end: end)
        if word(end) == "time" { result.end += 1 }
        if isFromNow(end) { result.end += 2 }
        if word(end) == "ago" { result.isPast = true }
        var first = today
        if isWeeksFromDay(unit, end) {
            guard let found = day(at: end + 1, lead: .limit) else { return nil }
            (first, result.end) = (found.day, found.end)
        }
        let whole = Int(value.rounded(.up))
        switch unit {
        case .minute: result.instant = wholeMinute(later: value)
        case .hour: result.instant = wholeMinute(later: value * 60)
        case .day: result.day = today.later(by: whole)
        case .workingDay: result.day = workingDay(after: whole)
        case .week: result.day = first.later(by: Int((value * 7).rounded(.up)))
        case .fortnight: result.day = first.later(by: 14 * whole)
        case .month: result.day = whole <= 240 ? today.later(byMonths: whole) : nil
        case .quarter: result.day = whole <= 80 ? today.later(byMonths: 3 * whole) : nil
        case .year: result.day = whole <= 20 ? today.later(byMonths: 12 * whole) : nil
        }
        guard result.day != nil || result.instant != nil else { return nil }
        if result.day != nil, word(result.end) == "at", let (clock, after) = clock(at: result.end + 1, lead: .point) {
            result.clock = clock
            result.end = after
        }
        return result
    }

    private func wholeMinute(later minutes: Double) -> Timestamp {
        let time = now.advanced(by: Int64(minutes * 60_000)).milliseconds
        return Timestamp(milliseconds: time - time % 60_000)
    }

    private func workingDay(after count: Int) -> CivilDay {
        var day = today
        var left = min(count, 1_000)
        while left > 0 {
            day = day.later(by: 1)
            if day.weekday < 5 { left -= 1 }
        }
        return day
    }
}
