/// Times of the day.
extension DateReader {
    /// - Parameter afterDay: whether a day was just named, so that weaker evidence suffices for a time.
    func clock(at start: Int, lead: DueDateMatch.Lead, afterDay: Bool = false) -> (Clock, Int)? {
        if let word = word(start) {
            return namedTime(word, start, lead, afterDay) ?? halfPast(start) ?? halfHour(start, afterDay)
                ?? hourInWords(start) ?? foreignClock(start, lead)
        }
        if let found = foreignClock(start, lead) ?? fourDigits(start, afterDay) { return found }
        guard let hour = number(start), tokens[start].digits <= 2, hour <= 24 else { return nil }
        if let found = minutes(hour, start, lead, afterDay) { return found }
        if let (isLate, end) = meridiem(start + 1) {
            guard (1...12).contains(hour) else { return nil }
            return zoned(Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60), end)
        }
        if hour <= 23, let word = word(start + 1) {
            if let end = oclock(start + 1) {
                let isHalf = (1...11).contains(hour)
                return (Clock(minute: working(hour, isHalf) * 60, isHalf: isHalf), end)
            }
            if word == "uhr" {
                var minute = 0
                var end = start + 2
                if let more = number(end), more < 60, tokens[end].digits == 2 {
                    (minute, end) = (more, end + 1)
                }
                return clock(hour, minute, end)
            }
            if word == "h", isJoined(start + 1) {
                if let minute = number(start + 2), isJoined(start + 2), tokens[start + 2].digits == 2, minute < 60 {
                    return clock(hour, minute, start + 3)
                }
                if hourOfPart(hour, at: start + 2) != nil { return clock(hour, 0, start + 2) }
                let isBetween = ["entre", "et", "de", "dès"].contains(self.word(start - 1) ?? "")
                return lead != .bare || afterDay || isBetween ? (Clock(minute: hour * 60), start + 2) : nil
            }
        }
        return apartHour(hour, start) ?? bareHour(hour, start, lead)
    }

    /// "à 13 h 30", "avant 11 h sans faute", "entre 14 h et 15 h": French writes the sign apart.
    private func apartHour(_ hour: Int, _ start: Int) -> (Clock, Int)? {
        let leads = ["à", "avant", "vers", "dès", "entre", "jusquà", "après"]
        guard hour <= 23, word(start + 1) == "h", !isJoined(start + 1), isEnd(start + 2),
            leads.contains(word(start - 1) ?? "")
        else { return nil }
        if let minute = number(start + 2), tokens[start + 2].digits == 2, minute < 60, isEnd(start + 3) {
            return clock(hour, minute, start + 3)
        }
        return clock(hour, 0, start + 2)
    }

    /// A time, with the part of the day behind it: "8 Uhr abends", "8 h 30 du soir".
    private func clock(_ hour: Int, _ minute: Int, _ end: Int) -> (Clock, Int) {
        let (hour, end) = hourOfPart(hour, at: end) ?? (hour, end)
        return (Clock(minute: hour * 60 + minute), end)
    }

    /// `14:30`, `2:30 pm`, `14.30 Uhr`, `8:30 de la noche`, `9:15:00`.
    private func minutes(_ hour: Int, _ start: Int, _ lead: DueDateMatch.Lead, _ afterDay: Bool) -> (Clock, Int)? {
        let isDotted = isSign(start + 1, ".", joined: true)
        guard isSign(start + 1, ":", joined: true) || isDotted, isJoined(start + 2), let minute = number(start + 2),
            tokens[start + 2].digits == 2, minute < 60, hour < 24 || minute == 0
        else { return nil }
        var end = start + 3
        if isSign(end, ":", joined: true), let second = number(end + 1), isJoined(end + 1), second < 60 {
            // Seconds are those of a log.
            guard lead != .bare || afterDay else { return nil }
            end += 2
        }
        if let (isLate, after) = meridiem(end), (1...12).contains(hour) {
            return zoned(Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60 + minute), after)
        }
        if word(end) == "uhr" { return clock(hour, minute, end + 1) }
        if hourOfPart(hour, at: end) != nil { return clock(hour, minute, end) }
        if isDotted { return dottedTime(hour, minute, start, afterDay) }
        guard isEnd(end) || zoneStands(end) else { return nil }
        // A scale or a verse looks the same: without "at" or a day, only 24-hour times count.
        guard
            lead != .bare || afterDay || hour > 12 || tokens[start].digits == 2 || zoneStands(end)
                || DateWords.appointments.contains(word(start - 1) ?? "") || isSpan(end)
        else { return nil }
        let isHalf = tokens[start].digits == 1 && hour >= 1
        return zoned(
            Clock(minute: workingTime(hour, isHalf, afterDay) * 60 + minute, isHalf: isHalf), end)
    }

    /// Whether a time with minutes follows behind a dash: "9:00-10:30".
    private func isSpan(_ position: Int) -> Bool {
        guard isSign(position, "-", joined: true) || isSign(position, "–", joined: true) else { return false }
        return number(position + 1) != nil && isSign(position + 2, ":", joined: true) && number(position + 3) != nil
            && isJoined(position + 3) && tokens[position + 3].digits == 2
    }

    private func halfPast(_ start: Int) -> (Clock, Int)? {
        guard let word = word(start), word == "half" || word == "quarter",
            let relation = self.word(start + 1), relation == "past" || relation == "to" && word == "quarter",
            let hour = number(start + 2) ?? DateWords.numbers[self.word(start + 2) ?? ""].map({ Int($0) }),
            (1...12).contains(hour)
        else { return nil }
        let minutes = relation == "to" ? -15 : word == "half" ? 30 : 15
        if let (isLate, end) = meridiem(start + 3) {
            return (Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60 + minutes), end)
        }
        return (Clock(minute: working(hour, true) * 60 + minutes, isHalf: true), start + 3)
    }

    /// `am`, `p.m.`
    func meridiem(_ start: Int) -> (isLate: Bool, end: Int)? {
        switch word(start) {
        case "am" where isEnd(start + 1): return (false, start + 1)
        case "pm" where isEnd(start + 1): return (true, start + 1)
        case "a", "p":
            guard isSign(start + 1, ".", joined: true), word(start + 2) == "m", isJoined(start + 2) else { return nil }
            return (word(start) == "p", isSign(start + 3, ".", joined: true) ? start + 4 : start + 3)
        default: return nil
        }
    }

    func zoneStands(_ position: Int) -> Bool { zone(at: position) != nil }

    func zoned(_ clock: Clock, _ position: Int) -> (Clock, Int) {
        guard let (zone, end) = zone(at: position) else { return (clock, position) }
        var clock = clock
        clock.zone = zone
        return (clock, end)
    }

    /// `UTC`, `CET`, `Z`, `+02:00`, `UTC+2`.
    private func zone(at start: Int) -> (WritingZone, Int)? {
        var position = start
        var named: WritingZone?
        if let word = word(position), let name = DateWords.zones[word] {
            if word == "z", !isJoined(position) { return nil }
            named = WritingZone(named: name)
            position += 1
            guard word == "utc" || word == "gmt" else { return named.map { ($0, position) } }
        }
        // Elsewhere a minus joins the hours of a span: "14:00-15:00".
        let hasMinus = isSign(position, "-") && (named != nil || isISOTime(before: position))
        guard isSign(position, "+") || hasMinus, isJoined(position), isJoined(position + 1),
            let first = number(position + 1)
        else { return named.map { ($0, position) } }
        var minutes: Int
        var end = position + 2
        if tokens[position + 1].digits == 4 {
            minutes = first / 100 * 60 + first % 100
        } else if first <= 14 {
            minutes = first * 60
            if isSign(end, ":", joined: true), let more = number(end + 1), tokens[end + 1].digits == 2, more < 60 {
                minutes += more
                end += 2
            } else if named == nil {
                return nil
            }
        } else {
            return named.map { ($0, position) }
        }
        guard minutes <= 14 * 60 else { return nil }
        return (WritingZone(utcOffsetMinutes: hasMinus ? -minutes : minutes), end)
    }

    /// Whether a time of ISO 8601 ends here: "T16:00", "T16:00:30".
    private func isISOTime(before end: Int) -> Bool {
        var position = end - 2
        while number(position + 1) != nil, isJoined(position + 1), isSign(position, ":", joined: true) { position -= 2 }
        return position < end - 2 && number(position + 1) != nil && isJoined(position + 1)
            && word(position) == "t" && isJoined(position)
    }
}
