/// Days by their number: "the 15th", "the seventeenth of October", "28 and 29 April", "el 15".
extension DateReader {
    /// "3rd" as its number.
    func ordinal(_ start: Int) -> (Int, Int)? {
        guard let value = number(start) else { return nil }
        if let suffix = word(start + 1), isJoined(start + 1), ["st", "nd", "rd", "th", "er"].contains(suffix) {
            return (value, start + 2)
        }
        if isSign(start + 1, ".", joined: true), !isJoined(start + 2), let name = word(start + 2),
            DateWords.months[name] != nil
        {
            return (value, start + 2)
        }
        return nil
    }

    /// "third", "twenty-first".
    func ordinalWord(_ start: Int) -> (Int, Int)? {
        guard let word = word(start) else { return nil }
        if let value = DateWords.ordinals[word] { return (value, start + 1) }
        guard word == "twenty" || word == "thirty" else { return nil }
        let next = isSign(start + 1, "-") ? start + 2 : start + 1
        guard let value = DateWords.ordinals[self.word(next) ?? ""], value < 10 else { return nil }
        return (value + (word == "twenty" ? 20 : 30), next + 1)
    }

    /// "the 15th": of this month, or the next that has one.
    func ordinalDay(_ start: Int, _ outer: Int, _ lead: DueDateMatch.Lead) -> Day? {
        let position = word(start) == "the" ? start + 1 : start
        guard let (day, end) = ordinal(position), (1...31).contains(day) else { return nil }
        if let found = ofMonth(day, end) { return found }
        let hasArticle = position > outer || word(position - 1) == "the"
        let isLed = lead != .bare
        if !isLed, !hasArticle {
            // "1st, we count", "my 3rd modem": without a word before it, only what hardly counts anything.
            guard day > 12, !isEnumerated(position) else { return nil }
        }
        guard goesOn(end) || isSign(end, ",") && clock(at: end + 1, lead: .bare, afterDay: true) != nil else {
            // "on the 14th Marta comes", but not "the 3rd attempt" nor "the 15th Street".
            guard isLed, day > 12, word(end) != nil, tokens[end].isCapitalised,
                !DateWords.countedByOrdinals.contains(word(end) ?? "")
            else { return nil }
            return nextDay(day, end: end)
        }
        // "the 2nd is better"
        if !isLed, day < 13, let next = word(end), !DateWords.behindOrdinals.contains(next), part(at: end) == nil,
            endOfDay(end) == nil
        {
            return nil
        }
        return nextDay(day, end: end)
    }

    /// "by the ninth", "on the fifteenth of this month".
    func ordinalWordDay(_ start: Int, _ outer: Int, _ lead: DueDateMatch.Lead) -> Day? {
        guard lead != .bare, let (day, end) = ordinalWord(start),
            start > outer || ["the", "am", "zum", "den", "dem"].contains(word(start - 1) ?? "")
        else { return nil }
        if let found = ofMonth(day, end) { return found }
        // "on the second" may be of anything.
        guard day > 4 || day == 1 && lead == .limit else { return nil }
        guard day > 4 ? goesOn(end) : goesNoFurther(end) else { return nil }
        return nextDay(day, end: end)
    }

    /// "the 5th of next month", "the 5th of the month".
    func ofMonth(_ day: Int, _ end: Int) -> Day? {
        guard word(end) == "of", word(end + 2) == "month" else { return nil }
        switch word(end + 1) {
        case "next":
            let first = today.later(byMonths: 1).parts
            return CivilDay(year: first.year, month: first.month, day: day).map { Day(day: $0, end: end + 3) }
        case "the", "this": return nextDay(day, end: end + 3)
        default: return nil
        }
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

    /// Whether the sentence goes on behind a day without counting what follows.
    func goesOn(_ position: Int) -> Bool {
        if goesNoFurther(position) || isSign(position, "-") { return true }
        guard let word = word(position) else { return false }
        return DateWords.followers.contains(word) || DateWords.connectives.contains(word)
            || part(at: position) != nil || endOfDay(position) != nil
    }

    private func isEnumerated(_ position: Int) -> Bool {
        ["a", "an", "every", "each", "my", "our", "your", "his", "her", "their", "another"].contains(
            word(position - 1) ?? "")
    }

    // MARK: Several days of a month

    /// The first of "28 and 29 April", "vom 22. bis 24. September": the month stands behind the last.
    func dayBeforeMonth(_ start: Int) -> Day? {
        guard !isJoined(start) || isSign(start - 1, "("), let (day, afterDay) = dayNumber(start) else { return nil }
        var (last, position) = (day, afterDay)
        for _ in 0..<3 {
            guard let next = joint(position), let (number, end) = dayNumber(next), number > last else { return nil }
            (last, position) = (number, end)
            let name = skip(end, ["of", "de"])
            guard let month = DateWords.months[word(name) ?? ""] else { continue }
            // "2 or 3 may be late"
            if DateWords.shyMonths.contains(word(name) ?? ""), !tokens[name].isCapitalised { return nil }
            guard var found = dated(day: day, month: month, end: name + 1) else { return nil }
            found.end = afterDay
            return found
        }
        return nil
    }

    /// The second of "May 3 and 4", "Dec 14-15".
    func dayAfterMonth(_ start: Int) -> Day? {
        guard let (day, end) = dayNumber(start), goesOn(end), meridiem(end) == nil, joint(start - 1) == start,
            !isSign(start - 1, ",")
        else { return nil }
        var position = start - 2
        if word(position) != nil, isJoined(position) { position -= 1 }
        guard let first = number(position), tokens[position].digits <= 2, first < day,
            let name = word(position - 1), let month = DateWords.months[name]
        else { return nil }
        if DateWords.shyMonths.contains(name), !tokens[position - 1].isCapitalised { return nil }
        return dated(day: day, month: month, end: end)
    }

    /// Whether a number that a hyphen joins to another ends a span of days: "27-29 May", "May 27-29".
    func isEndOfRange(_ position: Int) -> Bool {
        guard isSign(position - 1, "-", joined: true) || isSign(position - 1, "/", joined: true),
            number(position - 2) != nil, tokens[position - 2].digits <= 2, !isJoined(position - 2)
        else { return false }
        return dayThenMonth(position) != nil || dayAfterMonth(position) != nil
    }

    /// "28", "28th", "28.": a day among several.
    private func dayNumber(_ start: Int) -> (Int, Int)? {
        guard let value = number(start), tokens[start].digits <= 2, (1...31).contains(value) else { return nil }
        if let found = ordinal(start) { return found }
        if isSign(start + 1, ".", joined: true), !isJoined(start + 2) { return (value, start + 2) }
        return isEnd(start + 1) || isSign(start + 1, "/") ? (value, start + 1) : nil
    }

    /// The position behind a word or sign that joins days.
    private func joint(_ position: Int) -> Int? {
        if let word = word(position) { return DateWords.joints.contains(word) ? position + 1 : nil }
        return ["-", "–", "—", ",", "/", "&"].contains { isSign(position, $0) } ? position + 1 : nil
    }

    // MARK: Without a suffix

    /// "el 15", "le 1er", "antes del 15", "am 15.", "by the 19".
    func numberedDay(_ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        guard let day = number(start), (1...31).contains(day), tokens[start].digits <= 2 else { return nil }
        var end = start + 1
        switch word(start - 1) {
        case "the": return theDay(day, start, lead)
        case "el", "día", "dia", "le":
            if word(end) == "er", isJoined(end) { end += 1 }
        case "del", "al", "du", "au", "jusquau":
            guard lead != .bare else { return nil }
            if word(end) == "er", isJoined(end) { end += 1 }
        case "am", "zum", "bis", "ab", "den", "dem":
            return germanDay(day, end)
        default:
            // "24. dann"
            guard isSentenceStart(start), ["dann", "passt", "geht", "ginge"].contains(word(start + 2) ?? "") else {
                return nil
            }
            return germanDay(day, end)
        }
        // "el 15 por ciento", "le 15 rue de…": only where the sentence could end.
        guard isEnd(end), !isSign(end, ":"), number(end) == nil, goesOn(end), word(end) != "de" else { return nil }
        return nextDay(day, end: end)
    }

    private func germanDay(_ day: Int, _ end: Int) -> Day? {
        guard isSign(end, ".", joined: true), number(end + 1) == nil else { return nil }
        // "am 3. Tag" counts days.
        if let next = word(end + 1), !DateWords.connectives.contains(next), !DateWords.followers.contains(next),
            tokens[end + 1].isCapitalised || DateWords.countedByOrdinals.contains(next)
        {
            return nil
        }
        return nextDay(day, end: end + 1)
    }

    /// "by the 19"; without a word before it only at the end of a phrase: "the 19".
    private func theDay(_ day: Int, _ start: Int, _ lead: DueDateMatch.Lead) -> Day? {
        let end = start + 1
        guard isEnd(end), !isSign(end, ":") else { return nil }
        if lead != .bare { return goesOn(end) ? nextDay(day, end: end) : nil }
        let isSaid = [
            "is", "its", "be", "make", "do", "take", "say", "him", "her", "them", "you", "to", "than",
        ].contains(word(start - 2) ?? "")
        guard day > 12, isSaid, goesNoFurther(end) || word(end) == "then" else { return nil }
        return nextDay(day, end: end)
    }
}
