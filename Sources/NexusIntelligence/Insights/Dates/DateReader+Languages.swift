/// Days and times as German, Spanish and French write them, where their order of words is not that of English.
extension DateReader {
    /// "pasado mañana", "après-demain", "ce soir", "Montagabend", "KW 12".
    func foreignDay(_ start: Int) -> Day? {
        guard let word = word(start) else { return nil }
        switch word {
        case "pasado" where self.word(start + 1) == "mañana":
            return withPart(Day(day: today.later(by: 2), end: start + 2))
        case "après" where isSign(start + 1, "-") && self.word(start + 2) == "demain":
            return withPart(Day(day: today.later(by: 2), end: start + 3))
        case "ce", "cet", "cette", "esta":
            guard let (part, end) = foreignPart(start + 1) else { return nil }
            return Day(day: today, part: part, end: end)
        case "kw":
            guard let week = number(start + 1) else { return nil }
            return calendarWeek(week, end: start + 2)
        default:
            guard let (weekday, part) = DateWords.partsOfWeekdays[word] else { return nil }
            let ahead = (weekday - today.weekday + 6) % 7 + 1
            return Day(day: today.later(by: ahead), part: part, end: start + 1)
        }
    }

    /// The Friday of a week of ISO 8601, this year or the next.
    private func calendarWeek(_ week: Int, end: Int) -> Day? {
        let year = today.parts.year
        guard (1...53).contains(week) else { return nil }
        for candidate in year...(year + 1) {
            // The fourth of January is always in the first week.
            guard let fourth = CivilDay(year: candidate, month: 1, day: 4) else { continue }
            let friday = fourth.later(by: 7 * (week - 1) + 4 - fourth.weekday)
            if friday >= today { return Day(day: friday, end: end) }
        }
        return nil
    }

    /// "früh", "abends", "matin", "après-midi", "por la tarde".
    func foreignPart(_ start: Int) -> (part: DayPart, end: Int)? {
        switch word(start) {
        case "por", "a", "en":
            guard word(start + 1) == "la", let part = DateWords.foreignParts[word(start + 2) ?? ""] else { return nil }
            return (part, start + 3)
        case "après":
            return isSign(start + 1, "-") && word(start + 2) == "midi" ? (.afternoon, start + 3) : nil
        case "mañana", "tarde", "noche":
            // Without "por la" they are parts only of "esta": "mañana" alone is tomorrow, "tarde" late.
            guard word(start - 1) == "esta" else { return nil }
            return DateWords.foreignParts[word(start) ?? ""].map { ($0, start + 1) }
        case let word?:
            return DateWords.foreignParts[word].map { ($0, start + 1) }
        case nil: return nil
        }
    }

    /// What says that a weekday or period is the coming one, behind it: "que viene", "prochain".
    func coming(_ start: Int) -> Int? {
        switch word(start) {
        case "prochain", "prochaine", "próximo", "próxima", "entrante": start + 1
        case "que" where word(start + 1) == "viene", "qui" where word(start + 1) == "vient": start + 2
        default: nil
        }
    }

    /// "halb drei", "Viertel nach drei", "las cinco y media".
    func foreignClock(_ start: Int, _ lead: DueDateMatch.Lead) -> (Clock, Int)? {
        func hour(_ position: Int) -> Int? {
            let found = number(position) ?? DateWords.hours[word(position) ?? ""]
            return found.flatMap { (1...12).contains($0) ? $0 : nil }
        }
        func told(_ hour: Int, _ minutes: Int, _ end: Int) -> (Clock, Int) {
            let end = word(end) == "uhr" ? end + 1 : end
            if let (hour, after) = hourOfPart(hour, at: end) { return (Clock(minute: hour * 60 + minutes), after) }
            let working = (1...7).contains(hour) ? hour + 12 : hour
            return (Clock(minute: working * 60 + minutes, isHalf: true), end)
        }
        switch word(start) {
        case "halb":
            guard lead != .bare, let hour = hour(start + 1) else { return nil }
            return told(hour, -30, start + 2)
        case "viertel":
            guard let relation = word(start + 1), relation == "nach" || relation == "vor", let hour = hour(start + 2)
            else { return nil }
            return told(hour, relation == "nach" ? 15 : -15, start + 3)
        default: break
        }
        guard ["las", "la", "um", "à", "gegen", "vers"].contains(word(start - 1) ?? ""), let hour = hour(start) else {
            return nil
        }
        let end = start + 1
        if word(end) == "y", word(end + 1) == "media" { return told(hour, 30, end + 2) }
        if word(end) == "y", word(end + 1) == "cuarto" { return told(hour, 15, end + 2) }
        if word(end) == "menos", word(end + 1) == "cuarto" { return told(hour, -15, end + 2) }
        if hourOfPart(hour, at: end) != nil { return told(hour, 0, end) }
        guard number(start) == nil, isEnd(end), word(start - 1) != "la" else { return nil }
        if word(end) == "heures" || word(end) == "heure" { return told(hour, 0, end + 1) }
        if let next = word(end), next != "uhr", !DateWords.connectives.contains(next) { return nil }
        return told(hour, 0, end)
    }

    /// The hour of the day if the part of the day stands behind it: "8 abends", "6 de la mañana", "11 du soir".
    func hourOfPart(_ hour: Int, at start: Int) -> (hour: Int, end: Int)? {
        guard (1...12).contains(hour), let (name, end) = partOfHour(start), let part = DateWords.foreignParts[name]
        else { return nil }
        if DateWords.noons.contains(name) { return (hour < 6 ? hour + 12 : hour, end) }
        switch part {
        case .morning: return (hour, end)
        case .afternoon: return (hour % 12 + 12, end)
        // Midnight ends its day, and "3 h de la nuit" is before the morning.
        case .evening, .night:
            let isEarly = hour < 6 && (part == .night || name == "noche")
            return (isEarly ? hour : hour + 12, end)
        }
    }

    /// "de la tarde", "du matin", "de l'après-midi", "abends".
    private func partOfHour(_ start: Int) -> (name: String, end: Int)? {
        guard let first = word(start) else { return nil }
        switch (first, word(start + 1)) {
        case ("de", "la"): return word(start + 2).map { ($0, start + 3) }
        case ("de", "laprès"):
            return isSign(start + 2, "-") && word(start + 3) == "midi" ? ("nachmittag", start + 4) : nil
        case ("du", let name?): return (name, start + 2)
        default: return DateWords.adverbsOfParts.contains(first) ? (first, start + 1) : nil
        }
    }
}

extension DateWords {
    /// Parts of the day as they follow a day's name.
    static let foreignParts: [String: DayPart] = [
        "früh": .morning, "morgen": .morning, "morgens": .morning, "vormittag": .morning, "vormittags": .morning,
        "mittag": .morning, "mittags": .morning, "nachmittag": .afternoon, "nachmittags": .afternoon,
        "abend": .evening, "abends": .evening, "nacht": .night, "nachts": .night, "madrugada": .morning,
        "matin": .morning, "midi": .morning, "soir": .evening,
        "nuit": .night, "mañana": .morning, "tarde": .afternoon, "noche": .evening,
    ]
    /// Those that may follow a time: "um 8 abends".
    static let adverbsOfParts: Set<String> = [
        "früh", "morgens", "vormittags", "mittags", "nachmittags", "abends", "nachts",
    ]
    /// Those around twelve: "1 Uhr mittags" is after noon.
    static let noons: Set<String> = ["mittag", "mittags", "midi"]
    /// "Montagabend" and its like.
    static let partsOfWeekdays: [String: (weekday: Int, part: DayPart)] = {
        let names = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"]
        let parts = ["früh", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht"]
        var table: [String: (weekday: Int, part: DayPart)] = [:]
        for (weekday, name) in names.enumerated() {
            for part in parts { table[name + part] = foreignParts[part].map { (weekday, $0) } }
        }
        return table
    }()
    /// Hours in words.
    static let hours: [String: Int] = [
        "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
        "zehn": 10, "elf": 11, "zwölf": 12, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
        "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "deux": 2, "trois": 3, "quatre": 4,
        "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11,
    ]
    /// Words that go on with the sentence behind a date.
    static let connectives: Set<String> = [
        "und", "oder", "bitte", "wenn", "ob", "beim", "im", "in", "bei", "mit", "um", "für", "y", "o", "para",
        "si", "en", "a", "con", "que", "et", "ou", "at", "by", "and", "or", "if", "so",
        "for", "please", "then", "but", "pour", "à", "au", "avec", "chez", "dans", "sil", "svp", "pls",
    ]
}
