/// The days that a question names: "this week", "since Monday", "gestern", "la semana pasada", "le 3 mars".
struct QuestionDays: Equatable, Sendable {
    enum Unit: Equatable, Sendable { case week, month }

    enum Mention: Equatable, Sendable {
        /// A day that many days from today.
        case offset(Int)
        case weekday(Int, Nearness)
        /// A week or month that many from the present one.
        case period(Unit, Int)
        /// The last days, today included.
        case last(days: Int)
        case date(month: Int, day: Int?)
        case whole(CivilDay)
    }

    /// Which of the weekdays of a name is meant.
    enum Nearness: Equatable, Sendable {
        /// The nearest one in the direction of the question, today included.
        case nearest
        /// "last Friday": the last one before today.
        case last
        /// "coming Friday", "el viernes que viene": the first one after today.
        case coming
        /// "next Friday": that of next week, as ``DueDateParser`` reads it.
        case ofNextWeek
    }

    enum Bound: Equatable, Sendable {
        case within
        /// "since Monday": the day is past, whatever the question asks for.
        case since
        /// "after Monday", "ab Montag".
        case after
        case until
    }

    var mention: Mention
    var bound: Bound

    /// - Parameter isAhead: whether a weekday or date is the next one (of due dates) rather than the last one (of
    ///   messages). "Last", "next" and "since" decide for themselves.
    func range(from today: CivilDay, isAhead: Bool) -> ClosedRange<CivilDay>? {
        guard let named = named(from: today, isAhead: isAhead && bound != .since) else { return nil }
        let far = CivilDay(number: today.number + 3_660)
        switch bound {
        case .within: return named
        case .since, .after: return named.lowerBound...max(named.upperBound, isAhead ? far : today)
        case .until:
            guard isAhead else { return CivilDay(number: today.number - 36_600)...named.upperBound }
            return min(today, named.lowerBound)...named.upperBound
        }
    }

    /// Whether the days are ahead or past by what the question asks for.
    var mayBeAhead: Bool {
        switch (bound, mention) {
        case (.since, _): false
        case (_, .weekday(_, .nearest)), (_, .date): true
        case (.until, _), (.after, _): true
        default: false
        }
    }

    private func named(from today: CivilDay, isAhead: Bool) -> ClosedRange<CivilDay>? {
        switch mention {
        case .offset(let days):
            let day = today.later(by: days)
            return day...day
        case .weekday(let weekday, let nearness):
            let ahead = (weekday - today.weekday + 7) % 7
            let days =
                switch nearness {
                case .nearest: isAhead || ahead == 0 ? ahead : ahead - 7
                case .last: ahead - 7
                case .coming: ahead == 0 ? 7 : ahead
                case .ofNextWeek: weekday - today.weekday + 7
                }
            let day = today.later(by: days)
            return day...day
        case .period(.week, let count):
            let monday = today.later(by: -today.weekday + 7 * count)
            // On a Monday "what did we decide this week?" means the last days, too.
            let start = count == 0 && !isAhead ? min(monday, today.later(by: -6)) : monday
            return start...monday.later(by: 6)
        case .period(.month, let count):
            let (year, month, _) = today.parts
            guard let first = CivilDay(year: year, month: month, day: 1) else { return nil }
            let start = first.later(byMonths: count)
            return start...start.endOfMonth
        case .last(let days): return today.later(by: -max(0, days))...today
        case .date(let month, let day):
            let year = today.parts.year
            let years = isAhead ? [year, year + 1] : [year, year - 1]
            for year in years {
                guard let first = CivilDay(year: year, month: month, day: day ?? 1) else { continue }
                let last = day == nil ? first.endOfMonth : first
                if isAhead ? last >= today : first <= today { return first...last }
            }
            return nil
        case .whole(let day): return day...day
        }
    }
}

extension QuestionDays {
    /// Finds the first mention and marks its words.
    static func read(_ question: inout QuestionTokens) -> QuestionDays? {
        for place in question.tokens.indices {
            if question.starts(with: ["guten", "morgen"], at: place) {
                for marked in place...place + 1 { question.tokens[marked].role = .day }
                continue
            }
            guard question.tokens[place].role == .word,
                let (mention, length) = mention(question.tokens.map(\.text), at: place)
            else { continue }
            var start = place
            var bound = Bound.within
            while start > 0, question.tokens[start - 1].role == .word {
                let before = question.tokens[start - 1].text
                if since.contains(before) {
                    bound = .since
                } else if after.contains(before) {
                    bound = .after
                } else if until.contains(before) {
                    bound = .until
                } else if !leads.contains(before) || start > 1 && taking.contains(question.tokens[start - 2].text) {
                    break
                }
                start -= 1
            }
            for marked in start..<place + length { question.tokens[marked].role = .day }
            return QuestionDays(mention: mention, bound: bound)
        }
        return nil
    }

    private static let since: Set<String> = ["since", "seit", "desde", "depuis"]
    private static let after: Set<String> = ["ab", "after", "nach"]
    private static let until: Set<String> = ["until", "till", "before", "by", "bis", "vor", "antes", "hasta", "avant"]
    private static let fillers: Set<String> = [
        "on", "am", "el", "le", "the", "of", "in", "during", "over", "for", "im", "den", "dem", "der", "de", "del",
        "last",
        "next", "this", "letzten", "nachsten", "diesen", "this", "pasado", "proximo", "from", "vom", "early", "late",
        "einem",
    ]
    /// "What have I taken on this week?", "what's going on next week?".
    private static let taking: Set<String> = ["take", "took", "taken", "taking", "going"]
    private static let thisWords: Set<String> = [
        "this", "current", "diese", "dieser", "diesen", "diesem", "dieses", "laufenden", "esta", "este", "cette", "ce",
    ]
    private static let lastWords: Set<String> = [
        "last", "past", "previous", "letzte", "letzten", "letzter", "letztem", "vergangene", "vergangenen", "vorige",
        "vorigen", "ultima", "ultimo", "derniere", "dernier",
    ]
    private static let nextWords: Set<String> = [
        "next", "coming", "nachste", "nachsten", "nachster", "kommende", "kommenden", "kommender", "proxima", "proximo",
        "prochaine",
    ]
    /// Words before a weekday that make it that of next week.
    private static let nextWeekdayWords: Set<String> = ["next", "nachste", "nachsten", "nachster"]
    /// Words that may stand before a day.
    private static let leads: Set<String> = fillers.union(thisWords).union(lastWords).union(nextWords)
    private static let afterLast: Set<String> = ["pasada", "pasado", "derniere", "dernier", "passee", "passe"]
    private static let afterNext: [[String]] = [
        ["que", "viene"], ["prochaine"], ["prochain"], ["proximo"], ["proxima"],
        ["entrante"],
    ]
    private static let units: [String: Unit] = [
        "week": .week, "woche": .week, "semana": .week, "semaine": .week, "month": .month, "monat": .month,
        "mes": .month,
        "mois": .month,
    ]
    private static let dayWords: Set<String> = ["day", "days", "tag", "tage", "tagen", "dia", "dias", "jour", "jours"]
    private static let weekWords: Set<String> = ["weeks", "wochen", "semanas", "semaines"]
    private static let weekdays = folded(DateWords.weekdays)
    private static let months = folded(DateWords.months)
    private static let offsets: [String: Int] = [
        "today": 0, "tonight": 0, "heute": 0, "hoy": 0, "yesterday": -1, "gestern": -1, "vorgestern": -2, "ayer": -1,
        "anteayer": -2, "tomorrow": 1, "morgen": 1, "ubermorgen": 2, "manana": 1, "demain": 1,
    ]

    private static func folded(_ table: [String: Int]) -> [String: Int] {
        Dictionary(table.map { (QuestionTokens.fold($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func mention(_ words: [String], at place: Int) -> (Mention, Int)? {
        func word(_ offset: Int) -> String { words.indices.contains(place + offset) ? words[place + offset] : "" }
        let first = words[place]
        if first == "aujourd", word(1) == "hui" { return (.offset(0), 2) }
        if first == "day", word(1) == "before", word(2) == "yesterday" { return (.offset(-2), 3) }
        if first == "hier", isFrench(words) { return (.offset(-1), 1) }
        // "esta mañana", "por la mañana": this morning.
        if first == "manana", place > 0, ["esta", "la"].contains(words[place - 1]) { return (.offset(0), 1) }
        if let days = offsets[first] { return (.offset(days), 1) }
        if let unit = units[word(1)] {
            if thisWords.contains(first) {
                if afterLast.contains(word(2)) { return (.period(unit, -1), 3) }
                return (.period(unit, 0), 2)
            }
            if lastWords.contains(first) { return (.period(unit, -1), 2) }
            if nextWords.contains(first) { return (.period(unit, 1), 2) }
        }
        if let unit = units[first] {
            if afterLast.contains(word(1)) { return (.period(unit, -1), 2) }
            for phrase in afterNext where phrase.indices.allSatisfy({ word(1 + $0) == phrase[$0] }) {
                return (.period(unit, 1), 1 + phrase.count)
            }
        }
        if let count = lastDays(words, at: place) { return count }
        if let weekday = weekdays[first], !DateWords.shyWeekdays.contains(first) {
            let before = place > 0 ? words[place - 1] : ""
            if afterLast.contains(word(1)) { return (.weekday(weekday, .last), 2) }
            for phrase in afterNext where phrase.indices.allSatisfy({ word(1 + $0) == phrase[$0] }) {
                return (.weekday(weekday, .coming), 1 + phrase.count)
            }
            if lastWords.contains(before) { return (.weekday(weekday, .last), 1) }
            if nextWeekdayWords.contains(before) { return (.weekday(weekday, .ofNextWeek), 1) }
            return (.weekday(weekday, nextWords.contains(before) ? .coming : .nearest), 1)
        }
        if first.count == 4, let year = Int(first), let month = Int(word(1)), let day = Int(word(2)), year > 1_900,
            let date = CivilDay(year: year, month: month, day: day)
        {
            return (.whole(date), 3)
        }
        if let day = Int(first), (1...31).contains(day) {
            let gap = word(1) == "de" || word(1) == "of" ? 2 : 1
            if let month = months[word(gap)] { return (.date(month: month, day: day), gap + 1) }
        }
        if let month = months[first] {
            let digits = word(1).prefix { $0.isNumber }
            if let day = Int(digits), (1...31).contains(day) { return (.date(month: month, day: day), 2) }
            let isLed = place > 0 && ["in", "im", "en", "since", "seit", "desde", "depuis"].contains(words[place - 1])
            if isLed, !DateWords.shyMonths.contains(first) || first == "march" || first == "may" {
                return (.date(month: month, day: nil), 1)
            }
        }
        return nil
    }

    /// "last 3 days", "letzten zwei Wochen", "3 days ago", "vor drei Tagen", "hace dos días", "il y a 3 jours".
    private static func lastDays(_ words: [String], at place: Int) -> (Mention, Int)? {
        func word(_ offset: Int) -> String { words.indices.contains(place + offset) ? words[place + offset] : "" }
        func count(_ text: String) -> Int? { Int(text) ?? DateWords.numbers[text].map { Int($0) } }
        func days(_ unit: String) -> Int? {
            dayWords.contains(unit) ? 1 : weekWords.contains(unit) || units[unit] == .week ? 7 : nil
        }
        let first = words[place]
        if lastWords.contains(first) || ["ultimos", "ultimas", "derniers", "dernieres"].contains(first),
            let number = count(word(1)), let unit = days(word(2)), number < 400
        {
            return (.last(days: number * unit), 3)
        }
        if ["last", "past", "letzten", "ultimos"].contains(first), dayWords.contains(word(1)) {
            return (.last(days: 3), 2)
        }
        if let number = count(first), let unit = days(word(1)), number < 400, word(2) == "ago" {
            return (.offset(-number * unit), 3)
        }
        if ["vor", "hace"].contains(first), let number = count(word(1)), let unit = days(word(2)), number < 400 {
            return (.offset(-number * unit), 3)
        }
        if first == "il", word(1) == "y", word(2) == "a", let number = count(word(3)), let unit = days(word(4)),
            number < 400
        {
            return (.offset(-number * unit), 5)
        }
        return nil
    }

    /// German "hier" is "here".
    private static func isFrench(_ words: [String]) -> Bool {
        !Set(words).isDisjoint(with: [
            "qu", "quoi", "que", "est", "qui", "quand", "depuis", "on", "ai", "les", "des", "le", "a",
        ])
    }
}
