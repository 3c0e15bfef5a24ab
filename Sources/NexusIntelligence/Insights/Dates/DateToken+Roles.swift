/// The roles of a word in a date expression, looked up before rules are tried: most words have none.
extension DateToken {
    /// Whether an expression can begin with it.
    var mayBegin: Bool {
        switch kind {
        case .number: true
        case .sign: false
        case .word: DateWords.roles[text].map { $0.contains(.beginning) } ?? false
        }
    }

    /// Whether it can denote a day or a time: an expression needs one such word or number.
    var mayTellTime: Bool {
        switch kind {
        case .number: true
        case .sign: false
        case .word: DateWords.roles[text].map { $0.contains(.substance) } ?? false
        }
    }
}

extension DateWords {
    struct Role: OptionSet, Sendable {
        let rawValue: UInt8
        static let beginning = Role(rawValue: 1)
        static let substance = Role(rawValue: 2)
    }

    /// The words of all rules of `DateReader`, with their roles.
    static let roles: [String: Role] = {
        var roles: [String: Role] = [:]
        func add(_ words: some Sequence<String>, _ role: Role) {
            for word in words { roles[word, default: []].formUnion(role) }
        }
        add(limits, .beginning)
        add(points, .beginning)
        add(past, .beginning)
        add(numbers.keys, .beginning)
        for words in [Set(weekdays.keys), Set(months.keys), tomorrow, today, Set(partsOfDay.keys)] {
            add(words, [.beginning, .substance])
        }
        add(units.keys, .substance)
        add(
            [
                "no", "not", "in", "within", "binnen", "innerhalb", "innert", "half", "quarter", "couple", "the",
                "close", "day", "dans", "en", "sous", "dentro", "après", "cet", "kw", "halb", "viertel", "semana",
                "semaine", "mes", "mois", "übernächste", "übernächsten", "a", "zum", "día", "b", "bevor", "first",
            ], .beginning)
        add(ordinals.keys, [.beginning, .substance])
        add(occasions, .substance)
        for words in [relations, Set(edges.keys)] { add(words, .beginning) }
        add(partsOfWeekdays.keys, [.beginning, .substance])
        add(foreignParts.keys, .substance)
        add(hours.keys, .substance)
        add(
            [
                "übermorgen", "morgen", "eod", "eob", "cob", "feierabend", "tagesende", "monatsende", "eow", "eom",
                "eoq", "eoy", "weekend", "wochenende", "finde", "week",
            ], [.beginning, .substance])
        add(hoursInEnglish.keys, .substance)
        add(["oclock", "aft", "arvo"], .substance)
        add(["morning", "afternoon", "evening", "night", "business", "play", "half", "quarter"], .substance)
        return roles
    }()
}
