/// Reads numbers, amounts, times of day and days in the tokens of a text.
struct FactReader {
    let tokens: [FactToken]
    let language: FactWords.Language
    /// Each fact with its tokens.
    var facts: [(fact: Fact, range: Range<Int>)] = []
    var place = 0

    init(_ tokens: [FactToken], in language: FactWords.Language) {
        self.tokens = tokens
        self.language = language
        while place < tokens.count {
            let start = place
            switch tokens[place].kind {
            case .number: number()
            case .word: word()
            case .pause, .end: break
            }
            if place == start { place += 1 }
        }
    }

    func word(at place: Int) -> String? {
        tokens.indices.contains(place) && tokens[place].kind == .word ? tokens[place].text : nil
    }

    mutating func add(_ fact: Fact, to end: Int) {
        facts.append((fact, place..<end))
        place = end
    }

    // MARK: Numbers

    private mutating func number() {
        let text = tokens[place].text
        let next = word(at: place + 1)
        let parts = text.split { ".:,-/".contains($0) }.compactMap { Int($0) }
        if text.contains(":"), parts.count >= 2 { return time(parts[0], parts[1], length: 1) }
        if text.split(separator: "-").count == 3, parts.count == 3, parts[0] > 999 {
            return date(year: parts[0], month: parts[1], day: parts[2])
        }
        let dots = text.split(separator: ".").count - 1
        if dots == 2, parts.count == 3, parts[1] <= 12, parts[0] <= 31, parts[2] > 31 || text.count <= 8 {
            return date(year: parts[2], month: parts[1], day: parts[0])
        }
        if parts.count == 2, text.contains("/") { return add(.literal(text), to: place + 1) }
        if parts.count == 2, let next, ["am", "pm", "uhr"].contains(next) {
            return time(parts[0], parts[1], length: 1)
        }
        if let hour = parts.first, parts.count == 1, hour <= 24 {
            if let next, ["am", "pm", "o'clock", "uhr"].contains(next) {
                let minutes = next == "uhr" ? minutesBehind(place + 2) : nil
                return time(hour, minutes ?? 0, length: minutes == nil ? 1 : 3)
            }
            if next == "h" || next == "heures" {
                let minutes = minutesBehind(place + 2)
                if minutes != nil || ["à", "a", "vers", "um", "dès"].contains(word(at: place - 1)) {
                    return time(hour, minutes ?? 0, length: minutes == nil ? 2 : 3)
                }
            }
            if isHour(hour) { return time(hour, 0, length: 1) }
        }
        amount(Self.values(of: text), length: 1)
    }

    private func minutesBehind(_ place: Int) -> Int? {
        guard tokens.indices.contains(place), tokens[place].kind == .number,
            let minutes = Int(tokens[place].text), tokens[place].text.count == 2, minutes < 60
        else { return nil }
        return minutes
    }

    /// "at 10", "um 10", "a las 10", with no unit behind it.
    private func isHour(_ hour: Int) -> Bool {
        let before = word(at: place - 1)
        let isTime =
            ["at", "@", "um", "gegen", "à", "until", "till", "ab"].contains(before)
            || ["las", "la"].contains(before) && word(at: place - 2) == "a"
        guard isTime, hour > 0 else { return false }
        return word(at: place + 1).map { Self.units[$0] == nil } ?? true
    }

    private mutating func time(_ hour: Int, _ minute: Int, length: Int) {
        guard hour <= 24, minute < 60 else { return amount(Self.values(of: tokens[place].text), length: 1) }
        var end = place + length
        var isLate: Bool? = hour > 12 && hour < 24 ? true : hour == 0 || hour == 24 ? false : nil
        if let word = word(at: end), ["am", "pm", "o'clock", "uhr", "h"].contains(word) {
            if word == "am" || word == "pm", isLate == nil { isLate = word == "pm" }
            if word == "uhr", hour < 13 { isLate = hour == 12 }
            end += 1
        } else if language != .english, tokens[place].text.contains(":"), isLate == nil {
            // On a 24-hour clock.
            isLate = lateness(around: end) ?? (hour == 12)
        }
        add(.time(minute: hour % 12 * 60 + minute, isLate: isLate ?? lateness(around: end)), to: end)
    }

    /// "3 in the afternoon", "tonight at 8".
    private func lateness(around end: Int) -> Bool? {
        for near in max(0, place - 4)..<min(tokens.count, end + 4) {
            guard let word = word(at: near), let part = Self.partsOfDay[word] else { continue }
            return part == "morning" ? false : part == "noon" ? nil : true
        }
        return nil
    }

    private mutating func date(year: Int, month: Int, day: Int) {
        let year = year < 100 ? year + 2_000 : year
        let start = place
        add(.amount(Fact.Amount(values: [Double(day)])), to: place + 1)
        facts.append((.month(month), start..<place))
        facts.append((.amount(Fact.Amount(values: [Double(year)])), start..<place))
    }

    private mutating func amount(_ values: [Double], length: Int, isSoft: Bool = false) {
        // Digits of other scripts are compared as they are written.
        guard !values.isEmpty else { return add(.literal(tokens[place].text), to: place + 1) }
        var values = values
        var end = place + length
        var unit = word(at: place - 1).flatMap { Self.currencies[$0] }
        if let suffix = word(at: end), ["st", "nd", "rd", "th", "er", "ère", "º", "ª"].contains(suffix),
            tokens[end].isAttached
        {
            end += 1
        }
        if let word = word(at: end), let factor = Self.multipliers[word], word.count > 1 || tokens[end].isAttached {
            values = values.map { $0 * factor }
            end += 1
        }
        if let word = word(at: end) {
            if let found = Self.units[word] ?? Self.currencies[word] {
                unit = found
                end += 1
            } else if ["per", "por", "pour"].contains(word), ["cent", "ciento"].contains(self.word(at: end + 1)) {
                unit = "%"
                end += 2
            }
        }
        var direction: String?
        if let unit, Self.periods.contains(unit) {
            if word(at: end) == "ago" {
                direction = "ago"
                end += 1
            } else if ["vor", "hace"].contains(word(at: place - 1)) {
                direction = "ago"
            } else if ["in", "within", "dans"].contains(word(at: place - 1)) {
                direction = "in"
            }
        }
        if isSoft, unit == nil { return }
        add(.amount(Fact.Amount(values: values, unit: unit, direction: direction, isSoft: isSoft)), to: end)
    }

    /// Whether a word is a number in digits or letters.
    static func isNumber(_ word: String) -> Bool {
        word.unicodeScalars.contains { $0.properties.numericType != nil } || number(word) != nil
            || collections[word] != nil
    }

    /// The possible values of a number in digits.
    static func values(of text: String) -> [Double] {
        let plain = text.filter { $0 != "," && $0 != "." }
        guard plain.allSatisfy(\.isNumber), let whole = Double(plain) else { return [] }
        guard let mark = text.lastIndex(where: { $0 == "," || $0 == "." }) else { return [whole] }
        let decimals = text.distance(from: mark, to: text.endIndex) - 1
        let fraction = Double(text[..<mark].filter(\.isNumber) + "." + text[text.index(after: mark)...]) ?? whole
        return decimals == 3 ? [whole, fraction] : [fraction]
    }

    // MARK: Words

    private mutating func word() {
        let text = tokens[place].text
        if calendar(text) { return }
        if let minutes = ["noon": 0, "midday": 0, "mittag": 0, "mittags": 0, "mediodía": 0, "midi": 0][text] {
            return add(.time(minute: minutes, isLate: true), to: place + 1)
        }
        if text == "midnight" || text == "mitternacht" || text == "medianoche" || text == "minuit" {
            return add(.time(minute: 0, isLate: false), to: place + 1)
        }
        if let part = Self.partsOfDay[text] {
            return add(.partOfDay(part), to: place + 1)
        }
        if clockWords() { return }
        numberWords()
    }

    /// "half past two", "quarter to five", "halb drei".
    private mutating func clockWords() -> Bool {
        let text = tokens[place].text
        func hour(_ at: Int) -> Int? {
            guard tokens.indices.contains(at) else { return nil }
            let value = Int(tokens[at].text) ?? Self.numbers[tokens[at].text].map { Int($0) }
            return value.flatMap { (1...12).contains($0) ? $0 : nil }
        }
        let isQuarter = text == "quarter" || text == "viertel"
        if text == "half" || isQuarter, let link = word(at: place + 1), let value = hour(place + 2) {
            if link == "past" || link == "nach" {
                time(value, isQuarter ? 15 : 30, length: 3)
                return true
            }
            if isQuarter, link == "to" || link == "vor" {
                time(value == 1 ? 12 : value - 1, 45, length: 3)
                return true
            }
        }
        if text == "halb", let value = hour(place + 1) {
            time(value == 1 ? 12 : value - 1, 30, length: 2)
            return true
        }
        return false
    }

    private mutating func numberWords() {
        let text = tokens[place].text
        if let languages = FactWords.foreign[text], !languages.contains(language) { return }
        if Self.articles.contains(text) {
            guard let next = word(at: place + 1) else { return }
            if let many = Self.collections[next] { return amount([many], length: 2) }
            return amount([1], length: 1, isSoft: true)
        }
        guard var value = Self.number(text) else {
            if let ordinal = Self.ordinals[text], place > 0 { amount([ordinal], length: 1) }
            return
        }
        var length = 1
        while let next = word(at: place + length) {
            if let many = Self.collections[next] {
                value *= many
            } else if let more = Self.number(next), value >= 20, more < 10,
                value.truncatingRemainder(dividingBy: 10) == 0
            {
                value += more
            } else {
                break
            }
            length += 1
        }
        // "At five", "um fünf".
        if length == 1, value <= 12, isHour(Int(value)) { return time(Int(value), 0, length: 1) }
        if length == 1, let next = word(at: place + 1), ["am", "pm", "o'clock", "uhr"].contains(next), value <= 12 {
            return time(Int(value), 0, length: 1)
        }
        amount([value], length: length)
    }

    private static func number(_ word: String) -> Double? {
        if let value = numbers[word] { return value }
        // "fünfundzwanzig"
        guard let und = word.firstRange(of: "und"),
            let ones = numbers[String(word[..<und.lowerBound])] ?? (word.hasPrefix("ein") ? 1 : nil),
            let tens = numbers[String(word[und.upperBound...])]
        else { return nil }
        return ones + tens
    }
}
