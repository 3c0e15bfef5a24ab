/// Hours without minutes, in figures and words, and times that need their neighbours to be told from numbers.
extension DateReader {
    private enum HourLead { case english, foreign }

    /// "at 5", "by 9 tomorrow", "before 18": an hour that nothing else follows which it could count.
    func bareHour(_ hour: Int, _ start: Int, _ lead: DueDateMatch.Lead) -> (Clock, Int)? {
        guard lead != .bare || isMoved(start), (1...23).contains(hour), let led = hourLead(before: start),
            isEnd(start + 1), !isAmount(hour, start)
        else { return nil }
        // "at 9-17"
        if isSign(start + 1, "-", joined: true), ["at", "um", "las"].contains(word(start - 1) ?? "") {
            return firstHour(start)
        }
        guard followsHour(start + 1, led) || precedesGermanVerb(start) else { return nil }
        let isHalf = hour < 12 && !isPadded(start)
        if led == .foreign, word(start + 1) == "h" { return (Clock(minute: hour * 60), start + 2) }
        return zoned(Clock(minute: working(hour, isHalf) * 60, isHalf: isHalf), start + 1)
    }

    /// "um 11 abgeladen", "bis 12 fertig": a single word in small letters that is no measure ends the sentence.
    private func precedesGermanVerb(_ start: Int) -> Bool {
        guard ["um", "bis", "gegen"].contains(word(start - 1) ?? ""), let next = word(start + 1),
            !tokens[start + 1].isCapitalised, next.count > 2
        else { return false }
        return goesNoFurther(start + 2) && DateWords.units[next] == nil && !DateWords.measures.contains(next)
    }

    /// A bare hour is in working hours: 8 to 11 before noon, 1 to 7 after.
    func working(_ hour: Int, _ isHalf: Bool) -> Int { isHalf && (1...7).contains(hour) ? hour + 12 : hour }

    /// The same with minutes: "tomorrow 7:30" is in the morning, "at 7:30" in the evening.
    func workingTime(_ hour: Int, _ isHalf: Bool, _ afterDay: Bool) -> Int {
        hour == 7 && afterDay ? hour : working(hour, isHalf)
    }

    /// The hour of "Thursday 19", "tomorrow 11".
    func hourBehind(_ found: Day) -> (Clock, Int)? {
        guard found.part == nil, let name = word(found.end - 1), let hour = number(found.end),
            DateWords.weekdays[name] != nil || DateWords.tomorrow.contains(name), tokens[found.end].digits <= 2,
            clock(at: found.end, lead: .bare, afterDay: true) == nil
        else { return nil }
        if let found = firstHour(found.end) { return found }
        let end = found.end + 1
        guard (8...23).contains(hour), isEnd(end),
            goesNoFurther(end) || DateWords.behindHours.contains(word(end) ?? "")
        else { return nil }
        return (Clock(minute: hour * 60, isHalf: hour < 12), end)
    }

    /// Whether a word says that the number before it is an hour.
    func isHour(_ position: Int) -> Bool { ["am", "pm", "m", "h", "uhr"].contains(word(position) ?? "") }

    func isPadded(_ position: Int) -> Bool { tokens[position].text.hasPrefix("0") }

    /// The first of "9 to 1", with the end of the span.
    func firstHour(_ start: Int) -> (Clock, Int)? {
        guard let hour = number(start), (1...23).contains(hour), tokens[start].digits <= 2 else { return nil }
        let end = endOfHours(start + 1)
        guard end > start + 1 else { return nil }
        // "between 5 and 6 am", "2 to 4 pm", but "11 to 1 pm"
        if word(end - 1) == "am" { return (Clock(minute: hour % 12 * 60), end) }
        if word(end - 1) == "pm", hour < 12 {
            let isLate = hour < number(end - 2) ?? 12
            return (Clock(minute: (isLate ? hour + 12 : hour) * 60), end)
        }
        let isHalf = hour < 12 && !isPadded(start)
        return (Clock(minute: working(hour, isHalf) * 60, isHalf: isHalf), end)
    }

    /// "by 0800", "till 1200", "Wed 1000", "1400 hrs".
    func fourDigits(_ start: Int, _ afterDay: Bool) -> (Clock, Int)? {
        guard isFourDigitTime(start), let value = number(start) else { return nil }
        let clock = Clock(minute: value / 100 * 60 + value % 100)
        let led = hourLead(before: start)
        let isPadded = isPadded(start)
        if let unit = word(start + 1), ["hrs", "hours", "uhr", "h"].contains(unit),
            isPadded || led != nil || afterDay || unit == "hrs"
        {
            return zoned(clock, start + 2)
        }
        // Years and amounts look the same.
        let isNamed = led != nil || afterDay || DateWords.appointments.contains(word(start - 1) ?? "")
        guard value % 5 == 0, !(1_900...2_100).contains(value), isNamed, isEnd(start + 1),
            followsHour(start + 1, led ?? .english) || isPadded && isSign(start + 1, ",")
                || endOfHours(start + 1) > start + 1,
            isPadded || !isAmount(value, start)
        else { return nil }
        return zoned(clock, start + 1)
    }

    private func isFourDigitTime(_ position: Int) -> Bool {
        guard let value = number(position), tokens[position].digits == 4 else { return false }
        return value / 100 < 24 && value % 100 < 60
    }

    /// "two o'clock", "at four", "by five thirty".
    func hourInWords(_ start: Int) -> (Clock, Int)? {
        guard let hour = DateWords.hoursInEnglish[word(start) ?? ""] else { return nil }
        func told(_ minute: Int, _ end: Int) -> (Clock, Int) {
            if let (isLate, end) = meridiem(end) {
                return (Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60 + minute), end)
            }
            return (Clock(minute: working(hour, hour < 12) * 60 + minute, isHalf: hour < 12), end)
        }
        if let end = oclock(start + 1) { return told(0, end) }
        guard hourLead(before: start) == .english, !isAmount(hour, start) else { return nil }
        if let minute = ["thirty": 30, "fifteen": 15][word(start + 1) ?? ""], followsHour(start + 2, .english) {
            return told(minute, start + 2)
        }
        if meridiem(start + 1) != nil { return told(0, start + 1) }
        // "one by one", "look at one of them"
        if hour == 1 {
            guard ["before", "until", "till", "til", "after"].contains(word(start - 1) ?? ""), goesNoFurther(start + 1)
            else { return nil }
        }
        return followsHour(start + 1, .english) ? told(0, start + 1) : nil
    }

    /// "oclock", "o clock"
    func oclock(_ start: Int) -> Int? {
        if word(start) == "oclock" { return start + 1 }
        return word(start) == "o" && word(start + 1) == "clock" ? start + 2 : nil
    }

    /// "by half four", British for half past.
    func halfHour(_ start: Int, _ afterDay: Bool) -> (Clock, Int)? {
        guard word(start) == "half",
            let hour = number(start + 1) ?? DateWords.hoursInEnglish[word(start + 1) ?? ""], (1...12).contains(hour),
            followsHour(start + 2, .english)
        else { return nil }
        let isOpening = word(start + 2) == "at" && (isSentenceStart(start) || isSign(start - 1, ","))
        guard afterDay || isOpening || hourLead(before: start) == .english else { return nil }
        return (Clock(minute: working(hour, true) * 60 + 30, isHalf: true), start + 2)
    }

    /// "8.15 sharp", "at 9.30", "Thursday 8.15": not prices, versions and other figures.
    func dottedTime(_ hour: Int, _ minute: Int, _ start: Int, _ afterDay: Bool) -> (Clock, Int)? {
        let end = start + 3
        guard minute % 5 == 0, (1...23).contains(hour), isEnd(end), !isAmount(hour, start) else { return nil }
        if isSign(end, ".", joined: true), isJoined(end + 1) { return nil }
        if !DateWords.departures.contains(word(end) ?? "") {
            let before = word(start - 1) ?? ""
            guard afterDay || hourLead(before: start) != nil || DateWords.appointments.contains(before),
                followsHour(end, .foreign) || word(end) == "to"
            else { return nil }
        }
        let isHalf = tokens[start].digits == 1
        return zoned(
            Clock(minute: workingTime(hour, isHalf, afterDay) * 60 + minute, isHalf: isHalf), end)
    }

    /// The end of a span of hours that begins a day's time: "from 9 to 1", "10:00-12:00"; else the position itself.
    func endOfHours(_ start: Int) -> Int {
        let isJoint =
            DateWords.joints.contains(word(start) ?? "") || word(start) == "a"
            || ["-", "–", "—"].contains { isSign(start, $0) }
        guard isJoint else { return start }
        // "0800-1200"
        if isFourDigitTime(start - 1), isSign(start, "-", joined: true), isFourDigitTime(start + 1) {
            return goesNoFurther(start + 2) ? start + 2 : start
        }
        guard let hour = number(start + 1), tokens[start + 1].digits <= 2, hour <= 24 else {
            let isHour = DateWords.hoursInEnglish[word(start + 1) ?? ""] != nil
            return isHour && goesNoFurther(start + 2) ? start + 2 : start
        }
        var end = start + 2
        if isSign(end, ":", joined: true) || isSign(end, ".", joined: true), number(end + 1) != nil, isJoined(end + 1) {
            end += 2
            // "14:00-15:00 Friday"
            if namesDay(end) { return end }
        }
        if let (_, after) = meridiem(end) { return after }
        if let word = word(end), word == "uhr" || word == "h" { return end + 1 }
        let isZone = zoneStands(end) && isCapitalised(end)
        return goesNoFurther(end) || isZone || DateWords.behindHours.contains(word(end) ?? "") ? end : start
    }

    /// "a las 5", "a la una"
    func isSpanishHour(_ start: Int) -> Bool {
        let hour = number(start + 2) ?? DateWords.hours[word(start + 2) ?? ""]
        return word(start + 1) == "las" && hour != nil || word(start + 1) == "la" && hour == 1
    }

    // MARK: Neighbours

    private func hourLead(before start: Int) -> HourLead? {
        switch word(start - 1) {
        case "at", "by", "before", "until", "till", "til", "around", "about", "latest", "after", "from", "between":
            return .english
        case "um", "à", "las", "gegen", "vers", "bis", "ab", "nach", "vor", "von", "de", "desde", "dès":
            return .foreign
        case "la": return word(start - 2) == "a" && number(start) == 1 ? .foreign : nil
        case "to": return isMoved(start) ? .english : nil
        case nil: return word(start - 2) == "b" && number(start - 1) == 4 ? .english : nil
        default: return nil
        }
    }

    /// "moved to 8"
    private func isMoved(_ start: Int) -> Bool {
        guard word(start - 1) == "to", let before = word(start - 2) else { return false }
        return ["move", "moved", "moves", "postponed", "shifted"].contains(before)
    }

    /// "the queue is at 23", "up from 8", "reduced by 5".
    private func isAmount(_ hour: Int, _ start: Int) -> Bool {
        let before = word(start - 2) ?? ""
        switch word(start - 1) {
        case "at":
            return hour > 12 && DateWords.levels.contains(before)
                && !DateWords.appointments.contains(word(start - 3) ?? "")
        case "from", "by": return DateWords.changes.contains(before)
        case "about", "around": return hour > 12
        // "rooms 7 bis 10"
        case "bis": return number(start - 2) != nil
        case "until", "till", "til": return ["count", "page", "pages", "chapter", "level"].contains(before)
        default: return false
        }
    }

    private func followsHour(_ end: Int, _ lead: HourLead) -> Bool {
        if goesNoFurther(end) || zoneStands(end) || part(at: end) != nil || namesDay(end) { return true }
        guard let next = word(end) else { return false }
        return DateWords.behindHours.contains(next)
            || lead == .foreign && next == "h" && !isJoined(end) && goesNoFurther(end + 1)
            || lead == .foreign && (DateWords.connectives.contains(next) || DateWords.followers.contains(next))
    }

    /// Whether a day seems to begin here, without parsing it.
    func namesDay(_ position: Int) -> Bool {
        if let word = word(position) {
            return DateWords.weekdays[word] != nil || DateWords.months[word] != nil || DateWords.tomorrow.contains(word)
                || DateWords.today.contains(word) || DateWords.nextPeriod.contains(word)
                || word.hasPrefix("kommende") || DateWords.partsOfWeekdays[word] != nil
                || word == "morgen" || word == "übermorgen"
        }
        return number(position) != nil && calendarDay(position, .point) != nil
    }
}
