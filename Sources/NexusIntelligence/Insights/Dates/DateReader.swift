import NexusCore

/// Parses date expressions from tokens. Each rule takes a position and returns its value and end position, or `nil`.
struct DateReader: Sendable {
    /// The meaning of an expression before it is resolved to an instant.
    struct Expression {
        var lead = DueDateMatch.Lead.bare
        var day: CivilDay?
        var clock: Clock?
        /// A complete instant: "in two hours".
        var instant: Timestamp?
        /// Whether the day is relative to a past one, and so is no due date.
        var isPast = false
        /// Whether a day without a year may be in the next one.
        var repeatsYearly = false
        var end: Int
    }

    /// A time of the day.
    struct Clock {
        /// Minutes since midnight; 1440 is the end of the day.
        var minute: Int
        /// Whether it may also mean twelve hours later: a bare "at 5".
        var isHalf = false
        var zone: WritingZone?
    }

    let tokens: [DateToken]
    let now: Timestamp
    let zone: WritingZone
    let today: CivilDay
    let minuteNow: Int

    init(tokens: [DateToken], now: Timestamp, zone: WritingZone) {
        self.tokens = tokens
        self.now = now
        self.zone = zone
        (today, minuteNow) = zone.local(now)
    }

    // MARK: Tokens

    func word(_ position: Int) -> String? {
        guard tokens.indices.contains(position), tokens[position].kind == .word else { return nil }
        return tokens[position].text
    }

    func number(_ position: Int) -> Int? {
        guard tokens.indices.contains(position), case .number(let value) = tokens[position].kind else { return nil }
        return value
    }

    func isSign(_ position: Int, _ text: String, joined: Bool = false) -> Bool {
        guard tokens.indices.contains(position), tokens[position].kind == .sign, tokens[position].text == text else {
            return false
        }
        return !joined || tokens[position].isJoined
    }

    func isJoined(_ position: Int) -> Bool { tokens.indices.contains(position) && tokens[position].isJoined }

    /// Whether a word or number ends here, without an attached suffix.
    func isEnd(_ position: Int) -> Bool {
        guard tokens.indices.contains(position), tokens[position].isJoined else { return true }
        guard tokens[position].kind == .sign else { return false }
        return !["%", "°", "€", "$", "/", "_", "+", "="].contains(tokens[position].text)
            || tokens[position].text == "+" && number(position + 1) != nil
    }

    /// Skips fillers and commas.
    func skip(_ position: Int, _ words: Set<String> = DateWords.fillers) -> Int {
        var position = position
        while let word = word(position), words.contains(word) { position += 1 }
        return position
    }

    // MARK: Expressions

    /// An expression that begins exactly here.
    func expression(at start: Int) -> Expression? {
        guard !isInsideWord(start) else { return nil }
        var position = start
        var lead = DueDateMatch.Lead.bare
        reading: while let word = word(position) {
            if DateWords.limits.contains(word) {
                lead = .limit
            } else if word == "no" || word == "not", self.word(position + 1) == "later",
                self.word(position + 2) == "than"
            {
                lead = .limit
                position += 2
            } else if DateWords.points.contains(word) {
                if lead == .bare { lead = .point }
            } else if lead == .bare || !DateWords.fillers.contains(word) {
                break reading
            }
            position += 1
            if isSign(position, ":") || isSign(position, "=") { position += 1 }
        }
        if let span = span(at: position, lead: lead) ?? (position > start ? span(at: start, lead: lead) : nil) {
            return isPast(before: start) ? pastExpression(span) : span
        }
        guard var found = dayAndClock(at: position, lead: lead) else { return nil }
        if lead == .limit || found.lead == .bare { found.lead = lead }
        found.isPast = found.isPast || isPast(before: start) || isPast(after: found.end)
        return found
    }

    private func isInsideWord(_ position: Int) -> Bool {
        guard tokens[position].isJoined, position > 0 else { return false }
        let before = tokens[position - 1]
        if before.kind != .sign { return true }
        if ["@", "#", "$", "€", "£", "_"].contains(before.text) { return true }
        return before.isJoined && ["/", "-", ".", "=", "\\", "&", "+"].contains(before.text)
    }

    private func isPast(before position: Int) -> Bool {
        guard let word = word(position - 1) else { return false }
        return DateWords.past.contains(word)
    }

    private func isPast(after position: Int) -> Bool {
        ["ago", "pasado", "pasada", "dernier", "dernière"].contains(word(position) ?? "")
    }

    private func pastExpression(_ expression: Expression) -> Expression {
        var expression = expression
        expression.isPast = true
        return expression
    }

    /// A day, a time, or both in either order.
    private func dayAndClock(at start: Int, lead: DueDateMatch.Lead) -> Expression? {
        if let ended = endOfDay(start) {
            var result = Expression(lead: .limit, end: ended.end)
            result.clock = ended.minute.map { Clock(minute: $0) }
            let next = skip(ended.end, DateWords.fillers.union(["on", "this"]))
            if let found = day(at: next, lead: .limit) {
                result.day = found.day
                result.repeatsYearly = found.repeatsYearly
                result.end = found.end
            } else {
                result.day = today
            }
            return result
        }
        if let found = day(at: start, lead: lead) { return withClock(found, lead: lead) }
        guard let (clock, end) = clock(at: start, lead: lead) else { return nil }
        var result = Expression(lead: lead, clock: clock, end: end)
        var next = end
        if isSign(next, ",") { next += 1 }
        next = skip(next, ["on", "this", "the"])
        if word(next) != nil || number(next) != nil, let found = day(at: next, lead: lead == .bare ? .point : lead) {
            result.day = found.day
            result.isPast = found.isPast
            result.repeatsYearly = found.repeatsYearly
            result.end = found.end
            if let part = found.part, clock.isHalf { result.clock = half(clock, in: part) }
        }
        return result
    }

    private func withClock(_ found: Day, lead: DueDateMatch.Lead) -> Expression {
        var result = Expression(lead: lead, day: found.day, isPast: found.isPast, end: found.end)
        result.repeatsYearly = found.repeatsYearly
        if let part = found.part, part != DayPart.night { result.clock = Clock(minute: part.end) }
        var next = found.end
        if isSign(next, ",") || isSign(next, "@") || isSign(next, "(") { next += 1 }
        if let ended = endOfDay(next) {
            result.lead = .limit
            result.clock = ended.minute.map { Clock(minute: $0) }
            result.end = ended.end
            return result
        }
        let hasWord = [
            "at", "by", "before", "until", "around", "um", "à", "kl", "bis", "gegen", "vers", "a",
        ].contains(word(next) ?? "")
        if hasWord { next = skip(next + 1, ["the", "latest", "about", "las", "la"]) }
        if var (clock, end) = clock(at: next, lead: hasWord ? .limit : .bare, afterDay: true) {
            if let part = found.part ?? part(at: end)?.part, clock.isHalf { clock = half(clock, in: part) }
            if let after = part(at: end) { end = after.end }
            result.clock = clock
            result.end = end
        }
        return result
    }

    /// A bare hour with a part of the day: 9 in the evening is 21:00.
    func half(_ clock: Clock, in part: DayPart) -> Clock {
        let hour = clock.minute / 60 % 12
        let isLate = part != .morning
        return Clock(minute: (isLate ? hour + 12 : hour) * 60 + clock.minute % 60, zone: clock.zone)
    }

    // MARK: Settling

    /// Which day or instant an expression means; `nil` for one that has passed or lies beyond the horizon.
    func resolve(_ found: Expression) -> DueDate? {
        guard !found.isPast else { return nil }
        let last = today.later(by: DueDateParser.horizon)
        if let instant = found.instant {
            guard instant >= now, zone.local(instant).day <= last else { return nil }
            return .instant(instant, utcOffset: Int(zone.offset(at: instant) / 60_000))
        }
        guard let clock = found.clock else {
            guard let day = found.day, day <= last else { return nil }
            return day >= today ? .day(day) : nil
        }
        let clockZone = clock.zone ?? zone
        let here = clockZone.local(now).day
        var day = found.day ?? here
        guard day <= last, day >= here else { return nil }
        var time = clockZone.time(day, minute: clock.minute)
        if time <= now, found.day == nil {
            day = day.later(by: 1)
            time = clockZone.time(day, minute: clock.minute)
        }
        guard time > now else { return nil }
        return .instant(time, utcOffset: Int(clockZone.offset(at: time) / 60_000))
    }
}

/// A part of the day that can follow the name of a day.
enum DayPart: Sendable {
    case morning, afternoon, evening, night

    /// The minute that it ends with.
    var end: Int {
        switch self {
        case .morning: 12 * 60
        case .afternoon: 18 * 60
        case .evening: 21 * 60
        case .night: 24 * 60
        }
    }
}
