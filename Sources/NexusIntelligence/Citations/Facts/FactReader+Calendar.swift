extension FactReader {
    /// Reads a day, a month or a period.
    mutating func calendar(_ text: String) -> Bool {
        if text == "day", word(at: place + 1) == "after", word(at: place + 2) == "tomorrow" {
            add(.relative("2"), to: place + 3)
            return true
        }
        let plain =
            text.count > 4 && text.hasSuffix("s") && DateWords.weekdays[text] == nil ? String(text.dropLast()) : text
        if let day = DateWords.weekdays[plain], !DateWords.shyWeekdays.contains(plain) || tokens[place].isCapitalised {
            add(qualifier().map { .relative("\($0) \(day)") } ?? .weekday(day), to: place + 1)
            return true
        }
        if let month = DateWords.months[text], isMonth(text) {
            add(.month(month), to: place + 1)
            return true
        }
        if text == "morgen" && word(at: place - 1) == "am"
            || text == "mañana" && ["la", "esta"].contains(word(at: place - 1))
        {
            add(.partOfDay("morning"), to: place + 1)
            return true
        }
        if let day = Self.days[text], FactWords.foreign[text].map({ $0.contains(language) }) ?? true {
            let isEvening = text == "tonight"
            add(.relative(String(day)), to: place + 1)
            if isEvening { facts.append((.partOfDay("evening"), place - 1..<place)) }
            return true
        }
        if let period = Self.namedPeriods[text] {
            if let qualifier = qualifier() {
                add(.relative("\(qualifier) \(period)"), to: place + 1)
                return true
            }
            if period == "weekend" {
                add(.relative(period), to: place + 1)
                return true
            }
        }
        return false
    }

    /// "next" or "last" beside a day or a period.
    private func qualifier() -> String? {
        for near in [place - 1, place + 1] {
            guard let word = word(at: near) else { continue }
            if Self.next.contains(word) { return "next" }
            if Self.last.contains(word) { return "last" }
            if near < place, Self.this.contains(word), DateWords.weekdays[tokens[place].text] == nil { return "this" }
        }
        return nil
    }

    /// "May" and "March" are months beside a number, after a preposition, or capitalised within a sentence.
    private func isMonth(_ text: String) -> Bool {
        guard DateWords.shyMonths.contains(text) else { return true }
        let isBesideNumber = [place - 1, place + 1].contains {
            tokens.indices.contains($0) && tokens[$0].kind == .number
        }
        let isAfter = [
            "in", "of", "by", "until", "since", "next", "last", "this", "early", "late", "im", "ab", "bis", "en", "to",
            "from",
        ]
        .contains(word(at: place - 1))
        return isBesideNumber || isAfter || tokens[place].isCapitalised && place > 0 && tokens[place - 1].kind == .word
    }
}
