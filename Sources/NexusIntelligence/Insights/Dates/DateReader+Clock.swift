/// Times of the day.
extension DateReader {
    /// - Parameter afterDay: whether a day was just named, so that weaker evidence suffices for a time.
    func clock(at start: Int, lead: DueDateMatch.Lead, afterDay: Bool = false) -> (Clock, Int)? {
        if let word = word(start) {
            if let minute = DateWords.partsOfDay[word], DateWords.lonePartsOfDay.contains(word),
                lead != .bare || afterDay
            {
                return zoned(Clock(minute: minute), start + 1)
            }
            return halfPast(start) ?? foreignClock(start, lead)
        }
        if let found = foreignClock(start, lead) { return found }
        guard let hour = number(start), tokens[start].digits <= 2, hour <= 24 else { return nil }
        if let found = minutes(hour, start, lead, afterDay) { return found }
        if let (isLate, end) = meridiem(start + 1) {
            guard (1...12).contains(hour) else { return nil }
            return zoned(Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60), end)
        }
        if hour <= 23, let word = word(start + 1) {
            if word == "uhr" || word == "oclock" {
                var minute = 0
                var end = start + 2
                if word == "uhr", let more = number(end), more < 60, tokens[end].digits == 2 {
                    (minute, end) = (more, end + 1)
                }
                let isHalf = word == "oclock" && (1...11).contains(hour)
                return (Clock(minute: working(hour, isHalf) * 60 + minute, isHalf: isHalf), end)
            }
            if word == "h", isJoined(start + 1) {
                if let minute = number(start + 2), isJoined(start + 2), tokens[start + 2].digits == 2, minute < 60 {
                    return (Clock(minute: hour * 60 + minute), start + 3)
                }
                return lead != .bare || afterDay ? (Clock(minute: hour * 60), start + 2) : nil
            }
        }
        return bareHour(hour, start, lead)
    }

    /// `14:30`, `2:30 pm`, `14.30 Uhr`, `9:15:00`.
    private func minutes(_ hour: Int, _ start: Int, _ lead: DueDateMatch.Lead, _ afterDay: Bool) -> (Clock, Int)? {
        let isDotted = isSign(start + 1, ".", joined: true)
        guard isSign(start + 1, ":", joined: true) || isDotted, isJoined(start + 2), let minute = number(start + 2),
            tokens[start + 2].digits == 2, minute < 60, hour < 24 || minute == 0
        else { return nil }
        var end = start + 3
        if isSign(end, ":", joined: true), let second = number(end + 1), isJoined(end + 1), second < 60 { end += 2 }
        if let (isLate, after) = meridiem(end), (1...12).contains(hour) {
            return zoned(Clock(minute: (hour % 12 + (isLate ? 12 : 0)) * 60 + minute), after)
        }
        if word(end) == "uhr" { return (Clock(minute: hour * 60 + minute), end + 1) }
        if isDotted { return nil }
        guard isEnd(end) || zoneStands(end) else { return nil }
        // A scale or a verse looks the same: without "at" or a day, only 24-hour times count.
        guard lead != .bare || afterDay || hour > 12 || tokens[start].digits == 2 || zoneStands(end) else { return nil }
        let isHalf = tokens[start].digits == 1 && hour >= 1
        return zoned(Clock(minute: working(hour, isHalf) * 60 + minute, isHalf: isHalf), end)
    }

    /// "at 5", "by 9 tomorrow": an hour that nothing else follows which it could count.
    private func bareHour(_ hour: Int, _ start: Int, _ lead: DueDateMatch.Lead) -> (Clock, Int)? {
        let before = word(start - 1) ?? ""
        let isForeign = ["um", "à", "las", "gegen", "vers"].contains(before)
        guard (1...(isForeign ? 23 : 12)).contains(hour), lead != .bare, isEnd(start + 1), !isSign(start + 1, "-"),
            !isSign(start + 1, ",") || isForeign
        else { return nil }
        guard isForeign || ["at", "by", "before", "until", "till", "around", "about", "latest"].contains(before) else {
            return nil
        }
        let end = start + 1
        if isSign(end, ".", joined: true), number(end + 1) != nil, isJoined(end + 1) { return nil }
        if tokens.indices.contains(end), tokens[end].kind != .sign {
            let next = word(end) ?? ""
            let goesOn = [
                "on", "today", "and", "or", "so", "if", "please", "pls", "then", "but", "sharp", "in", "for", "this",
                "latest",
            ]
            guard
                zoneStands(end) || goesOn.contains(next)
                    || isForeign && DateWords.connectives.contains(next) || day(at: end, lead: .point) != nil
            else { return nil }
        }
        return zoned(Clock(minute: working(hour, hour < 12) * 60, isHalf: hour < 12), end)
    }

    /// A bare hour is in working hours: 8 to 11 before noon, 1 to 7 after.
    private func working(_ hour: Int, _ isHalf: Bool) -> Int { isHalf && (1...7).contains(hour) ? hour + 12 : hour }

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
    private func meridiem(_ start: Int) -> (isLate: Bool, end: Int)? {
        switch word(start) {
        case "am" where isEnd(start + 1): return (false, start + 1)
        case "pm" where isEnd(start + 1): return (true, start + 1)
        case "a", "p":
            guard isSign(start + 1, ".", joined: true), word(start + 2) == "m", isJoined(start + 2) else { return nil }
            return (word(start) == "p", isSign(start + 3, ".", joined: true) ? start + 4 : start + 3)
        default: return nil
        }
    }

    private func zoneStands(_ position: Int) -> Bool { zone(at: position) != nil }

    private func zoned(_ clock: Clock, _ position: Int) -> (Clock, Int) {
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
        guard isSign(position, "+") || isSign(position, "-"), isJoined(position), isJoined(position + 1),
            let first = number(position + 1)
        else { return named.map { ($0, position) } }
        var minutes = 0
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
        }
        guard minutes <= 14 * 60 else { return nil }
        return (WritingZone(utcOffsetMinutes: isSign(position, "-") ? -minutes : minutes), end)
    }
}
