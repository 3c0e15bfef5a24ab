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

    /// At most this many words before a date are its lead: "by the", "is due on the".
    static let leadLimit = 8

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

    func isCapitalised(_ position: Int) -> Bool { tokens.indices.contains(position) && tokens[position].isCapitalised }

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

    /// Whether a sentence, a line or the text begins here.
    func isSentenceStart(_ position: Int) -> Bool {
        position == 0 || [".", "!", "?", ":", ";", "-", "–", "•", "*", "("].contains { isSign(position - 1, $0) }
    }

    /// Whether the text or a phrase ends here: a sign of punctuation that joins no number.
    func goesNoFurther(_ position: Int) -> Bool {
        guard tokens.indices.contains(position) else { return true }
        guard tokens[position].kind == .sign, !DateWords.signsOfAmounts.contains(tokens[position].text) else {
            return false
        }
        let isDash = ["-", "–", "—"].contains(tokens[position].text)
        return !(number(position + 1) != nil && (isJoined(position + 1) || isDash || isSign(position, ",")))
            && !(isDash && isJoined(position))
    }

    // MARK: Expressions

    /// An expression that begins exactly here.
    func expression(at start: Int) -> Expression? {
        guard !isInsideWord(start) || isEndOfRange(start) else { return nil }
        if let found = occasion(at: start) { return found }
        var position = start
        var lead = DueDateMatch.Lead.bare
        reading: while let word = word(position), position < start + DateReader.leadLimit {
            if DateWords.limits.contains(word) {
                lead = .limit
            } else if word == "no" || word == "not", self.word(position + 1) == "later",
                self.word(position + 2) == "than"
            {
                lead = .limit
                position += 2
            } else if word == "b", number(position + 1) == 4, isJoined(position + 1) {
                lead = .limit
                position += 1
            } else if DateWords.points.contains(word) || word == "a" && isSpanishHour(position) {
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
        ["ago", "pasado", "pasada", "dernier", "dernière", "yesterday", "gestern", "ayer"].contains(
            word(position) ?? "")
    }

    private func pastExpression(_ expression: Expression) -> Expression {
        var expression = expression
        expression.isPast = true
        return expression
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
        // Midnight belongs to the day that it ends.
        var minute = min(clock.minute, 24 * 60 - 1)
        // "at 7", written at half past six in the morning
        if found.day == nil, clock.isHalf, (18 * 60..<20 * 60).contains(minute), minuteNow >= 4 * 60,
            minuteNow < minute - 12 * 60
        {
            minute -= 12 * 60
        }
        var time = clockZone.time(day, minute: minute)
        if time <= now, found.day == nil {
            day = day.later(by: 1)
            time = clockZone.time(day, minute: minute)
        }
        guard time > now else { return nil }
        return .instant(time, utcOffset: Int(clockZone.offset(at: time) / 60_000))
    }
}
